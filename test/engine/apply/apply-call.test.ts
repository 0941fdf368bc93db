import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/errors.ts';
import type { Address } from '../../../src/model/address.ts';
import { GROUP, HUB, LIMIT, SUBSCRIPTION, TIER } from '../applying.ts';
import { tier } from '../planning.ts';
import { late, lost, refused, scripted, unsent } from '../scripted.ts';
import { RELABEL, REPLY, run, SUBSCRIBED } from '../scripted-run.ts';

describe('a create', () => {
  it('closes and reports the message of the service if it is refused', async () => {
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

  it('reports a bug in trueup and leaves no open intention if its call is invalid', async () => {
    const caller = scripted({ createSubscription: [{ error: new UsageError('call-invalid', 'It does not fit.') }] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect(result.outcomes).toMatchObject([
      { status: 'failed', message: 'It does not fit.', hint: expect.stringContaining('a bug in trueup') },
    ]);
    expect(ledger.intentions).toEqual([]);
  });

  it('suggests adopt if the existing resource cannot be read', async () => {
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

  it('is uncertain if the resource exists after an earlier attempt', async () => {
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

  it('is applied after a retry if a read shows the planned values', async () => {
    const caller = scripted({
      createProperty: [refused(409, 'It exists.', 2)],
      listProperties: [{ value: [REPLY] }],
    });
    const { result, ledger } = await run({ desired: [tier()] }, caller);
    expect(result.summary.applied).toBe(1);
    expect(ledger.records[TIER.address]?.basis).toBe('observed');
  });

  it('is a conflict, then drift, if the existing resource has other values', async () => {
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

  it('stays open if it timed out and reads show no effect', async () => {
    const caller = scripted({ createProperty: [late], listProperties: [{ value: [] }] });
    const { result, ledger } = await run({ desired: [tier()] }, caller);
    expect(result.outcomes).toMatchObject([
      { status: 'uncertain', hint: 'The next apply reads it back before it does anything else.' },
    ]);
    expect(ledger.intentions).toMatchObject([{ covers: [TIER.address], recovery: 'read-back' }]);
  });

  it('has failed if it was redirected and reads show no effect', async () => {
    const caller = scripted({ createProperty: [refused(303, 'See other.')], listProperties: [{ value: [] }] });
    const { result, ledger } = await run({ desired: [tier()] }, caller);
    expect(result.outcomes).toMatchObject([
      { status: 'failed', message: expect.stringContaining('Reads show no effect of it.') },
    ]);
    expect(ledger.intentions).toEqual([]);
  });

  it('is applied if it was redirected and a read shows it', async () => {
    const caller = scripted({ createProperty: [refused(303, 'See other.')], listProperties: [{ value: [REPLY] }] });
    const { result } = await run({ desired: [tier()] }, caller);
    expect(result.summary.applied).toBe(1);
  });

  it('has failed if the request never left this machine', async () => {
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, scripted({ createSubscription: [unsent] }));
    expect([result.summary.failed, ledger.intentions]).toEqual([1, []]);
  });

  it('is uncertain after an unknown error', async () => {
    const caller = scripted({ createSubscription: [{ error: new TypeError('odd') }] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect([result.summary.uncertain, ledger.intentions.length]).toEqual([1, 1]);
  });

  it('is uncertain if its kind cannot read the reply', async () => {
    const caller = scripted({ createSubscription: [{ value: { id: null } }] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect([result.summary.uncertain, ledger.intentions.length]).toEqual([1, 1]);
  });

  it('is read back if the reply names another account, and the run stops', async () => {
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

  it('is repeated after a lost reply if an existing group becomes an update', async () => {
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
  it('is a failure if it shows other values, and the ledger records them', async () => {
    const caller = scripted({ createSubscription: [{ value: { ...SUBSCRIBED, active: false } }] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect(result.outcomes).toMatchObject([
      { status: 'failed', fields: [{ field: 'active', before: true, after: false }] },
    ]);
    expect(ledger.records[SUBSCRIPTION.address]).toMatchObject({ id: '7', fields: { active: false } });
    // The subscription was created, although the outcome is a failure.
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

  it('changes nothing if it refuses every input of a batch', async () => {
    const errors = [{ message: 'No such type.', context: { typeId: ['279'] } }];
    const caller = scripted({
      updateAssociationLimits: [{ value: { status: 'COMPLETE', results: [], errors } }],
    });
    const { result } = await run({ desired: [LIMIT] }, caller);
    expect([result.summary.failed, result.changed]).toEqual([1, false]);
  });

  it('is accepted and stays open if the batch is pending', async () => {
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
