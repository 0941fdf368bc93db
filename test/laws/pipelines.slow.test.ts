/**
 * Tests that pipelines converge under random changes, cut runs and edits of colleagues, and keep every stage that a
 * user did not remove.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SourceFile } from '../../src/model/project.ts';
import type { AccountSnapshot } from '../../src/service/index.ts';
import { planAllowing } from '../support/consents.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { cut, cutRun } from './cuts.ts';
import { aWorld, converge, HUB, type World } from './world.ts';

interface StageDecl {
  readonly id: string;
  readonly label: string;
  readonly probability?: number;
  readonly ticketState?: string;
}
type Declared = Readonly<Record<string, { readonly label: string; readonly stages: readonly StageDecl[] }>>;
type Objects = Readonly<Record<'deals' | 'tickets', Declared>>;

/** A label has the id of its stage, so that no two stages exchange labels. */
const stagesOf = (object: keyof Objects, pipeline: string): fc.Arbitrary<readonly StageDecl[]> =>
  fc
    .shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: 1 })
    .chain((names) =>
      fc.tuple(
        ...names.map((name) =>
          fc
            .record({ version: fc.nat(2), probability: fc.constantFrom(0, 0.25, 1), closed: fc.boolean() })
            .map(({ version, probability, closed }): StageDecl => {
              const stage = { id: `${pipeline} ${name}`, label: `${name} v${version}` };
              return object === 'deals'
                ? { ...stage, probability }
                : { ...stage, ticketState: closed ? 'CLOSED' : 'OPEN' };
            }),
        ),
      ),
    )
    .map((stages) =>
      object === 'deals' ? stages : stages.map((one, at) => (at === 0 ? { ...one, ticketState: 'CLOSED' } : one)),
    );

const pipelinesOf = (object: keyof Objects): fc.Arbitrary<Declared> =>
  fc
    .subarray([`${object}.one`, `${object} Two`], { minLength: 1 })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc
            .record({ version: fc.nat(2), stages: stagesOf(object, id) })
            .map(({ version, stages }) => [id, { label: `${id} v${version}`, stages }] as const),
        ),
      ),
    )
    .map((entries) => Object.fromEntries(entries));

const objects: fc.Arbitrary<Objects> = fc.record({ deals: pipelinesOf('deals'), tickets: pipelinesOf('tickets') });

const filesOf = (declared: Objects): readonly SourceFile[] => [
  {
    path: 'trueup.yaml',
    text: JSON.stringify({
      version: 1,
      accounts: {
        default: { hubId: HUB, baseUrl: 'http://127.0.0.1', auth: { accessToken: `\${env.TRUEUP_ACCESS_TOKEN}` } },
      },
      objects: Object.fromEntries(Object.entries(declared).map(([name, pipelines]) => [name, { pipelines }])),
    }),
  },
];

type Held = AccountSnapshot['pipelines'][string][number];

async function heldIn(world: World): Promise<ReadonlyMap<string, Held>> {
  const { pipelines } = await world.snapshot();
  return new Map(
    Object.entries(pipelines).flatMap(([type, all]) => all.map((one) => [`${type}/${one.id}`, one] as const)),
  );
}

const inOrder = ({ stages }: Held) => stages.toSorted((a, b) => a.displayOrder - b.displayOrder);

/** The declared part of each declared pipeline, as the account has it. */
async function declaredPart(world: World, declared: Objects) {
  const held = await heldIn(world);
  return Object.entries(declared).flatMap(([type, pipelines]) =>
    Object.entries(pipelines).map(([id, { stages }]) => {
      const found = held.get(`${type}/${id}`);
      const ids = new Set(stages.map((stage) => stage.id));
      const own = found === undefined ? [] : inOrder(found).filter((stage) => ids.has(stage.id));
      return [
        type,
        id,
        found?.label,
        own.map(({ id: stage, label, metadata }) => [
          stage,
          label,
          Number(metadata['probability']),
          metadata['ticketState'],
        ]),
      ];
    }),
  );
}

const wanted = (declared: Objects) =>
  Object.entries(declared).flatMap(([type, pipelines]) =>
    Object.entries(pipelines).map(([id, { label, stages }]) => [
      type,
      id,
      label,
      stages.map((stage) => [stage.id, stage.label, stage.probability ?? Number.NaN, stage.ticketState]),
    ]),
  );

const REMOVALS = ['stage-removal', 'pipeline-removal', 'max-changes'] as const;

async function inAWorld(act: (world: World) => Promise<void>): Promise<void> {
  const world = await aWorld('dated');
  try {
    await act(world);
  } finally {
    await world.close();
  }
}

interface Foreign {
  readonly pipeline: string;
  readonly stageId: string;
}

/** A colleague adds a stage to each pipeline, behind the stages that are there. */
async function addForeign(world: World, declared: Objects): Promise<readonly Foreign[]> {
  const added: Foreign[] = [];
  for (const [type, pipelines] of Object.entries(declared))
    for (const id of Object.keys(pipelines)) {
      const stageId = `${id} foreign`;
      const metadata = type === 'deals' ? { probability: '0.5' } : { ticketState: 'OPEN' };
      await world.service.admin(HUB).addStage(type, id, { stageId, label: 'Foreign', displayOrder: 1000, metadata });
      added.push({ pipeline: `${type}/${id}`, stageId });
    }
  return added;
}

async function expectKept(world: World, foreign: readonly Foreign[], declared: Objects): Promise<void> {
  const held = await heldIn(world);
  const kept = new Set(
    Object.entries(declared).flatMap(([type, all]) => Object.keys(all).map((id) => `${type}/${id}`)),
  );
  for (const { pipeline, stageId } of foreign.filter((one) => kept.has(one.pipeline)))
    expect(held.get(pipeline)?.stages.map(({ id }) => id)).toContain(stageId);
}

test(
  'a second version of the files is applied, and stages of colleagues stay',
  () =>
    fc.assert(
      fc.asyncProperty(objects, objects, (first, second) =>
        inAWorld(async (world) => {
          await converge(world.reconciler(filesOf(first)), REMOVALS);
          expect(await declaredPart(world, first)).toEqual(wanted(first));
          const foreign = await addForeign(world, first);
          const { result } = await converge(world.reconciler(filesOf(second)), REMOVALS);
          expect(result.summary).toMatchObject({ failed: 0, conflict: 0, uncertain: 0 });
          expect(await declaredPart(world, second)).toEqual(wanted(second));
          await expectKept(world, foreign, second);
          expect((await planAllowing(world.reconciler(filesOf(second)), REMOVALS)).calls).toEqual([]);
          expect((await world.reconciler(filesOf(second)).drift()).summary.drifted).toBe(0);
        }),
      ),
      cases(60),
    ),
  PATIENCE_MS,
);

test(
  'stages and pipelines stay until a consent allows their removal',
  () =>
    fc.assert(
      fc.asyncProperty(objects, objects, (first, second) =>
        inAWorld(async (world) => {
          await converge(world.reconciler(filesOf(first)), ['max-changes']);
          const before = await heldIn(world);
          await converge(world.reconciler(filesOf(second)), ['max-changes']);
          const after = await heldIn(world);
          for (const [pipeline, { stages }] of before)
            expect(after.get(pipeline)?.stages.map(({ id }) => id)).toEqual(
              expect.arrayContaining(stages.map(({ id }) => id)),
            );
        }),
      ),
      cases(30),
    ),
  PATIENCE_MS,
);

test(
  'an interrupted run is completed by later runs and claims only existing stages',
  () =>
    fc.assert(
      fc.asyncProperty(objects, objects, cut, fc.integer({ min: 1, max: 4 }), (first, second, way, concurrency) =>
        inAWorld(async (world) => {
          await converge(world.reconciler(filesOf(first)), REMOVALS);
          const foreign = await addForeign(world, first);
          const { result, plan } = await cutRun(world, filesOf(second), { cut: way, allow: REMOVALS, concurrency });
          const held = await heldIn(world);
          const parts = new Map((await declaredPart(world, second)).map((part) => [`${part[0]}/${part[1]}`, part]));
          const claimed = (result?.outcomes ?? []).filter(({ status }) => status === 'applied');
          for (const { address } of claimed) {
            const name = address.slice('pipeline:'.length).replaceAll('%20', ' ');
            const isRemoval = plan?.changes.some((change) => change.address === address && change.action === 'remove');
            if (isRemoval) expect(held.has(name)).toBe(false);
            else expect(wanted(second)).toContainEqual(parts.get(name));
          }
          for (let round = 0; round < 3; round += 1) await converge(world.reconciler(filesOf(second)), REMOVALS);
          expect(await declaredPart(world, second)).toEqual(wanted(second));
          await expectKept(world, foreign, second);
          expect((await planAllowing(world.reconciler(filesOf(second)), REMOVALS)).calls).toEqual([]);
          const stages = [...(await heldIn(world)).values()].flatMap(({ stages: all }) => all.map(({ id }) => id));
          expect(new Set(stages).size).toBe(stages.length);
        }),
      ),
      cases(120),
    ),
  PATIENCE_MS,
);
