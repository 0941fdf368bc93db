import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/contract/calls.ts';
import { findDrift } from '../../src/engine/drift/drift.ts';
import { kindNamed } from '../../src/engine/kind-lookup.ts';
import { observe } from '../../src/engine/observe/observe.ts';
import { declarationOf, formsOf } from '../../src/engine/stored.ts';
import { kindsOn } from '../../src/kinds/index.ts';
import type { DesiredResource } from '../../src/model/desired.ts';
import type { Fields, Json } from '../../src/model/json.ts';
import { aWorld, GROUP, HUB, TIER, told, type World } from './applying.ts';
import { declare, planOf, recorded, seen, tier } from './planning.ts';

const NFC = 'Café';
const NFD = 'Cafe\u0301';

/** The embedded service behind something that stores what it is sent in another form. */
function storing(world: World, form: (body: Fields) => Fields): Caller {
  return {
    ...world.caller,
    send: (call, options) => {
      const isProperty = ['createProperty', 'patchProperty'].includes(call.endpoint);
      const body = isProperty ? form(call.body as Fields) : call.body;
      return world.caller.send({ ...call, body } as typeof call, options);
    },
  };
}

const labelled =
  (change: (label: string) => string) =>
  (body: Fields): Fields =>
    typeof body['label'] === 'string' ? { ...body, label: change(body['label']) } : body;
const lower = labelled((label) => label.toLowerCase());
const list = (body: Fields): readonly Fields[] => (Array.isArray(body['options']) ? (body['options'] as Fields[]) : []);
const sorted = (body: Fields): Fields =>
  body['options'] === undefined
    ? body
    : {
        ...body,
        options: list(body)
          .toSorted((a, b) => (String(a['value']) < String(b['value']) ? -1 : 1))
          .map((option, displayOrder) => ({ ...option, displayOrder })),
      };

const codes = ({ findings }: { readonly findings: readonly { readonly code: string }[] }) =>
  findings.map(({ code }) => code);

interface Stored {
  readonly world: World;
  readonly caller: Caller;
}

/** Declared once and applied once. */
async function appliedBy(
  form: (body: Fields) => Fields,
  resources: readonly DesiredResource[],
): Promise<Stored & { readonly result: Awaited<ReturnType<World['apply']>> }> {
  const world = await aWorld();
  const caller = storing(world, form);
  const result = await world.apply(await world.plan(resources), { caller });
  return { world, caller, result };
}

describe('a service that stores a label in lower case', () => {
  const declared = [GROUP, TIER];

  it('is told from one that failed, with the line to declare instead', async () => {
    const { world, result } = await appliedBy(lower, declared);
    expect(result.outcomes.find(({ address }) => address === TIER.address)).toMatchObject({
      status: 'failed',
      message:
        'The service accepted the call but stores label in another form; writing it again would not change that.',
      hint: 'Declare it as it is stored: label: "loyalty tier"',
      fields: [{ field: 'label', before: 'Loyalty tier', after: 'loyalty tier' }],
    });
    expect((await world.ledger()).records[TIER.address]).toMatchObject({
      fields: { label: 'Loyalty tier' },
      stored: { label: 'loyalty tier' },
    });
    const { calls, adopt, applyable, findings } = await world.plan(declared);
    expect([calls, adopt, applyable, codes({ findings })]).toEqual([[], [], true, ['stored-differently']]);
  });

  it('is no drift while it stays so, and is drift when somebody changes it', async () => {
    const { world, caller } = await appliedBy(lower, declared);
    const drift = async () => {
      const ledger = await world.ledger();
      const live = await observe({
        desired: { resources: [] },
        ledger,
        kinds: kindsOn('documented'),
        reader: world.caller,
        concurrency: 1,
      });
      const { resources } = findDrift({
        account: { name: 'sandbox', hubId: HUB },
        ledger,
        live,
        kinds: kindsOn('documented'),
      });
      return resources.find(({ address }) => address === TIER.address)?.status;
    };
    expect(await drift()).toBe('in-sync');
    await world.service.admin(HUB).editProperty('contacts', 'loyaltytier', { label: 'LOYALTY TIER' });
    expect(await drift()).toBe('drifted');
    const plan = await world.plan(declared);
    expect([codes(plan), plan.calls.map(({ body }) => body)]).toEqual([[], [{ label: 'Loyalty tier' }]]);
    expect(plan.changes.find(({ address }) => address === TIER.address)?.because).toBe('account-changed');
    await world.apply(plan, { caller });
    expect((await world.plan(declared)).calls).toEqual([]);
  });

  it('is written to when the file changes, and its form is known anew', async () => {
    const { world, caller } = await appliedBy(lower, declared);
    const changed = [GROUP, tier({ label: 'Rank' })];
    const plan = await world.plan(changed);
    expect(plan.calls.map(({ body }) => body)).toEqual([{ label: 'Rank' }]);
    await world.apply(plan, { caller });
    expect((await world.ledger()).records[TIER.address]?.stored).toEqual({ label: 'rank' });
    expect((await world.plan(changed)).calls).toEqual([]);
  });

  it('keeps the form in mind when another field is written', async () => {
    const { world, caller } = await appliedBy(lower, declared);
    const changed = [GROUP, tier({ description: 'Of the programme' })];
    const result = await world.apply(await world.plan(changed), { caller });
    expect(told(result)).toEqual({ [TIER.address]: 'applied' });
    expect((await world.ledger()).records[TIER.address]?.stored).toEqual({ label: 'loyalty tier' });
    expect((await world.plan(changed)).calls).toEqual([]);
  });

  it('is in sync once the file declares what is stored, and the ledger forgets the form', async () => {
    const { world } = await appliedBy(lower, declared);
    const follows = [GROUP, tier({ label: 'loyalty tier' })];
    const plan = await world.plan(follows);
    expect([plan.calls, plan.findings, plan.adopt.length]).toEqual([[], [], 1]);
    await world.apply(plan);
    expect((await world.ledger()).records[TIER.address]).not.toHaveProperty('stored');
    expect((await world.plan(follows)).adopt).toEqual([]);
  });

  it('is forgotten once the account holds the declared value', async () => {
    const { world } = await appliedBy(lower, declared);
    const admin = world.service.admin(HUB);
    await admin.editProperty('contacts', 'loyaltytier', { label: 'Loyalty tier' });
    await world.apply(await world.plan(declared));
    await admin.editProperty('contacts', 'loyaltytier', { label: 'loyalty tier' });
    expect((await world.plan(declared)).calls.map(({ body }) => body)).toEqual([{ label: 'Loyalty tier' }]);
  });

  it('is in the history as the value that the call left', async () => {
    const { world, caller } = await appliedBy(lower, declared);
    await world.apply(await world.plan([GROUP, tier({ label: 'Rank' })]), { caller });
    const [newest] = await world.store.history();
    expect(
      newest?.calls.map(({ before, records }) => [before[TIER.address], records[TIER.address]?.['label']]),
    ).toEqual([[{ label: 'loyalty tier' }, 'rank']]);
  });

  it('is found out where the ledger knows nothing of it yet', async () => {
    const { world, caller } = await appliedBy(lower, declared);
    await world.store.lock('test').then(async (lock) => {
      await world.store.append([{ type: 'forget', address: TIER.address, at: '2026-01-01T00:00:00.000Z' }]);
      await world.store.compact({ name: 'sandbox', hubId: HUB });
      await lock.release();
    });
    await world.apply(await world.plan(declared), { caller });
    expect((await world.plan(declared)).calls).toEqual([]);
  });
});

describe('a service that stores text in another Unicode form', () => {
  it('gets the line with the marks written as escapes, since both look the same', async () => {
    const declared = [GROUP, tier({ label: NFC })];
    const { world, result } = await appliedBy(
      labelled((label) => label.normalize('NFD')),
      declared,
    );
    expect(result.outcomes.find(({ address }) => address === TIER.address)?.hint).toBe(
      'Declare it as it is stored: label: "Cafe\\u0301"',
    );
    const { calls, findings } = await world.plan(declared);
    expect([calls, findings[0]?.message]).toEqual([
      [],
      `The service stores label of ${TIER.address} as the same text in another Unicode form than the file declares, so it is not written again.`,
    ]);
    const follows = [GROUP, tier({ label: NFD })];
    expect(codes(await world.plan(follows))).toEqual([]);
  });
});

describe('a service that sorts options', () => {
  const options = [
    { value: 'silver', label: 'Silver' },
    { value: 'gold', label: 'Gold' },
  ];
  const declared = [GROUP, tier({ options })];

  it('is not written to again, and the list to declare has the members that the file has', async () => {
    const { world, result } = await appliedBy(sorted, declared);
    expect(result.outcomes.find(({ address }) => address === TIER.address)?.hint).toBe(
      'Declare it as it is stored: options: [{"value":"gold","label":"Gold"},{"value":"silver","label":"Silver"}]',
    );
    const plan = await world.plan(declared);
    expect([plan.calls, codes(plan)]).toEqual([[], ['stored-differently']]);
  });

  it('is not written to if a user adds an option of their own', async () => {
    const { world } = await appliedBy(sorted, declared);
    const admin = world.service.admin(HUB);
    await admin.addOption('contacts', 'loyaltytier', { value: 'theirs', label: 'Theirs' });
    expect((await world.plan(declared)).calls).toEqual([]);
    await admin.editOption('contacts', 'loyaltytier', 'gold', { label: 'Premium' });
    expect((await world.plan(declared)).calls).toHaveLength(1);
    await admin.editOption('contacts', 'loyaltytier', 'gold', { label: 'Gold' });
    expect((await world.plan(declared)).calls).toEqual([]);
    await admin.deleteOption('contacts', 'loyaltytier', 'silver');
    expect((await world.plan(declared)).calls).toHaveLength(1);
  });
});

describe('a service that stores option values in lower case, and refuses two spellings of one', () => {
  const gold = { value: 'Gold', label: 'Gold' };
  const silver = { value: 'Silver', label: 'Silver' };
  const bronze = { value: 'bronze', label: 'Bronze' };
  const lowerValues = (body: Fields): Fields => {
    if (body['options'] === undefined) return body;
    return {
      ...body,
      options: list(body).map((option) => ({ ...option, value: String(option['value']).toLowerCase() })),
    };
  };
  const declaring = (...options: readonly Fields[]) => [GROUP, tier({ options })];
  const spellings = ({ calls }: Awaited<ReturnType<World['plan']>>) =>
    calls.map(({ body }) => list(body as Fields).map(({ value }) => value));
  const applied = () => appliedBy(lowerValues, declaring(gold, silver));

  it('is sent one of them when the file adds an option, and is told what to declare', async () => {
    const { world, caller } = await applied();
    const more = declaring(gold, silver, bronze);
    const plan = await world.plan(more);
    expect(spellings(plan)).toEqual([['gold', 'silver', 'bronze']]);
    expect(plan.findings.map(({ code, message, hint }) => [code, message, hint])).toEqual([
      [
        'stored-differently',
        `The service stores options of ${TIER.address} in another form than the file declares, so the stored form is sent.`,
        'Declare it as it is stored: options: [{"value":"gold","label":"Gold"},{"value":"silver","label":"Silver"},{"value":"bronze","label":"Bronze"}]',
      ],
    ]);
    expect(told(await world.apply(plan, { caller }))).toEqual({ [TIER.address]: 'applied' });
    const next = await world.plan(more);
    expect([next.calls, codes(next), next.adopt]).toEqual([[], ['stored-differently'], []]);
    const record = (await world.ledger()).records[TIER.address];
    expect(list(record?.fields ?? {}).map(({ value }) => value)).toEqual(['Gold', 'Silver', 'bronze']);
    expect(list(record?.stored ?? {}).map(({ value }) => value)).toEqual(['gold', 'silver', 'bronze']);
    const sight = { ledger: await world.ledger(), kinds: kindsOn('documented'), account: next.account };
    const live = await observe({ ...sight, desired: { resources: more }, reader: caller, concurrency: 1 });
    expect(findDrift({ ...sight, live }).summary).toMatchObject({ drifted: 0, foreign: 0 });
  });

  it('is sent one of them when the file changes a label of one', async () => {
    const { world, caller } = await applied();
    const changed = declaring({ ...gold, label: 'Premium' }, silver);
    const plan = await world.plan(changed);
    expect(plan.changes.flatMap(({ fields }) => fields.flatMap(({ options }) => options ?? []))).toMatchObject([
      { value: 'gold', change: 'update', before: { label: 'Gold' }, after: { value: 'gold', label: 'Premium' } },
    ]);
    expect(told(await world.apply(plan, { caller }))).toEqual({ [TIER.address]: 'applied' });
    expect((await world.plan(changed)).calls).toEqual([]);
  });

  it('is sent one of them when somebody changed another option in the account', async () => {
    const { world, caller } = await applied();
    await world.service.admin(HUB).editOption('contacts', 'loyaltytier', 'gold', { label: 'Theirs' });
    const plan = await world.plan(declaring(gold, silver));
    expect(spellings(plan)).toEqual([['gold', 'silver']]);
    expect(told(await world.apply(plan, { caller }))).toEqual({ [TIER.address]: 'applied' });
    const next = await world.plan(declaring(gold, silver));
    expect([next.calls, codes(next)]).toEqual([[], ['stored-differently']]);
  });

  it('has an option removed or retired by the spelling of the file', async () => {
    const { world } = await applied();
    const without = await world.plan(declaring(silver));
    expect([without.summary.blocked, without.changes.flatMap(({ reason }) => reason)]).toEqual([
      1,
      expect.arrayContaining([
        'Removing option "gold" leaves records with an invalid value. Hide it instead: retire: [{ value: "gold", stage: hide }].',
      ]),
    ]);
    const retired = [GROUP, tier({ options: [silver], retire: [{ value: 'Gold', stage: 'remove' }] })];
    expect(spellings(await world.plan(retired))).toEqual([['silver']]);
  });

  it('is in sync once the file declares the stored spelling', async () => {
    const { world } = await applied();
    const follows = await world.plan(declaring({ ...gold, value: 'gold' }, { ...silver, value: 'silver' }));
    expect([follows.calls, follows.findings]).toEqual([[], []]);
    const admin = world.service.admin(HUB);
    await admin.deleteOption('contacts', 'loyaltytier', 'gold');
    await admin.addOption('contacts', 'loyaltytier', gold);
    expect(spellings(await world.plan(declaring(gold, silver, bronze)))[0]?.toSorted()).toEqual([
      'Gold',
      'bronze',
      'silver',
    ]);
  });
});

describe('what only the ledger knows', () => {
  it('is found out by the reply that creates it, and not written again', async () => {
    const world = await aWorld();
    const send: Caller['send'] = (call, options) => {
      const body = { ...(call.body as Fields), displayName: 'loyalty' };
      return world.caller.send({ ...call, body } as typeof call, options);
    };
    const result = await world.apply(await world.plan([GROUP]), { caller: { ...world.caller, send } });
    expect(result.outcomes[0]?.hint).toBe('Declare it as it is stored: displayName: "loyalty"');
    const plan = await world.plan([GROUP]);
    expect([plan.calls, codes(plan)]).toEqual([[], ['stored-differently']]);
  });

  it('is unchanged in the form that the reply showed, and says so', () => {
    const record = { ...recorded(GROUP.address, { displayName: 'Loyalty' }), stored: { displayName: 'loyalty' } };
    const live = [{ ...seen(GROUP.address, { displayName: 'loyalty' }), basis: 'recorded' } as const];
    const plan = planOf({ desired: [GROUP], records: [record], live });
    expect([plan.calls, codes(plan)]).toEqual([[], ['stored-differently']]);
    const renamed = declare('property-group', { ...GROUP.spec, displayName: 'Club' });
    expect(planOf({ desired: [renamed], records: [record], live }).calls).toHaveLength(1);
  });
});

describe('another form', () => {
  const property = kindNamed(kindsOn('documented'), 'property');
  const isForm = (field: string, before: Json, after: Json, written = [field]): boolean =>
    field in formsOf(property, [{ field, before, after }], new Set(written)).stored;

  it.each<[string, Json, Json, boolean]>([
    ['label', 'Tier', 'tier', true],
    ['label', ' Tier  of gold ', 'Tier of gold', true],
    ['label', NFC, NFD, true],
    ['label', 'Tier', 'Rank', false],
    ['description', 'Text', '', false],
    ['displayOrder', 4, 2, true],
    ['formField', true, false, false],
    ['options', [{ value: 'a', label: 'A' }], [{ value: 'a', label: 'a', displayOrder: 3, hidden: false }], true],
    ['options', [{ value: 'a', label: 'A' }], [{ value: 'a', label: 'A', hidden: true }], false],
    ['options', [{ value: 'a', label: 'A' }], [], false],
  ])('of %s: %j is %j: %s', (field, before, after, expected) => {
    expect(isForm(field, before, after)).toBe(expected);
    expect(isForm(field, before, after, [])).toBe(false);
  });

  it('is declared with the members that the file has, and marks as escapes', () => {
    const declared = [{ value: 'A', label: 'A', hidden: false }];
    const stored = [{ value: 'a', label: 'a\u00a0', hidden: false, description: '', displayOrder: 0 }];
    expect(declarationOf('options', stored, declared)).toBe(
      'options: [{"value":"a","label":"a\\u00a0","hidden":false}]',
    );
  });
});
