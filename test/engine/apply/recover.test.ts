import { describe, expect, it } from 'vitest';
import { isPlanned, recover } from '../../../src/engine/apply/recover.ts';
import { AuthError } from '../../../src/errors.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import { memoryStore } from '../../../src/ledger/memory-store.ts';
import type { Action } from '../../../src/model/change.ts';
import type { RunEvent } from '../../../src/model/event.ts';
import type { Intention, LedgerRecord } from '../../../src/model/ledger.ts';
import { counting, testClock } from '../../ledger/clock.ts';
import { anIntention, aRecord, SIZE, TIER } from '../../ledger/entries.ts';
import { aChange, aPlan } from '../../support/builders.ts';
import { GROUP, HUB, SUBSCRIPTION } from '../applying.ts';
import { lost, refused, type Scripted, scripted, unsent } from '../scripted.ts';

const DEFINITION = { name: 'tier', label: 'Tier', type: 'string' };

interface Before {
  readonly known?: readonly LedgerRecord[];
  readonly planned?: () => boolean;
}

async function recovered(intentions: readonly Intention[], caller: Scripted, { known = [], planned }: Before = {}) {
  const clock = testClock();
  const store = memoryStore({ name: 'sandbox', clock, newId: counting('s') });
  await store.lock('apply');
  await store.append(known.map((record) => ({ type: 'record', record })));
  await store.append(intentions.map((intention) => ({ type: 'intend', intention })));
  const as: string[] = [];
  const onEvent = (event: RunEvent) => void as.push(event.type === 'recovered' ? event.as : event.type);
  const input = { ledger: store, kinds: listKinds('documented'), caller, clock, hubId: HUB, onEvent };
  const { ledger, findings, uncertain, settled } = await recover({ ...input, ...(planned && { planned }) });
  return {
    ...{ as, settled },
    records: ledger.records,
    open: ledger.intentions.length,
    codes: findings.map(({ code, severity }) => `${severity} ${code}`),
    findings,
    uncertain,
  };
}

describe('recover reads back', () => {
  const update = anIntention('i1', { before: { [TIER]: { label: 'Old' } } });
  const observed = aRecord(TIER, { basis: 'observed' });
  const overtaken = aRecord(TIER, { basis: 'recorded' });

  it.each([
    ['a create that happened', anIntention('i1'), [DEFINITION], observed, ['info intention-settled']],
    ['a create that did not', anIntention('i1'), [], undefined, ['info intention-settled']],
    [
      'a create that someone else made differently',
      anIntention('i1'),
      [{ ...DEFINITION, label: 'X' }],
      { ...overtaken, found: 'changed' },
      ['warning intention-overtaken'],
    ],
    ['an update that happened', update, [DEFINITION], observed, ['info intention-settled']],
    ['an update that did not', update, [{ ...DEFINITION, label: 'Old' }], undefined, ['info intention-settled']],
    [
      'an update that someone overtook',
      update,
      [{ ...DEFINITION, label: 'X' }],
      overtaken,
      ['warning intention-overtaken'],
    ],
    ['an update of what is gone', update, [], undefined, ['warning intention-overtaken']],
  ])('%s', async (_, intention, definitions, record, codes) => {
    const result = await recovered([intention], scripted({ listProperties: [{ value: definitions }] }));
    expect(result).toMatchObject({ open: 0, codes, uncertain: [] });
    expect(result.records).toEqual(record === undefined ? {} : { [TIER]: record });
  });

  it('every open call, and reports the result of each', async () => {
    const not = anIntention('i2', { covers: [SIZE], expects: { [SIZE]: { label: 'Size' } }, before: { [SIZE]: null } });
    const caller = scripted({ listProperties: [{ value: [DEFINITION] }] });
    const { as, findings, settled } = await recovered([anIntention('i1'), not], caller);
    expect([as, settled]).toEqual([['applied', 'not-applied'], 2]);
    const of = 'POST /properties/v2/contacts/properties of trueup run r1 (2026-01-01 00:00 UTC), left open until now,';
    expect(findings.map(({ message, address }) => [address, message])).toEqual([
      [TIER, `${of} took effect: the ledger records it.`],
      [SIZE, `${of} shows no effect.`],
    ]);
  });

  it('and keeps a call open if its read failed', async () => {
    const result = await recovered([anIntention('i1')], scripted({ listProperties: [refused(500, 'Out of order.')] }));
    expect(result).toMatchObject({ open: 1, codes: ['warning intention-still-open'], uncertain: [TIER] });
  });
});

describe('recover repeats', () => {
  const record = aRecord(GROUP.address, {
    kind: 'property-group',
    fields: { displayName: 'Loyalty' },
    basis: 'recorded',
  });
  const group = anIntention('i1', {
    call: {
      endpoint: 'createGroup',
      params: { object_type: 'contacts' },
      body: { name: 'loyalty', displayName: 'Loyalty' },
    },
    onConflict: {
      endpoint: 'updateGroup',
      params: { object_type: 'contacts', group_name: 'loyalty' },
      body: { displayName: 'Loyalty' },
    },
    covers: [GROUP.address],
    before: { [GROUP.address]: null },
    expects: { [GROUP.address]: { displayName: 'Loyalty' } },
    records: { [GROUP.address]: record },
    recovery: 'repeat',
  });
  const reply = { value: { name: 'loyalty', displayName: 'Loyalty' } };

  it('a harmless create, as an update if the resource exists', async () => {
    const caller = scripted({ createGroup: [refused(409, 'It exists.')], updateGroup: [reply] });
    expect(await recovered([group], caller)).toMatchObject({
      records: { [GROUP.address]: { ...record, basis: 'echoed' } },
      open: 0,
      codes: ['info intention-settled'],
      as: ['applied'],
      settled: 1,
    });
    expect(caller.said).toEqual(['createGroup', 'updateGroup']);
  });

  it('and reports a refusal', async () => {
    const result = await recovered([group], scripted({ createGroup: [refused(400, 'No.')] }));
    const codes = ['warning intention-refused'];
    expect(result).toMatchObject({ records: {}, open: 0, codes, as: ['not-applied'], settled: 1 });
  });

  it('and drops the recorded values once the repetition was refused', async () => {
    const earlier = { ...record, fields: { displayName: 'Old', displayOrder: 1 }, id: '7', basis: 'echoed' } as const;
    const result = await recovered([group], scripted({ createGroup: [refused(400, 'No.')] }), { known: [earlier] });
    expect(result).toMatchObject({ open: 0, codes: ['warning intention-refused'] });
    expect(result.records).toEqual({ [GROUP.address]: { ...earlier, fields: {} } });
  });

  it('and keeps a call open if the repetition could not be sent', async () => {
    const earlier = { ...record, fields: { displayName: 'Old' } };
    const result = await recovered([group], scripted({ createGroup: [unsent] }), { known: [earlier] });
    expect(result).toMatchObject({ open: 1, codes: ['warning intention-still-open'], uncertain: [GROUP.address] });
    expect(result.records).toEqual({ [GROUP.address]: earlier });
  });

  it.each([
    ['is about another group', { name: 'other', displayName: 'Loyalty' }, 'name is "other" instead of "loyalty"'],
    ['cannot be read', { displayName: 7 }, 'expected string'],
  ])('and keeps a call open if the reply %s', async (_, value, says) => {
    const result = await recovered([group], scripted({ createGroup: [{ value }] }));
    expect(result).toMatchObject({ records: {}, open: 1, codes: ['warning intention-still-open'] });
    expect(result.findings[0]?.message).toContain(says);
  });

  it('only calls that the plan makes', async () => {
    const caller = scripted({});
    const { as, findings, settled } = await recovered([group], caller, { planned: () => false });
    expect([as, caller.said, settled]).toEqual([['uncertain'], [], 0]);
    expect(findings).toMatchObject([
      {
        code: 'intention-still-open',
        message: expect.stringContaining('it is not repeated, because the plan does not make its change.'),
        fix: [
          { action: 'settle', addresses: group.covers, as: 'applied' },
          { action: 'settle', addresses: group.covers, as: 'not-applied' },
        ],
      },
    ]);
  });

  it('and keeps a call open if it stays in doubt', async () => {
    const result = await recovered([group], scripted({ createGroup: [lost] }));
    expect(result).toMatchObject({ open: 1, codes: ['warning intention-still-open'], uncertain: [GROUP.address] });
  });
});

describe('recover repeats a batch of limits', () => {
  const [first, second] = [
    'association-limit:contacts/companies/SERVICE_DEFINED/279',
    'association-limit:contacts/companies/USER_DEFINED/7',
  ] as const;
  const limit = (address: typeof first | typeof second, maxToObjectIds: number) =>
    aRecord(address, { kind: 'association-limit', fields: { maxToObjectIds }, basis: 'recorded' });
  const batch = anIntention('i1', {
    call: { endpoint: 'updateAssociationLimits', params: { fromObjectType: 'contacts', toObjectType: 'companies' } },
    covers: [first, second],
    before: { [first]: { maxToObjectIds: 5 }, [second]: { maxToObjectIds: 5 } },
    expects: { [first]: { maxToObjectIds: 8 }, [second]: { maxToObjectIds: 8 } },
    records: { [first]: limit(first, 8), [second]: limit(second, 8) },
    recovery: 'repeat',
  });
  const known = [limit(first, 5), limit(second, 5)];
  const row = { category: 'SERVICE_DEFINED', typeId: 279, userEnforcedMaxToObjectIds: 8 };
  const replying = (value: unknown) => scripted({ updateAssociationLimits: [{ value }] });

  it('and keeps a batch open if the service has not finished it', async () => {
    const result = await recovered([batch], replying({ status: 'PROCESSING', results: [row] }), { known });
    expect(result).toMatchObject({ open: 1, uncertain: [first, second], codes: ['warning intention-still-open'] });
    expect(result.records).toEqual({ [first]: known[0], [second]: known[1] });
    expect(result.findings[0]?.message).toContain(
      'repeating it did not clear it: The service accepted the batch; its status is PROCESSING.',
    );
  });

  it('and claims no value of a batch that was canceled', async () => {
    const result = await recovered([batch], replying({ status: 'CANCELED', results: [] }), { known });
    expect(result).toMatchObject({ open: 0, codes: ['warning intention-refused'] });
    expect(result.records).toEqual({ [first]: { ...known[0], fields: {} }, [second]: { ...known[1], fields: {} } });
  });

  it('and records the applied values, clears refused values, and names the refusal', async () => {
    const errors = [{ message: 'Above the object limit.', context: { typeId: ['7'] } }];
    const result = await recovered([batch], replying({ status: 'COMPLETE', results: [row], errors }), { known });
    expect(result).toMatchObject({ open: 0, codes: ['warning intention-refused'] });
    expect(result.records).toMatchObject({ [first]: { fields: { maxToObjectIds: 8 } }, [second]: { fields: {} } });
    expect(result.findings[0]).toMatchObject({
      address: second,
      message: expect.stringContaining(`was repeated and refused for ${second}: Above the object limit.`),
    });
  });
});

it.each([
  ['read-back', 'listProperties'],
  ['repeat', 'createGroup'],
] as const)('recover ends if the token is refused at a %s', async (recovery, endpoint) => {
  const error = new AuthError('token-refused', 'The token was refused.');
  const call = { endpoint: 'createGroup', params: { object_type: 'contacts' }, body: {} } as const;
  const intention = anIntention('i1', recovery === 'repeat' ? { call, recovery } : {});
  await expect(recovered([intention], scripted({ [endpoint]: [{ error }] }))).rejects.toBe(error);
});

describe('recover asks', () => {
  it('a person about a call that can be neither read nor repeated', async () => {
    const caller = scripted({});
    const intention = anIntention('i1', {
      call: { endpoint: 'createSubscription', params: { appId: '2001' }, body: { eventType: 'contact.creation' } },
      method: 'POST',
      path: '/webhooks/2026-03/2001/subscriptions',
      covers: [SUBSCRIPTION.address],
      before: { [SUBSCRIPTION.address]: null },
      expects: { [SUBSCRIPTION.address]: { active: true } },
      records: { [SUBSCRIPTION.address]: null },
      recovery: 'ask',
    });
    const result = await recovered([intention], caller);
    expect(result).toMatchObject({ open: 1, uncertain: [SUBSCRIPTION.address], as: ['uncertain'], settled: 0 });
    expect(result.findings).toEqual([
      {
        code: 'unsettled-intention',
        severity: 'error',
        message:
          'It is unknown whether POST /webhooks/2026-03/2001/subscriptions of 2026-01-01 00:00 UTC took effect. Its body: {"eventType":"contact.creation"}',
        hint: 'Check in the account whether it took effect.',
        fix: [
          { action: 'settle', addresses: [SUBSCRIPTION.address], as: 'applied' },
          { action: 'settle', addresses: [SUBSCRIPTION.address], as: 'not-applied' },
        ],
        address: SUBSCRIPTION.address,
      },
    ]);
    expect(caller.said).toEqual([]);
  });
});

describe('a plan makes the change of an open call', () => {
  const writes = { [TIER]: { label: 'A' }, [SIZE]: { label: 'B' } };
  const removes = { [TIER]: null, [SIZE]: null };

  it.each<[string, Intention['expects'], Action | undefined, Action | undefined, boolean]>([
    ['where it creates and updates what the call writes', writes, 'create', 'update', true],
    ['where it removes what the call removes', removes, 'remove', 'remove', true],
    ['not where it removes what the call writes', writes, 'remove', 'create', false],
    ['not where it writes what the call removes', removes, 'remove', 'create', false],
    ['not where it blocks one of two', writes, 'create', 'blocked', false],
    ['not where it keeps one of two', removes, 'keep', 'remove', false],
    ['not where it forgets what the call removes', removes, 'forget', 'forget', false],
    ['not where it says nothing of one of two', writes, 'update', undefined, false],
  ])('%s', (_, expects, tier, size, expected) => {
    const changes = [
      ...(tier === undefined ? [] : [aChange({ address: TIER, action: tier })]),
      ...(size === undefined ? [] : [aChange({ address: SIZE, action: size })]),
    ];
    expect(isPlanned(aPlan({ changes }))(anIntention('i1', { covers: [TIER, SIZE], expects }))).toBe(expected);
  });
});
