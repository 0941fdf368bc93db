/**
 * Kills a run during its updates while a colleague edits the same fields. Drift must report exactly the values that
 * differ from the earlier and the sent values.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DriftReport } from '../../src/index.ts';
import { aDatedWorld, type DatedWorld } from '../kinds/dated-world.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { cutRun } from './cuts.ts';
import { addressIn, edit, filesOfEach, KEYS, type State, stateIn, stateOf, VALUES } from './one-of-each.ts';

const story = fc.record({
  changed: fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 3 }),
  point: fc.record({ at: fc.integer({ min: 13, max: 33 }), how: fc.constantFrom('before' as const, 'half', 'after') }),
  concurrency: fc.integer({ min: 1, max: 4 }),
  /** Edits back to the old value or to a third value. An edit to the sent value is indistinguishable from the call. */
  edits: fc.dictionary(fc.constantFrom(...KEYS), fc.constantFrom(0 as const, 2, 2)),
});
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;

interface Scene {
  readonly world: DatedWorld;
  /** As the account was before the edits, and after them. */
  readonly left: State;
  readonly since: State;
  /** Keys whose value the colleague changed to a third value, if a call was to change it. */
  readonly theirs: readonly string[];
  readonly isOpen: (key: string) => boolean;
}

/** Runs the first apply, the cut update and the edits. The last parameter wraps the edits. */
async function begun(
  { changed, point, concurrency, edits }: Story,
  drift: 'hold' | 'revert',
  meanwhile = async (_: DatedWorld, act: () => Promise<void>) => act(),
): Promise<Scene> {
  const world = await aDatedWorld();
  const [old, next] = [stateOf([]), stateOf(changed)];
  const first = world.reconciler(filesOfEach(old, drift));
  await first.apply(await first.plan());
  await cutRun(world, filesOfEach(next, drift), { cut: { by: 'death', point }, allow: [], concurrency });
  const { intentions } = await first.ledger.read();
  const open = new Set(intentions.flatMap(({ covers }) => covers));
  const isOpen = (key: string): boolean => open.has(addressIn(key));
  const left = await stateIn(world);
  let since = left;
  await meanwhile(world, async () => {
    for (const [key, pick] of Object.entries(edits)) await edit(world, key, VALUES[key]?.[pick] ?? '');
    since = await stateIn(world);
  });
  const theirs = KEYS.filter((key) => {
    const isDeclared = next[key] !== '' && (isOpen(key) || !changed.includes(key));
    return isDeclared && since[key] !== old[key] && since[key] !== next[key];
  });
  return { world, left, since, theirs, isOpen };
}

const drifted = ({ resources }: DriftReport): readonly string[] =>
  resources.flatMap(({ address, fields }) =>
    fields.flatMap(({ field, options }) =>
      options === undefined ? [`${address} ${field}`] : options.map(({ value }) => `${address} options ${value}`),
    ),
  );

/** Checks that `some` is a subset of `all`. A failure lists the extra entries. */
function expectAmong(round: string, some: readonly string[], all: readonly string[]): void {
  expect([round, some.filter((one) => !all.includes(one))]).toEqual([round, []]);
}

async function expectHeld({ world, left, since, theirs, isOpen }: Scene, next: State): Promise<void> {
  const touched = KEYS.filter((key) => since[key] !== left[key]);
  const told: (readonly string[])[] = [];
  for (const round of ['open', 'settled', 'later']) {
    const reconciler = world.reconciler(filesOfEach(next, 'hold'));
    const report = drifted(await reconciler.drift());
    expectAmong(round, theirs, report);
    expectAmong(round, report, touched);
    told.push(report.filter(isOpen).toSorted());
    const plan = await reconciler.plan();
    const held = plan.findings.flatMap(({ code, address }) => (code === 'drift-held' ? (address ?? []) : []));
    expectAmong(round, theirs.map(addressIn), held);
    const { summary } = await reconciler.apply(plan);
    expect([round, summary]).toMatchObject([round, { failed: 0, conflict: 0, uncertain: 0 }]);
    const now = await stateIn(world);
    expect(theirs.filter((key) => now[key] !== since[key])).toEqual([]);
  }
  const [first, ...others] = told;
  for (const other of others) expect(other).toEqual(first);
  const end = await stateIn(world);
  expect(KEYS.filter((key) => !touched.includes(key) && end[key] !== next[key])).toEqual([]);
}

test(
  'held drift next to an open update is unchanged by the settlement',
  {
    timeout: PATIENCE_MS,
  },
  () =>
    fc.assert(
      fc.asyncProperty(story, async (one) => {
        const scene = await begun(one, 'hold');
        await expectHeld(scene, stateOf(one.changed)).finally(scene.world.close);
      }),
      cases(25),
    ),
);

test('and an edit between the plan and the settling apply is held too', { timeout: PATIENCE_MS }, () =>
  fc.assert(
    fc.asyncProperty(story, async (one) => {
      const next = stateOf(one.changed);
      const scene = await begun(one, 'hold', async (world, act) => {
        const reconciler = world.reconciler(filesOfEach(next, 'hold'));
        const plan = await reconciler.plan();
        await act();
        await reconciler.apply(plan);
      });
      await expectHeld(scene, next).finally(scene.world.close);
    }),
    cases(25),
  ),
);

test('reverted drift is announced in the plan with its author', { timeout: PATIENCE_MS }, () =>
  fc.assert(
    fc.asyncProperty(story, async (one) => {
      const next = stateOf(one.changed);
      const { world, theirs } = await begun(one, 'revert');
      try {
        const reconciler = world.reconciler(filesOfEach(next, 'revert'));
        const plan = await reconciler.plan();
        const told = plan.changes.filter(({ because }) => because === 'account-changed' || because === 'both-changed');
        expectAmong(
          'open',
          theirs.map(addressIn),
          told.map(({ address }) => address),
        );
        await reconciler.apply(plan);
        const end = await stateIn(world);
        expect(KEYS.filter((key) => next[key] !== '' && end[key] !== next[key])).toEqual([]);
      } finally {
        await world.close();
      }
    }),
    cases(25),
  ),
);
