import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SURFACES, type Surface } from '../../src/contract/surfaces.ts';
import type { Plan } from '../../src/index.ts';
import type { SourceFile } from '../../src/model/project.ts';
import { schemas } from './arbitraries.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { act, history, meddling } from './edits.ts';
import { fragmentsOf, merged, type Schema, textOf } from './schema.ts';
import { aWorld, converge, filesOf, type World } from './world.ts';

/** Numbers that decide over places: taken one after the other, from the start again when they run out. */
const dice = fc.array(fc.nat(1000), { minLength: 10, maxLength: 40 });

test.each(SURFACES)(
  'on the %s surface a plan ignores the order of files and keys',
  { timeout: PATIENCE_MS },
  (surface) =>
    fc.assert(
      fc.asyncProperty(schemas, history, meddling, dice, async ({ first, second }, before, between, numbers) => {
        await inAccount({ surface, applied: first, edits: [before, between] }, async (world) => {
          const straight = await planOf(world, filesOf(second));
          const shuffled = await planOf(world, spread(second, numbers));
          expect(withoutPlaces(shuffled)).toEqual(withoutPlaces(straight));
        });
      }),
      cases(30),
    ),
);

test.each(SURFACES)('on the %s surface equal inputs give byte-identical plans', { timeout: PATIENCE_MS }, (surface) =>
  fc.assert(
    fc.asyncProperty(schemas, history, meddling, async ({ first, second }, before, between) => {
      await inAccount({ surface, applied: first, edits: [before, between] }, async (world) => {
        const once = await planOf(world, filesOf(second));
        expect(JSON.stringify(await planOf(world, filesOf(second)))).toBe(JSON.stringify(once));
      });
    }),
    cases(15),
  ),
);

async function inAccount(
  {
    surface,
    applied,
    edits: [before, between],
  }: {
    readonly surface: Surface;
    readonly applied: Schema;
    readonly edits: readonly [Parameters<typeof act>[1], Parameters<typeof act>[1]];
  },
  check: (world: World) => Promise<void>,
): Promise<void> {
  const world = await aWorld(surface);
  try {
    await act(world.service, before, applied);
    await converge(world.reconciler(applied), ['option-removal', 'limit-purge', 'type-change', 'max-changes']);
    await act(world.service, between, applied);
    await check(world);
  } finally {
    await world.close();
  }
}

async function planOf(world: World, files: readonly SourceFile[]): Promise<Plan> {
  const plan = await world.reconciler(files).plan();
  // Waits of the client move the clock, so the times of the plan are excluded.
  return { ...plan, createdAt: '', expiresAt: '' };
}

/** Spreads the declarations over several files in another order, with reordered keys. */
function spread(schema: Schema, numbers: readonly number[]): readonly SourceFile[] {
  let next = 0;
  const roll = (below: number) => (numbers[next++ % numbers.length] ?? 0) % below;
  const fragments = shuffle(fragmentsOf(schema), roll);
  const count = 1 + roll(4);
  const groups = Array.from({ length: count }, (_, file) => fragments.filter((_, index) => index % count === file));
  return groups.map((some, index) => ({
    path: `part-${index}.yaml`,
    text: textOf(asObject(shuffleKeys(merged(some), roll))),
  }));
}

function shuffle<T>(list: readonly T[], roll: (below: number) => number): readonly T[] {
  return list
    .map((item) => ({ item, at: roll(1000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Lists keep their order: that of options is meant. */
function shuffleKeys(value: unknown, roll: (below: number) => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffleKeys(item, roll));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(shuffle(Object.entries(value), roll).map(([key, item]) => [key, shuffleKeys(item, roll)]));
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Removes places from a plan. Findings are sorted, because their order follows the files. */
function withoutPlaces(plan: Plan): unknown {
  const findings = plan.findings.map(({ provenance: _, related: __, ...rest }) => JSON.stringify(rest)).sort();
  const changes = plan.changes.map(({ provenance: _, ...rest }) => rest);
  return { ...plan, changes, findings, files: undefined, moved: undefined };
}
