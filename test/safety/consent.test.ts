import { describe, expect, test } from 'vitest';
import { type RiskName, UnsafePlanError } from '../../src/index.ts';
import type { PropertyDecl, Schema } from '../laws/schema.ts';
import { fragmentsOf, merged, NOTHING, textOf } from '../laws/schema.ts';
import { aWorld, converge, HUB, type World } from '../laws/world.ts';
import { planAllowing } from '../support/consents.ts';

const TIER: PropertyDecl = {
  objectType: 'contacts',
  groupName: 'contactinformation',
  name: 'tier',
  label: 'Tier',
  type: 'enumeration',
  fieldType: 'select',
  options: ['gold', 'silver', 'bronze'].map((value) => ({ value, label: value.toUpperCase() })),
};
const kept = TIER.options?.slice(0, 2) ?? [];
const DATE: PropertyDecl = {
  objectType: 'companies',
  groupName: 'companyinformation',
  name: 'contractstart',
  label: 'Contract start',
  type: 'date',
  fieldType: 'date',
};
const LIMIT = {
  from: 'contacts',
  to: 'companies',
  category: 'SERVICE_DEFINED',
  typeId: 279,
  maxToObjectIds: 5,
} as const;
const TIER_ADDRESS = 'property:contacts/tier';
const START: Schema = { ...NOTHING, properties: [TIER, DATE], limits: [LIMIT] };

interface Case {
  readonly what: string;
  readonly next: Schema;
  readonly needs: RiskName;
  readonly address: string;
}

/** Each takes something away that records use. */
const CASES: readonly Case[] = [
  {
    what: 'an option that is no longer declared',
    next: { ...START, properties: [{ ...TIER, options: kept }, DATE] },
    needs: 'option-removal',
    address: 'property:contacts/tier',
  },
  {
    what: 'an option that is not declared where the list is owned as a whole',
    next: { ...START, properties: [{ ...TIER, options: kept, optionsMode: 'exact' }, DATE] },
    needs: 'option-removal',
    address: 'property:contacts/tier',
  },
  {
    what: 'a type that is replaced',
    next: { ...START, properties: [TIER, { ...DATE, type: 'string', fieldType: 'text' }] },
    needs: 'type-change',
    address: 'property:companies/contractstart',
  },
];
const WITHOUT_LIMIT: Schema = { ...START, limits: [] };
const LIMIT_ADDRESS = 'association-limit:contacts/companies/SERVICE_DEFINED/279';

test('an undeclared limit stays until a consent names it', async () => {
  const world = await applied();
  const before = await world.snapshot();
  const reconciler = world.reconciler(WITHOUT_LIMIT);
  const plan = await reconciler.plan({
    allow: [
      { risk: 'option-removal', address: TIER_ADDRESS },
      { risk: 'limit-purge', address: TIER_ADDRESS },
    ],
  });
  expect([plan.applyable, plan.calls]).toEqual([true, []]);
  expect(plan.findings).toMatchObject([
    {
      code: 'not-declared',
      address: LIMIT_ADDRESS,
      fix: [
        { action: 'restore-file', file: 'trueup.yaml' },
        { action: 'forget', addresses: [LIMIT_ADDRESS], when: 'kept' },
        { action: 'allow', risk: 'limit-purge', address: LIMIT_ADDRESS },
      ],
    },
  ]);
  await reconciler.apply(plan);
  expect(await world.snapshot()).toEqual(before);
  const consented = await planAllowing(reconciler, ['limit-purge']);
  expect(consented.calls.map(({ covers }) => covers)).toEqual([[LIMIT_ADDRESS]]);
  expect((await reconciler.apply(consented)).summary.applied).toBe(1);
  expect([(await world.snapshot()).limits, (await reconciler.plan()).findings]).toEqual([[], []]);
  await world.close();
});

test('a resource of an omitted file stays, and the finding names the file', async () => {
  const world = await aWorld();
  const limits = { path: 'limits.yaml', text: textOf(merged(fragmentsOf({ ...NOTHING, limits: [LIMIT] }))) };
  const rest = { path: 'trueup.yaml', text: textOf(merged(fragmentsOf({ ...START, limits: [] }))) };
  await converge(world.reconciler([rest, limits]), []);
  const reconciler = world.reconciler([rest]);
  const plan = await reconciler.plan();
  expect([plan.applyable, plan.calls]).toEqual([true, []]);
  expect(plan.findings).toMatchObject([
    {
      message: `${LIMIT_ADDRESS} was applied and is no longer declared, so it stays in the account.`,
      fix: [{ action: 'restore-file', file: 'limits.yaml' }, { action: 'forget' }, { action: 'allow' }],
    },
  ]);
  const named = await reconciler.plan({ allow: [{ risk: 'limit-purge', address: LIMIT_ADDRESS }] });
  expect(named.calls.map(({ covers }) => covers)).toEqual([[LIMIT_ADDRESS]]);
  await world.close();
});

test('a removal without an address is refused by the library', async () => {
  const world = await applied();
  const plan = world.reconciler(WITHOUT_LIMIT).plan({ allow: [{ risk: 'limit-purge' }] });
  await expect(plan).rejects.toMatchObject({ code: 'argument-invalid' });
  await world.close();
});

test('a pattern allows each known address that it matches, and no other object type', async () => {
  const world = await applied();
  const reconciler = world.reconciler(WITHOUT_LIMIT);
  const matched = 'association-limit:contacts/companies/SERVICE_DEFINED/2*';
  const plan = await reconciler.plan({ allow: [{ risk: 'limit-purge', address: matched }] });
  expect(plan.allowed).toEqual([{ risk: 'limit-purge', address: LIMIT_ADDRESS }]);
  expect(plan.calls.map(({ covers }) => covers)).toEqual([[LIMIT_ADDRESS]]);
  const wide = { risk: 'limit-purge', address: 'association-limit:contacts/*/SERVICE_DEFINED/279' } as const;
  await expect(reconciler.plan({ allow: [wide] })).rejects.toMatchObject({ findings: [{ code: 'address-unmatched' }] });
  await world.close();
});

test('a consent of the library counts until the end of its last day', async () => {
  const world = await applied();
  const consent = { risk: 'limit-purge', address: LIMIT_ADDRESS, until: '2000-01-01' } as const;
  expect((await world.reconciler(WITHOUT_LIMIT).plan({ allow: [consent] })).calls).toEqual([]);
  await world.close();
});

test('a resource that moved to another file is recorded with that file', async () => {
  const world = await aWorld();
  const whole = { path: 'trueup.yaml', text: textOf(merged(fragmentsOf(START))) };
  const limits = { path: 'limits.yaml', text: textOf(merged(fragmentsOf({ ...NOTHING, limits: [LIMIT] }))) };
  const rest = { path: 'trueup.yaml', text: textOf(merged(fragmentsOf(WITHOUT_LIMIT))) };
  await converge(world.reconciler([whole]), []);
  const moved = world.reconciler([rest, limits]);
  const plan = await moved.plan();
  expect([plan.calls, plan.moved, plan.files]).toEqual([[], [LIMIT_ADDRESS], { [LIMIT_ADDRESS]: 'limits.yaml' }]);
  await moved.apply(plan);
  expect((await moved.ledger.read()).records[LIMIT_ADDRESS]?.file).toBe('limits.yaml');
  expect((await moved.plan()).moved).toBeUndefined();
  await world.close();
});

describe.each(CASES.map((one) => [one.what, one] as const))('%s', (_, { next, needs, address }) => {
  test('is sent only with its own consent', async () => {
    const world = await applied();
    const before = await world.snapshot();
    const written = await writesOf(world);
    const others = (['option-removal', 'limit-purge', 'type-change'] as const).filter((risk) => risk !== needs);
    const reconciler = world.reconciler(next);
    const elsewhere = CASES.map((one) => one.address).find((other) => other !== address) ?? '';
    const allow = [...others.map((risk) => ({ risk, address })), { risk: needs, address: elsewhere }];
    const plan = await reconciler.plan({ allow });
    expect(plan.applyable).toBe(false);
    expect(plan.changes.find((change) => change.address === address)).toMatchObject({
      action: 'blocked',
      because: 'consent-required',
      risks: [needs],
    });
    await expect(reconciler.apply(plan)).rejects.toBeInstanceOf(UnsafePlanError);
    await reconciler.apply(plan, { skipBlocked: true });
    expect(await world.snapshot()).toEqual(before);
    expect(await writesOf(world)).toBe(written);
    await world.close();
  });

  test('goes with consent, and nothing else does', async () => {
    const world = await applied();
    const reconciler = world.reconciler(next);
    const plan = await reconciler.plan({ allow: [{ risk: needs, address }] });
    expect(plan.calls.map(({ covers }) => covers)).toEqual([[address]]);
    expect((await reconciler.apply(plan)).summary.applied).toBe(1);
    expect((await reconciler.plan()).calls).toEqual([]);
    await world.close();
  });
});

test('the error of a plan without consent carries its fixes as data', async () => {
  const world = await applied();
  const reconciler = world.reconciler({
    ...START,
    properties: [
      { ...TIER, options: kept },
      { ...DATE, label: 'Day' },
    ],
  });
  const error: unknown = await reconciler.apply(await reconciler.plan()).catch((reason: unknown) => reason);
  if (!(error instanceof UnsafePlanError)) throw new Error('was applied');
  expect(error.fix).toEqual([
    { action: 'allow', risk: 'option-removal', address: 'property:contacts/tier' },
    { action: 'skip-blocked' },
  ]);
  expect(error.findings).toMatchObject([{ code: 'blocked-change', fix: error.fix }]);
  const allow = (error.fix ?? []).flatMap((fix) => (fix.action === 'allow' ? [fix] : []));
  expect((await reconciler.plan({ allow })).applyable).toBe(true);
  await world.close();
});

test('a plan with edited calls is refused or applied within its checks', async () => {
  const world = await applied();
  const next = { ...START, properties: [{ ...TIER, label: 'Loyalty tier' }, DATE] };
  const reconciler = world.reconciler(next);
  const plan = await reconciler.plan();
  const before = await world.snapshot();
  const cyclic = { ...plan, calls: plan.calls.map((call) => ({ ...call, after: ['c9'] })) };
  await expect(reconciler.apply(cyclic)).rejects.toMatchObject({ code: 'plan-malformed' });
  const expired = { ...plan, expiresAt: plan.createdAt };
  await expect(reconciler.apply(expired)).rejects.toMatchObject({ code: 'plan-expired' });
  const elsewhere = { ...plan, account: { ...plan.account, hubId: 7007 } };
  await expect(reconciler.apply(elsewhere)).rejects.toMatchObject({ code: 'wrong-account' });
  expect(await world.snapshot()).toEqual(before);
  await world.close();
});

async function applied(): Promise<World> {
  const world = await aWorld();
  await converge(world.reconciler(START), []);
  return world;
}

async function writesOf(world: World): Promise<number> {
  return (await world.service.calls()).filter(({ method, hubId }) => method !== 'GET' && hubId === HUB).length;
}

test('an enumeration becomes a bool only with consent to both risks', async () => {
  const world = await applied();
  const of = { objectType: 'deals', groupName: 'dealinformation', name: 'paid', label: 'Paid' };
  const answers = ['true', 'false', 'maybe'].map((value) => ({ value, label: value }));
  const options = answers.slice(0, 2);
  await converge(
    world.reconciler({
      ...NOTHING,
      properties: [{ ...of, type: 'enumeration', fieldType: 'radio', options: answers }],
    }),
    [],
  );
  await world.service.admin(HUB).addOption('deals', 'paid', { value: 'foreign', label: 'Foreign' });
  const reconciler = world.reconciler({
    ...NOTHING,
    properties: [{ ...of, type: 'bool', fieldType: 'radio', options }],
  });
  const blocked = await reconciler.plan({ allow: [{ risk: 'type-change' }] });
  expect(blocked.changes.find(({ address }) => address === 'property:deals/paid')).toMatchObject({
    action: 'blocked',
    risks: ['option-removal'],
    reason: 'Removing options "maybe", "foreign" leaves records with an invalid value.',
  });
  const plan = await planAllowing(reconciler, ['type-change', 'option-removal']);
  const { outcomes } = await reconciler.apply(plan, { skipBlocked: true });
  expect(outcomes.map(({ address, status }) => [address, status])).toEqual([['property:deals/paid', 'applied']]);
  const paid = (await world.snapshot()).properties['deals']?.find(({ name }) => name === 'paid');
  expect([paid?.type, paid?.options.map(({ value }) => value)]).toEqual(['bool', ['true', 'false']]);
  await world.close();
});
