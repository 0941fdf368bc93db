/** What a plan creates in the place of what the files dropped holds the old one, whatever else the plan or a later run does. */

import { afterEach, expect, test } from 'vitest';
import type { Address } from '../../src/model/address.ts';
import { aDatedWorld, type DatedWorld } from '../kinds/dated-world.ts';
import { aWorld, converge, ENV, type World } from '../laws/world.ts';

const ALLOW = [{ risk: 'property-removal' }] as const;
const OLD = 'property:contacts/aa_old';
const LIKE_LABEL =
  'level_a: { label: Tier, type: enumeration, fieldType: select, options: [{ value: red, label: R }, { value: blue, label: B }] }';
const LIKE_OPTIONS =
  'level_b: { label: Level, type: enumeration, fieldType: select, options: [{ value: gold, label: G }, { value: silver, label: S }] }';
const DROPPED = LIKE_OPTIONS.replace('level_b', 'aa_old').replace('Level', 'Tier');

let world: DatedWorld | World | undefined;
afterEach(async () => world?.close());

async function aGroup() {
  const dated = await aDatedWorld();
  world = dated;
  const project = (...properties: readonly string[]) =>
    dated.project(
      `objects: { contacts: { groups: { g: { displayName: G, properties: { ${['kept: { label: Kept, type: string, fieldType: text }', ...properties].join(', ')} } } } } }\n`,
    );
  const removed = async (...properties: readonly string[]): Promise<readonly Address[]> =>
    (await project(...properties).plan({ allow: ALLOW })).changes.flatMap(({ action, address }) =>
      action === 'remove' ? [address] : [],
    );
  const record = async () => (await project().ledger.read()).records[OLD];
  return { project, removed, record };
}

test('of all that looks like it, the one that the plan creates is noted', async () => {
  const { project, removed, record } = await aGroup();
  await converge(project(DROPPED), []);
  const both = project(LIKE_LABEL, LIKE_OPTIONS);
  const plan = await both.plan({ targets: ['property:contacts/level_b'] });
  expect(plan.replaced).toEqual({ [OLD]: 'property:contacts/level_b' });
  await both.apply(plan);
  expect((await record())?.replacedBy).toBe('property:contacts/level_b');
  expect(await removed(LIKE_OPTIONS)).toEqual([]);
});

test('what is blocked is not noted in the place of what is created', async () => {
  const { project, removed } = await aGroup();
  await converge(project(LIKE_LABEL), []);
  await converge(project(), ['property-removal']);
  await converge(project(DROPPED), []);
  const { plan } = await converge(project(LIKE_LABEL, LIKE_OPTIONS), []);
  expect(plan.changes.find(({ address }) => address === 'property:contacts/level_a')?.action).toBe('blocked');
  expect(plan.replaced).toEqual({ [OLD]: 'property:contacts/level_b' });
  expect(await removed(LIKE_OPTIONS)).toEqual([]);
});

const TEXT = 'aa_old: { label: Tier, type: string, fieldType: text }';

test('a revert of an earlier run does not take back what was noted', async () => {
  const { project, removed, record } = await aGroup();
  await converge(project(TEXT), []);
  const { result } = await converge(project(TEXT.replace('}', ', description: Second }')), []);
  const renamed = TEXT.replace('aa_old', 'level_b');
  await converge(project(renamed), []);
  const back = await project(renamed).revert({ run: result.run });
  expect(back.calls).toHaveLength(1);
  await project(renamed).apply(back);
  expect((await record())?.replacedBy).toBe('property:contacts/level_b');
  expect(await removed(renamed)).toEqual([]);
});

test('what is declared again and changed in one plan is noted no more', async () => {
  const { project, record } = await aGroup();
  await converge(project(TEXT), []);
  const renamed = TEXT.replace('aa_old', 'level_b');
  await converge(project(renamed), []);
  expect((await record())?.replacedBy).toBe('property:contacts/level_b');
  await converge(project(renamed, TEXT.replace('}', ', description: Second }')), []);
  expect(await record()).toMatchObject({ fields: { description: 'Second' } });
  expect((await record())?.replacedBy).toBeUndefined();
});

test.each([
  ['the way it is shown', 'level_b: { label: Tier, type: string, fieldType: textarea }'],
  ['the case of its label', 'level_b: { label: tier, type: string, fieldType: text }'],
  ['its type', 'level_b: { label: Tier, type: number, fieldType: number }'],
  ['what stands behind its name', 'aa_old_v2: { label: Rank, type: string, fieldType: text }'],
  ['what stands before its name', 'new_aa_old: { label: Rank, type: string, fieldType: text }'],
])('a new one that differs in its name and %s holds it', async (_, replacement) => {
  const { project, removed } = await aGroup();
  await converge(project(TEXT), []);
  expect(await removed(replacement)).toEqual([]);
});

test.each([
  ['another name and label', 'level_b: { label: Rank, type: string, fieldType: text }'],
  ['its label and values that it cannot hold', 'level_b: { label: Tier, type: date, fieldType: date }'],
  ['another number', 'size_2: { label: Rank, type: number, fieldType: number }'],
])('a new one with %s does not hold it', async (_, other) => {
  const { project } = await aGroup();
  const dropped = 'size_1: { label: Tier, type: number, fieldType: number }';
  await converge(project(dropped), []);
  const { changes } = await project(other).plan({ allow: ALLOW });
  expect(changes.filter(({ action }) => action === 'remove').map(({ address }) => address)).toEqual([
    'property:contacts/size_1',
  ]);
});

test('a record can be in doubt and replaced at once', async () => {
  const documented = await aWorld('documented', false);
  world = documented;
  const group = (name: string, property: string) =>
    documented.reconciler(
      [
        {
          path: 'trueup.yaml',
          text: `version: 1\nobjects: { contacts: { groups: { ${name}: { displayName: Loyalty, properties: { ${property}: { label: Kept, type: string, fieldType: text } } } } } }\n`,
        },
      ],
      { env: { ...ENV, TRUEUP_SURFACE: 'documented' } },
    );
  await converge(group('loyalty', 'kept'), []);
  await documented.service.admin(1001).deleteProperty('contacts', 'kept');
  const next = group('loyalty_two', 'keptt');
  const { plan } = await converge(next, []);
  const address = 'property-group:contacts/loyalty';
  expect(plan.doubtful).toEqual([address]);
  expect(plan.replaced).toEqual({ [address]: 'property-group:contacts/loyalty_two' });
  expect((await next.ledger.read()).records[address]).toMatchObject({
    doubtedAt: expect.any(String),
    replacedBy: 'property-group:contacts/loyalty_two',
  });
});
