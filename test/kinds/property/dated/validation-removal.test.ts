/** Validation rules of a property that a plan removes: they go with it, so they are read before. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome, Plan } from '../../../../src/index.ts';
import { HUB } from '../../../laws/world.ts';
import { aDatedWorld, type DatedWorld } from '../../dated-world.ts';

let world: DatedWorld;
beforeEach(async () => {
  world = await aDatedWorld();
  const reconciler = world.project(WITH);
  await reconciler.apply(await reconciler.plan());
});
afterEach(() => world.close());

const ADDRESS = 'property:contacts/code';
const GROUP = (properties: string) =>
  `objects: { contacts: { groups: { loyalty: { displayName: Loyalty, properties: { other: { label: Other, type: string, fieldType: text }${properties} } } } } }`;
const WITH = GROUP(', code: { label: Code, type: string, fieldType: text }');
const WITHOUT = GROUP('');
const RESTORE = { allow: [{ risk: 'property-restore', address: ADDRESS }] } as const;
const CONSENT = { allow: [{ risk: 'property-removal', address: ADDRESS }] } as const;

const set = (ruleType: string, argument: string, shouldApplyNormalization?: boolean) =>
  world.service.admin(HUB).setRule('contacts', 'code', {
    ruleType,
    ruleArguments: [argument],
    ...(shouldApplyNormalization === undefined ? {} : { shouldApplyNormalization }),
  });
const remove = () => world.project(WITHOUT).plan(CONSENT);
/** An apply that is not complete throws its result. */
const applyTo = (plan: Plan): Promise<{ readonly outcomes: readonly Outcome[] }> =>
  world
    .project(WITHOUT)
    .apply(plan)
    .catch((error: { readonly outcomes: readonly Outcome[] }) => error);
const validationIn = ({ changes }: Plan) =>
  changes.find(({ address }) => address === ADDRESS)?.fields.find(({ field }) => field === 'validation');
const codes = ({ findings }: Plan) => findings.map(({ code }) => code);

it('a removal shows the rules of a colleague, and its revert restores their flags', async () => {
  await set('MAX_LENGTH', '40');
  await set('FORMAT', 'UPPER', true);
  const plan = await remove();
  expect(validationIn(plan)).toMatchObject({
    before: [
      { value: 'FORMAT', arguments: ['UPPER'], shouldApplyNormalization: true },
      { value: 'MAX_LENGTH', arguments: ['40'] },
    ],
  });
  expect((await world.project(WITHOUT).apply(plan)).outcomes).toMatchObject([{ address: ADDRESS, status: 'applied' }]);
  const revert = await world.project(WITH).revert(RESTORE);
  expect(revert.summary).toMatchObject({ create: 1 });
  expect(codes(revert)).not.toContain('validation-unread');
  // The records of a restored property come back with it.
  expect(codes(revert)).toContain('validation-tightens');
  expect((await world.project(WITH).apply(revert)).outcomes).toMatchObject([{ status: 'applied' }]);
  const params = { objectTypeId: '0-1', propertyName: 'code' };
  expect(await world.colleague({ endpoint: 'readPropertyValidationRules', params })).toMatchObject({
    results: [
      { ruleType: 'FORMAT', ruleArguments: ['UPPER'] },
      { ruleType: 'MAX_LENGTH', ruleArguments: ['40'] },
    ],
  });
  expect(
    await world.colleague({ endpoint: 'readValidationRule', params: { ...params, ruleType: 'FORMAT' } }),
  ).toMatchObject({ shouldApplyNormalization: true });
});

it.each([
  ['the first rule', []],
  ['a further rule', ['MAX_LENGTH']],
] as const)('%s that a colleague sets between plan and apply is a conflict', async (_, before) => {
  for (const ruleType of before) await set(ruleType, '40');
  const plan = await remove();
  await set('MIN_LENGTH', '2');
  const { outcomes } = await applyTo(plan);
  expect(outcomes).toMatchObject([{ address: ADDRESS, status: 'conflict' }]);
  expect((await world.project(WITH).plan()).summary).toMatchObject({ keep: 3 });
});

it('a removal reads the rules of its object type once, and other plans read none', async () => {
  await world.called();
  await remove();
  await world.project(WITH).plan();
  expect((await world.called()).filter((endpoint) => /alidation/.test(endpoint))).toEqual(['listValidationRules']);
});

it('a removal without access to rules is possible, and reports the gap of a revert', async () => {
  world.service.faults.add({ do: 'status', status: 403, endpoint: 'listValidationRules', times: 'always' });
  const plan = await remove();
  expect(plan.findings).toMatchObject([
    { code: 'validation-unread', message: expect.stringContaining('so a revert does not restore those') },
  ]);
  expect((await world.project(WITHOUT).apply(plan)).outcomes).toMatchObject([{ status: 'applied' }]);
});

it('a rule that cannot be read alone is named by the plan of a removal', async () => {
  await set('MAX_LENGTH', '40');
  world.service.faults.add({ do: 'status', status: 403, endpoint: 'readValidationRule', times: 'always' });
  expect((await remove()).findings).toMatchObject([
    { code: 'validation-unread', message: expect.stringContaining(`The validation rule MAX_LENGTH of ${ADDRESS}`) },
  ]);
});

describe('a read that is refused only during apply', () => {
  it.each([403, 404])('stops a removal if the list is refused with %i', async (status) => {
    const plan = await remove();
    await set('MAX_LENGTH', '40');
    world.service.faults.add({ do: 'status', status, endpoint: 'listValidationRules', times: 'always' });
    const { outcomes } = await applyTo(plan);
    expect(outcomes).toMatchObject([{ address: ADDRESS, status: 'failed' }]);
    world.service.faults.clear();
    expect((await world.project(WITH).plan()).summary).toMatchObject({ keep: 3 });
  });

  it('stops a removal if the single rule is refused', async () => {
    await set('FORMAT', 'UPPER', true);
    const plan = await remove();
    await set('FORMAT', 'UPPER', false);
    world.service.faults.add({ do: 'status', status: 403, endpoint: 'readValidationRule', times: 'always' });
    expect((await applyTo(plan)).outcomes).toMatchObject([{ address: ADDRESS, status: 'failed' }]);
  });
});

describe('a revert', () => {
  it('keeps a created property to which a colleague added the first rule', async () => {
    await set('FORMAT', 'UPPER');
    const revert = await world.project(WITH).revert(CONSENT);
    expect(codes(revert)).toContain('revert-changed');
    expect(revert.changes.find(({ address }) => address === ADDRESS)).toMatchObject({ action: 'keep' });
  });

  it('restores the known flag next to a rule with an unknown flag', async () => {
    await set('FORMAT', 'UPPER', true);
    await applyTo(await remove());
    const back = await world.project(WITH).revert(RESTORE);
    await world.project(WITH).apply(back);
    await set('WHITESPACE', 'TRIM', true);
    expect(validationIn(await remove())).toMatchObject({
      before: [
        { value: 'FORMAT', shouldApplyNormalization: true },
        { value: 'WHITESPACE', shouldApplyNormalization: true },
      ],
    });
  });

  it('leaves out a rule that the type of the property no longer allows', async () => {
    await set('MAX_LENGTH', '40');
    const retyped = world.project(
      WITH.replace('Code, type: string, fieldType: text', 'Code, type: number, fieldType: number'),
    );
    await retyped.apply(await retyped.plan({ allow: [{ risk: 'type-change', address: ADDRESS }] }));
    await set('MIN_NUMBER', '1', true);
    await applyTo(await remove());
    const revert = await world.project(WITH).revert(RESTORE);
    expect(revert.findings).toContainEqual(
      expect.objectContaining({ code: 'validation-unsuited', message: expect.stringContaining('MAX_LENGTH 40') }),
    );
    expect((await world.project(WITH).apply(revert)).outcomes).toMatchObject([{ status: 'applied' }]);
    const params = { objectTypeId: '0-1', propertyName: 'code', ruleType: 'MIN_NUMBER' };
    expect(await world.colleague({ endpoint: 'readValidationRule', params })).toMatchObject({
      shouldApplyNormalization: true,
    });
  });
});
