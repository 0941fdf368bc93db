import { expect, it } from 'vitest';
import type { ReadCall } from '../../../../src/contract/calls.ts';
import { observe } from '../../../../src/engine/observe/observe.ts';
import { ApiError, TransportError } from '../../../../src/errors.ts';
import { listKinds } from '../../../../src/kinds/index.ts';
import type { DesiredResource } from '../../../../src/model/desired.ts';
import type { Fields } from '../../../../src/model/json.ts';
import { GROUP, newParts, told, type World } from '../../../engine/applying.ts';
import { declare } from '../../../engine/planning.ts';
import { closedWorlds } from '../../../engine/worlds.ts';
import { aLedger } from '../../../support/builders.ts';

const { world } = closedWorlds('dated');

const BADGE = 'property:contacts/badge';
const badge = (more: Fields = {}): DesiredResource =>
  declare('property', {
    ...{ objectType: 'contacts', groupName: 'loyalty', name: 'badge', label: 'Badge' },
    ...{ type: 'string', fieldType: 'text', ...more },
  });
const ALLOWED = [{ risk: 'property-restore' }] as const;
const HIGHLY = 'dataSensitivity=highly_sensitive';
const SENSITIVE = 'dataSensitivity=sensitive';

interface Watched extends World {
  /** Queries of the lists of properties since the last look. */
  asked(): readonly string[];
}

/** `refuses`: lists of sensitive properties are answered with 403. */
async function watched({ seed, refuses = false }: { seed?: Fields; refuses?: boolean } = {}): Promise<Watched> {
  const property = {
    objectType: 'contacts',
    name: 'badge',
    label: 'Badge',
    type: 'string',
    fieldType: 'text',
  } as const;
  const groups = [{ objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty' }];
  const properties = seed === undefined ? [] : [{ ...property, groupName: 'loyalty', ...seed }];
  const parts = await newParts({ accounts: [{ hubId: 1001, sensitiveData: true, groups, properties }] } as never);
  const asked: string[] = [];
  const read: World['caller']['read'] = async (call: ReadCall, options) => {
    if (call.endpoint === 'listDatedProperties') asked.push(`${new URLSearchParams(call.query)}`);
    if (refuses && call.query?.['dataSensitivity'] !== undefined)
      throw new ApiError('This token lacks a scope.', { endpoint: call.endpoint, status: 403, attempts: 1 });
    return parts.caller.read(call, options);
  };
  return {
    ...(await world({ ...parts, caller: { ...parts.caller, read, send: (...given) => parts.caller.send(...given) } })),
    asked: () => asked.splice(0).toSorted(),
  };
}

const archive = ({ caller }: World) =>
  caller.send({ endpoint: 'archiveDatedProperty', params: { object_type: '0-1', property_name: 'badge' } });
const shown = async ({ service }: World) =>
  ((await service.snapshot(1001)).properties['contacts'] ?? []).find(({ name }) => name === 'badge');

it('reads one list of an object type where that shows everything', async () => {
  const one = await watched({ seed: {} });
  const plan = await one.plan([GROUP, badge()]);
  expect([plan.calls, one.asked()]).toEqual([[], ['']]);
});

it('reads every other list where something would be created', async () => {
  const one = await watched();
  const plan = await one.plan([GROUP, badge()]);
  expect(plan.changes).toMatchObject([{}, { address: BADGE, action: 'create', because: 'missing', risk: 'safe' }]);
  expect(one.asked()).toEqual([
    '',
    ...[`archived=true`, `archived=true&${HIGHLY}`, `archived=true&${SENSITIVE}`],
    HIGHLY,
    SENSITIVE,
  ]);
});

it('matches a sensitive property to a declaration without sensitivity, and updates it', async () => {
  const one = await watched({ seed: { dataSensitivity: 'sensitive' } });
  const plan = await one.plan([GROUP, badge({ label: 'Pin' })]);
  expect(plan.changes).toMatchObject([{}, { address: BADGE, action: 'update', fields: [{ field: 'label' }] }]);
  expect(one.asked()).toEqual(['', HIGHLY, SENSITIVE]);
  expect(told(await one.apply(plan))).toMatchObject({ [BADGE]: 'applied' });
  expect(await shown(one)).toMatchObject({ label: 'Pin', dataSensitivity: 'sensitive' });
  expect((await one.plan([GROUP, badge({ label: 'Pin' })])).calls).toEqual([]);
});

it('reads of sensitive properties the list that is asked for, and no other', async () => {
  const one = await watched({ seed: { dataSensitivity: 'sensitive' } });
  const plan = await one.plan([GROUP, badge({ dataSensitivity: 'sensitive' })]);
  expect([plan.calls, one.asked()]).toEqual([[], ['', SENSITIVE]]);
});

it('blocks a change of an immutable field', async () => {
  const one = await watched({ seed: { dataSensitivity: 'sensitive' } });
  const { changes, calls } = await one.plan([GROUP, badge({ dataSensitivity: 'non_sensitive', hasUniqueValue: true })]);
  expect(calls).toEqual([]);
  expect(changes.find(({ address }) => address === BADGE)).toMatchObject({
    action: 'blocked',
    because: 'no-endpoint',
    reason:
      'No endpoint can change hasUniqueValue, dataSensitivity once it exists. In the account hasUniqueValue is false and dataSensitivity is "sensitive": declare that, or another property.',
    section: '11.3',
  });
});

it('creates a property and reports that sensitive properties are unreadable', async () => {
  const one = await watched({ refuses: true });
  const plan = await one.plan([GROUP, badge()]);
  expect(plan).toMatchObject({ complete: true, applyable: true, summary: { create: 1 } });
  expect(plan.findings.map(({ code, severity }) => [code, severity])).toEqual([['sensitive-unread', 'info']]);
  expect(told(await one.apply(plan))).toMatchObject({ [BADGE]: 'applied' });
});

it.each([
  [true, 'reference-unseen', 'and it is unknown whether that exists.', 'If it exists this is fine.'],
  [false, 'reference-missing', 'which is neither declared nor in the account.', 'Declare it, or correct the name.'],
])(
  'reports a missing reference from the readable lists (sensitive lists refused: %s)',
  async (refuses, code, what, hint) => {
    const one = await watched({ refuses });
    const formula = { type: 'number', fieldType: 'calculation_equation', calculationFormula: 'salary * 2' };
    const { findings } = await one.plan([GROUP, badge(formula)]);
    expect(
      findings
        .filter((one) => one.code.startsWith('reference'))
        .map(({ code, message, hint }) => [code, message, hint]),
    ).toEqual([[code, `${BADGE} needs property:contacts/salary, ${what}`, hint]]);
  },
);

it('blocks a sensitive property that the token cannot read', async () => {
  const one = await watched({ refuses: true });
  const plan = await one.plan([GROUP, badge({ dataSensitivity: 'sensitive' })]);
  expect(plan.complete).toBe(false);
  expect(plan.changes.find(({ address }) => address === BADGE)).toMatchObject({ action: 'blocked', because: 'unseen' });
});

it('restores an archived property after consent', async () => {
  const one = await watched();
  const declared = [GROUP, badge()];
  await one.apply(await one.plan(declared));
  const before = await shown(one);
  one.clock.advance(60_000);
  await archive(one);
  one.clock.advance(60_000);

  const held = await one.plan(declared);
  expect(held.calls).toEqual([]);
  expect(held.changes.find(({ address }) => address === BADGE)).toMatchObject({
    action: 'blocked',
    because: 'consent-required',
    reason: expect.stringMatching(
      /^Requires consent: creating it restores the property that was archived at .+ UTC, with its record values \(type "string"\)\.$/,
    ),
    risks: ['property-restore'],
  });

  const plan = await one.plan(declared, ALLOWED);
  expect(plan.changes.find(({ address }) => address === BADGE)).toMatchObject({
    action: 'create',
    because: 'archived',
  });
  expect(told(await one.apply(plan))).toMatchObject({ [BADGE]: 'applied' });
  expect(await shown(one)).toMatchObject({ createdAt: before?.createdAt, archivedAt: null });
  expect((await one.plan(declared)).calls).toEqual([]);
});

it('records a restored property of another user as found', async () => {
  const one = await watched({ seed: {} });
  one.clock.advance(60_000);
  await archive(one);
  one.clock.advance(60_000);
  const declared = [GROUP, badge()];
  expect(told(await one.apply(await one.plan(declared, ALLOWED)))).toMatchObject({ [BADGE]: 'applied' });
  expect((await one.ledger()).records[BADGE]?.found).toBe('changed');
});

it('blocks one restore among creates, and makes the others', async () => {
  const one = await watched({ seed: {} });
  await archive(one);
  const other = declare('property', { ...badge().spec, name: 'medal' });
  const plan = await one.plan([GROUP, badge(), other]);
  expect(plan.changes.map(({ address, action }) => [address, action])).toEqual([
    [GROUP.address, 'keep'],
    [BADGE, 'blocked'],
    [other.address, 'create'],
  ]);
  expect(plan.calls.map(({ covers }) => covers)).toEqual([[other.address]]);
});

const medal = declare('property', { ...badge().spec, name: 'medal' });
const THEIRS = { name: 'badge', label: 'Theirs', groupName: 'loyalty', type: 'number', fieldType: 'number' };
const createAndArchive = async (one: World) => {
  await one.caller.send({ endpoint: 'createDatedProperty', params: { object_type: '0-1' }, body: THEIRS });
  await archive(one);
  one.clock.advance(3_600_000);
};

it.each([
  ['alone', [badge()]],
  ['in a batch', [badge(), medal]],
])('says of one that was archived just before the call, %s, that it is back', async (_, declared) => {
  const one = await watched();
  await one.apply(await one.plan([GROUP]));
  const plan = await one.plan([GROUP, ...declared]);
  const result = await one.apply(plan, {
    caller: {
      read: (call, options) => one.caller.read(call, options),
      // The create and archive happen after the last read.
      async send(call) {
        await createAndArchive(one);
        return one.caller.send(call);
      },
    },
  });
  expect(result.outcomes[0]).toMatchObject({
    status: 'conflict',
    message: expect.stringMatching(
      /^It has the planned values, but it is not new: the reply says that it was created at .+ UTC, so one of this name was archived and is back with its record values\.$/,
    ),
  });
  expect(result.outcomes.slice(1).map(({ status }) => status)).toEqual(declared.slice(1).map(() => 'applied'));
  expect((await one.ledger()).records[BADGE]).toMatchObject({ fields: { label: 'Badge' }, found: 'changed' });
});

it.each([
  ['alone', [badge()]],
  ['in a batch', [badge(), medal]],
])('reports the restore of one archived just before the call, %s, if the reply is lost', async (_, declared) => {
  const one = await watched();
  await one.apply(await one.plan([GROUP]));
  const plan = await one.plan([GROUP, ...declared]);
  const result = await one.apply(plan, {
    caller: {
      read: (call, options) => one.caller.read(call, options),
      async send(call) {
        await createAndArchive(one);
        await one.caller.send(call);
        throw new TransportError('connection-lost', 'The connection broke.', { sent: 'maybe' });
      },
    },
  });
  expect(result.outcomes[0]).toMatchObject({
    status: 'conflict',
    message: expect.stringContaining('it is not new: a read shows that it was created at'),
  });
  expect(result.outcomes.slice(1).map(({ status }) => status)).toEqual(declared.slice(1).map(() => 'applied'));
  expect((await one.ledger()).records[BADGE]).toMatchObject({ found: 'changed', basis: 'observed' });
});

it('lists sensitive properties of an object type, and reports refused lists', async () => {
  const kinds = listKinds('dated');
  const look = async (one: Watched) => {
    const desired = { resources: [] };
    const live = await observe({
      desired,
      whole: ['contacts'],
      ledger: aLedger(),
      kinds,
      reader: one.caller,
      concurrency: 2,
    });
    return [live.resources.has(BADGE), live.complete, live.findings.map(({ message }) => message)];
  };
  const seed = { dataSensitivity: 'highly_sensitive' };
  expect(await look(await watched({ seed }))).toEqual([true, true, []]);
  expect(await look(await watched({ seed, refuses: true }))).toEqual([
    false,
    true,
    ['Sensitive properties of contacts cannot be read, so they are left out. This token lacks a scope.'],
  ]);
});
