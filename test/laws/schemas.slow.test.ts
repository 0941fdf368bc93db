/**
 * Tests that custom objects converge under random changes, cut runs and edits of colleagues. Each is created once and
 * never purged.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SourceFile } from '../../src/model/project.ts';
import { planAllowing } from '../support/consents.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { cut, cutRun } from './cuts.ts';
import { aWorld, converge, HUB, type World } from './world.ts';

interface Declared {
  readonly labels: { readonly singular: string; readonly plural: string };
  readonly description?: string;
  readonly primaryDisplayProperty?: string;
  readonly secondaryDisplayProperties?: readonly string[];
  readonly requiredProperties?: readonly string[];
  readonly searchableProperties?: readonly string[];
}
interface ObjectDecl {
  readonly schema: Declared;
  readonly properties: readonly string[];
  readonly hasPipeline: boolean;
}
type Objects = Readonly<Record<string, ObjectDecl>>;

const PROPERTIES = ['hull', 'berth', 'colour'] as const;

const sets = (names: readonly string[]) =>
  fc.option(
    fc.subarray([...names]).map((some) => some.toSorted()),
    { nil: undefined },
  );

/** A later version keeps the properties of an earlier version, because a schema may show them until it is applied. */
const object: fc.Arbitrary<ObjectDecl> = fc
  .record({
    plural: fc.constantFrom('Boats', 'Ships', 'Fleet'),
    description: fc.constantFrom(undefined, '', 'Ours'),
    primaryDisplayProperty: fc.constantFrom(undefined, 'hs_object_id', ...PROPERTIES),
    secondaryDisplayProperties: fc.option(fc.shuffledSubarray([...PROPERTIES], { maxLength: 2 }), { nil: undefined }),
    requiredProperties: sets(PROPERTIES),
    searchableProperties: sets([...PROPERTIES, 'hs_object_id']),
    hasPipeline: fc.boolean(),
  })
  .map(({ plural, hasPipeline, ...schema }) => ({
    schema: { labels: { singular: 'Boat', plural }, ...schema } as Declared,
    properties: PROPERTIES,
    hasPipeline,
  }));

const objects: fc.Arbitrary<Objects> = fc
  .subarray(['boats', 'Ships_2'], { minLength: 1 })
  .chain((names) => fc.tuple(...names.map((name) => object.map((one) => [name, one] as const))))
  .map((entries) => Object.fromEntries(entries));

const STAGES = [
  { id: 'open', label: 'Open' },
  { id: 'done', label: 'Done', state: 'CLOSED' },
];

function bodyOf(name: string, { schema, properties, hasPipeline }: ObjectDecl) {
  const property = { label: name, type: 'string', fieldType: 'text' };
  return {
    schema,
    groups: {
      details: { displayName: 'Details', properties: Object.fromEntries(properties.map((one) => [one, property])) },
    },
    ...(hasPipeline ? { pipelines: { [`${name} refits`]: { label: 'Refits', stages: STAGES } } } : {}),
  };
}

const filesOf = (declared: Objects): readonly SourceFile[] => [
  {
    path: 'trueup.yaml',
    text: JSON.stringify({
      version: 1,
      accounts: {
        default: { hubId: HUB, baseUrl: 'http://127.0.0.1', auth: { accessToken: `\${env.TRUEUP_ACCESS_TOKEN}` } },
      },
      objects: Object.fromEntries(Object.entries(declared).map(([name, one]) => [name, bodyOf(name, one)])),
    }),
  },
];

const ALLOWED = ['max-changes'] as const;

async function typesOf(world: World) {
  return (await world.snapshot()).objectTypes;
}

async function find(world: World, name: string) {
  const found = (await typesOf(world)).filter((one) => one.name.toLowerCase() === name.toLowerCase());
  expect(found).toHaveLength(1);
  return found[0];
}

/** Expects the declared members, and one object of each name. */
async function expectDeclared(world: World, declared: Objects): Promise<void> {
  for (const [name, { schema, properties }] of Object.entries(declared)) {
    const found = await find(world, name);
    const { description, ...others } = JSON.parse(JSON.stringify(schema));
    expect(found).toMatchObject({ archived: false, ...others });
    if (description !== undefined) expect(found?.description ?? '').toBe(description);
    const held = (await world.snapshot()).properties[found?.id ?? ''] ?? [];
    expect(held.map((one) => one.name)).toEqual(expect.arrayContaining([...properties]));
  }
}

/** Types that the account has had are still there, active or archived: nothing was purged. */
async function expectNoneLost(world: World, before: readonly { readonly id: string }[]): Promise<void> {
  const ids = (await typesOf(world)).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
}

async function inAWorld(act: (world: World) => Promise<void>): Promise<void> {
  const world = await aWorld('dated');
  try {
    await act(world);
  } finally {
    await world.close();
  }
}

/** Acts of a colleague on the objects of the project. */
const act = fc.record({
  what: fc.constantFrom('create' as const, 'edit' as const, 'archive' as const),
  name: fc.constantFrom('boats', 'BOATS', 'ships_2'),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

async function meddle(world: World, { what, name }: Act): Promise<void> {
  const admin = world.service.admin(HUB);
  const active = (await typesOf(world)).find((one) => one.name.toLowerCase() === name.toLowerCase());
  const isThere = active !== undefined && !active.archived;
  await world.clock.sleep(1_000);
  if (what === 'create' && active === undefined)
    await admin.addSchema({
      name,
      labels: { singular: 'Theirs', plural: 'Theirs' },
      primaryDisplayProperty: 'hs_object_id',
    });
  if (what === 'edit' && isThere) await admin.editSchema(active.id, { description: 'Theirs' });
  if (what === 'archive' && isThere) await admin.archiveSchema(active.id);
}

const archivedIn = async (world: World) =>
  new Set((await typesOf(world)).flatMap(({ name, archived }) => (archived ? [name.toLowerCase()] : [])));

test(
  'a second version of the files is applied, and the next plan is empty',
  () =>
    fc.assert(
      fc.asyncProperty(objects, objects, (first, second) =>
        inAWorld(async (world) => {
          await converge(world.reconciler(filesOf(first)), ALLOWED);
          await expectDeclared(world, first);
          const before = await typesOf(world);
          const { result } = await converge(world.reconciler(filesOf(second)), ALLOWED);
          expect(result.summary).toMatchObject({ failed: 0, conflict: 0, uncertain: 0 });
          await expectDeclared(world, second);
          await expectNoneLost(world, before);
          expect((await planAllowing(world.reconciler(filesOf(second)), ALLOWED)).calls).toEqual([]);
          expect((await world.reconciler(filesOf(second)).drift()).summary.drifted).toBe(0);
        }),
      ),
      cases(40),
    ),
  PATIENCE_MS,
);

test(
  'an interrupted run is completed by later runs and creates each object once',
  () =>
    fc.assert(
      fc.asyncProperty(objects, objects, cut, fc.integer({ min: 1, max: 4 }), (first, second, way, concurrency) =>
        inAWorld(async (world) => {
          await cutRun(world, filesOf(first), { cut: way, allow: ALLOWED, concurrency });
          const before = await typesOf(world);
          await cutRun(world, filesOf(second), { cut: way, allow: ALLOWED, concurrency });
          for (let round = 0; round < 3; round += 1) await converge(world.reconciler(filesOf(second)), ALLOWED);
          await expectDeclared(world, second);
          await expectNoneLost(world, before);
          expect((await planAllowing(world.reconciler(filesOf(second)), ALLOWED)).calls).toEqual([]);
          expect((await world.reconciler(filesOf(second)).ledger.read()).intentions).toEqual([]);
        }),
      ),
      cases(80),
    ),
  PATIENCE_MS,
);

test(
  'an object of a colleague is never purged, and the others converge',
  () =>
    fc.assert(
      fc.asyncProperty(
        objects,
        fc.array(act, { maxLength: 3 }),
        fc.array(act, { minLength: 1, maxLength: 3 }),
        cut,
        (declared, earlier, between, way) =>
          inAWorld(async (world) => {
            for (const one of earlier) await meddle(world, one);
            await cutRun(world, filesOf(declared), { cut: way, allow: ALLOWED, concurrency: 2 });
            const plan = await planAllowing(world.reconciler(filesOf(declared)), ALLOWED);
            for (const one of between) await meddle(world, one);
            const before = await typesOf(world);
            await world.reconciler(filesOf(declared)).apply(plan, { skipBlocked: true });
            await expectNoneLost(world, before);
            for (let round = 0; round < 3; round += 1) await converge(world.reconciler(filesOf(declared)), ALLOWED);
            await expectNoneLost(world, before);
            const archived = await archivedIn(world);
            const left = Object.entries(declared).filter(([name]) => !archived.has(name.toLowerCase()));
            await expectDeclared(world, Object.fromEntries(left));
            expect((await planAllowing(world.reconciler(filesOf(declared)), ALLOWED)).calls).toEqual([]);
          }),
      ),
      cases(80),
    ),
  PATIENCE_MS,
);
