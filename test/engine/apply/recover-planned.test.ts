import { describe, expect, it } from 'vitest';
import { isPlanned, recover } from '../../../src/engine/apply/recover.ts';
import { AuthError } from '../../../src/errors.ts';
import { kindsOn } from '../../../src/kinds/index.ts';
import { memoryStore } from '../../../src/ledger/memory-store.ts';
import type { Action } from '../../../src/model/change.ts';
import type { RunEvent } from '../../../src/model/event.ts';
import type { Intention } from '../../../src/model/ledger.ts';
import { counting, testClock } from '../../ledger/clock.ts';
import { anIntention, SIZE, TIER } from '../../ledger/entries.ts';
import { aChange, aPlan } from '../../support/builders.ts';
import { GROUP, HUB, SUBSCRIPTION } from '../applying.ts';
import { refused, type Scripted, scripted } from '../scripted.ts';

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

async function recovered(intentions: readonly Intention[], caller: Scripted, planned?: () => boolean) {
  const clock = testClock();
  const ledger = memoryStore({ name: 'sandbox', clock, newId: counting('s') });
  await ledger.lock('apply');
  await ledger.append(intentions.map((intention) => ({ type: 'intend', intention })));
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent) => void events.push(event);
  const input = { ledger, kinds: kindsOn('documented'), caller, clock, hubId: HUB, onEvent };
  const result = await recover({ ...input, ...(planned && { planned }) });
  return { ...result, as: events.map((event) => (event.type === 'recovered' ? event.as : event.type)) };
}

describe('a recovery tells', () => {
  const happened = anIntention('i1');
  const not = anIntention('i2', { covers: [SIZE], expects: { [SIZE]: { label: 'Size' } }, before: { [SIZE]: null } });
  const group = anIntention('i3', {
    call: { endpoint: 'updateGroup', params: { object_type: 'contacts', group_name: 'loyalty' }, body: {} },
    covers: [GROUP.address],
    before: {},
    expects: { [GROUP.address]: { displayName: 'Loyalty' } },
    records: {},
    recovery: 'repeat',
  });
  const rows = { listProperties: [{ value: [{ name: 'tier', label: 'Tier', type: 'string' }] }] };

  it('of each call whether it took effect, and how many are open no longer', async () => {
    const ask = anIntention('i4', { covers: [SUBSCRIPTION.address], recovery: 'ask' });
    const { as, findings, settled, uncertain } = await recovered([happened, not, ask], scripted(rows));
    expect([as, settled, uncertain]).toEqual([['applied', 'not-applied', 'uncertain'], 2, [SUBSCRIPTION.address]]);
    const of = 'POST /properties/v2/contacts/properties of trueup run r1 (2026-01-01 00:00 UTC), left open until now,';
    expect(findings.map(({ message, address }) => [address, message])).toEqual([
      [TIER, `${of} took effect: the ledger records it.`],
      [SIZE, `${of} shows no effect.`],
      [
        SUBSCRIPTION.address,
        'It is unknown whether POST /properties/v2/contacts/properties of 2026-01-01 00:00 UTC took effect. Its body: {"name":"tier"}',
      ],
    ]);
  });

  it('of a call that the plan does not make that it was not repeated, and sends nothing', async () => {
    const caller = scripted({});
    const { as, findings, settled } = await recovered([group], caller, () => false);
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

  it('of a repetition that it was refused, or took effect', async () => {
    const no = await recovered([group], scripted({ updateGroup: [refused(400, 'No.')] }));
    expect([no.as, no.settled]).toEqual([['not-applied'], 1]);
    const reply = { value: { name: 'loyalty', displayName: 'Loyalty' } };
    const records = {
      [GROUP.address]: {
        address: GROUP.address,
        kind: 'property-group',
        fields: { displayName: 'Loyalty' },
        basis: 'recorded',
        at: '2026-01-01T00:00:00.000Z',
        run: 'r1',
      },
    } as const;
    const yes = await recovered([{ ...group, records }], scripted({ updateGroup: [reply] }));
    expect([yes.as, yes.settled]).toEqual([['applied'], 1]);
  });

  it.each([
    ['read', happened, 'listProperties'],
    ['repetition', group, 'updateGroup'],
  ] as const)('nothing more where the token is refused at a %s: it ends', async (_, intention, endpoint) => {
    const error = new AuthError('token-refused', 'The token was refused.');
    await expect(recovered([intention], scripted({ [endpoint]: [{ error }] }))).rejects.toBe(error);
  });
});
