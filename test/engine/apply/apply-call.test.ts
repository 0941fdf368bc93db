import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/errors.ts';
import type { Address } from '../../../src/model/address.ts';
import { GROUP, HUB, LIMIT, SUBSCRIPTION, TIER } from '../applying.ts';
import { tier } from '../planning.ts';
import { late, lost, refused, scripted, unsent } from '../scripted.ts';
import { RELABEL, REPLY, run, SUBSCRIBED } from '../scripted-run.ts';

describe('a create', () => {
  it('that is refused leaves nothing open, and says why in the words of the service', async () => {
    const caller = scripted({ createSubscription: [refused(400, 'Property loyaltytier does not exist.')] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect(result.outcomes).toEqual([
      {
        address: SUBSCRIPTION.address,
        action: 'create',
        status: 'failed',
        message: 'Property loyaltytier does not exist.',
        call: 'c1',
        failure: { kind: 'refused', retryable: false },
      },
    ]);
    expect([ledger.records, ledger.intentions]).toEqual([{}, []]);
    expect(result.changed).toBe(false);
  });

  it('that does not fit its endpoint is a bug of ours and no doubt: nothing was sent', async () => {
    const caller = scripted({ createSubscription: [{ error: new UsageError('call-invalid', 'It does not fit.') }] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect(result.outcomes).toMatchObject([
      { status: 'failed', message: 'It does not fit.', hint: expect.stringContaining('a bug in trueup') },
    ]);
    expect(ledger.intentions).toEqual([]);
  });

  it('that meets an existing resource which cannot be read can be adopted', async () => {
    const caller = scripted({ createSubscription: [refused(409, 'A subscription like this exists.')] });
    const { result } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect(result.outcomes).toMatchObject([
      {
        status: 'failed',
        hint: 'It exists and cannot be read. Check it in the account.',
        fix: [{ action: 'adopt', addresses: [SUBSCRIPTION.address] }],
      },
    ]);
  });

  it('that meets an existing resource after an earlier try is uncertain, because it may be our own', async () => {
    const caller = scripted({ createSubscription: [refused(409, 'A subscription like this exists.', 2)] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect(result.outcomes).toMatchObject([
      {
        status: 'uncertain',
        fix: [
          { action: 'settle', addresses: [SUBSCRIPTION.address], as: 'applied' },
          { action: 'settle', addresses: [SUBSCRIPTION.address], as: 'not-applied' },
        ],
      },
    ]);
    expect(ledger.intentions).toMatchObject([{ covers: [SUBSCRIPTION.address], recovery: 'ask' }]);
  });

  it('that meets its own earlier try is done, when a read shows the planned values', async () => {
    const caller = scripted({
      createProperty: [refused(409, 'It exists.', 2)],
      listProperties: [{ value: [REPLY] }],
    });
    const { result, ledger } = await run({ desired: [tier()] }, caller);
    expect(result.summary.applied).toBe(1);
    expect(ledger.records[TIER.address]?.basis).toBe('observed');
  });

  it('that meets a resource of another user is a conflict, then drift', async () => {
    const caller = scripted({
      createProperty: [refused(409, 'It exists.', 2)],
      listProperties: [{ value: [{ ...REPLY, label: 'Other' }] }],
    });
    const { result, ledger } = await run({ desired: [tier()] }, caller);
    expect(result.outcomes).toMatchObject([
      { status: 'conflict', fields: [{ field: 'label', before: 'Loyalty tier', after: 'Other' }] },
    ]);
    expect(ledger.intentions).toEqual([]);
    expect(ledger.records).toMatchObject({
      [TIER.address]: { fields: { label: 'Loyalty tier' }, basis: 'recorded', found: 'changed' },
    });
  });

  it('that timed out and does not show yet stays open', async () => {
    const caller = scripted({ createProperty: [late], listProperties: [{ value: [] }] });
    const { result, ledger } = await run({ desired: [tier()] }, caller);
    expect(result.outcomes).toMatchObject([
      { status: 'uncertain', hint: 'The next apply reads it back before it does anything else.' },
    ]);
    expect(ledger.intentions).toMatchObject([{ covers: [TIER.address], recovery: 'read-back' }]);
  });

  it('that was redirected and does not show had no effect', async () => {
    const caller = scripted({ createProperty: [refused(303, 'See other.')], listProperties: [{ value: [] }] });
    const { result, ledger } = await run({ desired: [tier()] }, caller);
    expect(result.outcomes).toMatchObject([
      { status: 'failed', message: expect.stringContaining('Reads show no effect of it.') },
    ]);
    expect(ledger.intentions).toEqual([]);
  });

  it('that was redirected and shows is done', async () => {
    const caller = scripted({ createProperty: [refused(303, 'See other.')], listProperties: [{ value: [REPLY] }] });
    const { result } = await run({ desired: [tier()] }, caller);
    expect(result.summary.applied).toBe(1);
  });

  it('that never left this machine has failed, not more', async () => {
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, scripted({ createSubscription: [unsent] }));
    expect([result.summary.failed, ledger.intentions]).toEqual([1, []]);
  });

  it('that ends in an error nobody knows is uncertain', async () => {
    const caller = scripted({ createSubscription: [{ error: new TypeError('odd') }] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect([result.summary.uncertain, ledger.intentions.length]).toEqual([1, 1]);
  });

  it('whose reply its kind cannot read is uncertain too', async () => {
    const caller = scripted({ createSubscription: [{ value: { id: null } }] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect([result.summary.uncertain, ledger.intentions.length]).toEqual([1, 1]);
  });

  it('whose reply names another account is read back, and nothing is sent after it', async () => {
    const caller = scripted({
      createGroup: [{ value: { name: 'loyalty', displayName: 'Loyalty', displayOrder: 1, portalId: 7007 } }],
    });
    const { result, ledger } = await run({ desired: [GROUP] }, caller);
    expect([caller.said, result.summary.uncertain, ledger.intentions.length]).toEqual([['createGroup'], 1, 1]);

    const property = scripted({
      createProperty: [{ value: { ...REPLY, portalId: 7007 } }],
      listProperties: [{ value: [REPLY] }],
    });
    const readBack = await run({ desired: [tier()] }, property);
    expect(readBack.ledger.records[TIER.address]?.basis).toBe('observed');
    expect(readBack.result.findings).toMatchObject([{ code: 'reply-of-other-account', severity: 'error' }]);
  });

  it('that becomes an update when it exists is sent once more after a lost reply', async () => {
    const caller = scripted({
      createGroup: [lost, refused(409, 'It exists.')],
      updateGroup: [{ value: { name: 'loyalty', displayName: 'Loyalty', displayOrder: 1, portalId: HUB } }],
    });
    const { result, ledger } = await run({ desired: [GROUP] }, caller);
    expect(caller.said).toEqual(['createGroup', 'createGroup', 'updateGroup']);
    expect([result.summary.applied, result.calls.write, ledger.intentions]).toEqual([1, 3, []]);
  });
});

describe('a reply', () => {
  it('that shows other values than planned is a failure, and the ledger records what is held', async () => {
    const caller = scripted({ createSubscription: [{ value: { ...SUBSCRIBED, active: false } }] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect(result.outcomes).toMatchObject([
      { status: 'failed', fields: [{ field: 'active', before: true, after: false }] },
    ]);
    expect(ledger.records[SUBSCRIPTION.address]).toMatchObject({ id: '7', fields: { active: false } });
    // It was made, whatever came of it.
    expect(result.changed).toBe(true);
  });

  it('settles every input of a batch for itself', async () => {
    const other = { ...LIMIT, address: 'association-limit:contacts/companies/USER_DEFINED/5' as Address };
    const second = { ...other, spec: { ...LIMIT.spec, category: 'USER_DEFINED', typeId: 5 } };
    const caller = scripted({
      updateAssociationLimits: [
        {
          value: {
            status: 'COMPLETE',
            results: [{ category: 'HUBSPOT_DEFINED', typeId: 279, userEnforcedMaxToObjectIds: 1 }],
            errors: [{ message: 'No such type.', context: { typeId: ['5'] } }],
          },
        },
      ],
    });
    const { result, ledger } = await run({ desired: [LIMIT, second] }, caller);
    expect(result.outcomes.map(({ address, status, message }) => [address, status, message])).toEqual([
      [LIMIT.address, 'applied', 'Done; the reply shows the planned values.'],
      [other.address, 'failed', 'No such type.'],
    ]);
    expect(Object.keys(ledger.records)).toEqual([LIMIT.address]);
  });

  it('that carries out no input of a batch changes nothing', async () => {
    const errors = [{ message: 'No such type.', context: { typeId: ['279'] } }];
    const caller = scripted({
      updateAssociationLimits: [{ value: { status: 'COMPLETE', results: [], errors } }],
    });
    const { result } = await run({ desired: [LIMIT] }, caller);
    expect([result.summary.failed, result.changed]).toEqual([1, false]);
  });

  it('of a batch that is still under way is accepted, and stays open without being recorded', async () => {
    const caller = scripted({ updateAssociationLimits: [{ value: { status: 'PENDING', results: [] } }] });
    const { result, ledger } = await run({ desired: [LIMIT] }, caller);
    expect(result.outcomes).toMatchObject([
      { status: 'accepted', hint: 'It stays open, and nothing is recorded yet: the next apply makes sure.' },
    ]);
    expect(result.open).toMatchObject([{ covers: [LIMIT.address], settledBy: 'apply' }]);
    expect([ledger.records, ledger.intentions.length, result.changed]).toEqual([{}, 1, true]);
  });
});

describe('an update', () => {
  it('is not sent when the read just before it fails', async () => {
    const caller = scripted({ listProperties: [refused(500, 'Out of order.')] });
    const { result, ledger } = await run(RELABEL, caller);
    expect(result.outcomes).toMatchObject([
      {
        status: 'failed',
        message: 'Not sent: reading it again just before failed (Out of order.)',
      },
    ]);
    expect([result.calls.write, ledger.intentions]).toEqual([0, []]);
  });
});
