import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SURFACES, type Surface } from '../../src/contract/surfaces.ts';
import { RISK_NAMES } from '../../src/model/risk.ts';
import { schemas } from './arbitraries.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { act, history } from './edits.ts';
import { writes } from './oracles.ts';
import { ALL_KINDS } from './samples.ts';
import type { Schema } from './schema.ts';
import { aWorld, converge, type World } from './world.ts';

const OTHER: Readonly<Record<Surface, Surface>> = { documented: 'dated', dated: 'documented' };

test.each(SURFACES)(
  'an apply on the %s surface leaves plan and ledger unchanged on the other surface',
  { timeout: PATIENCE_MS },
  (surface) =>
    fc.assert(
      fc.asyncProperty(schemas, history, async ({ first }, before) => {
        const world = await aWorld(surface, false);
        try {
          await act(world.service, before, first);
          await changesNothing(world, first);
        } finally {
          await world.close();
        }
      }),
      cases(30),
    ),
);

test.each(SURFACES)('all five kinds applied on the %s surface are in sync on the other surface', async (surface) => {
  const world = await aWorld(surface, false);
  expect(await changesNothing(world, ALL_KINDS)).toBe(0);
  await world.close();
});

/** Returns the number of resources that neither surface could create. */
async function changesNothing(world: World, declared: Schema): Promise<number> {
  const env = (surface: Surface) => ({ env: { ...world.env, TRUEUP_SURFACE: surface } });
  const [here, there] = [env(world.surface), env(OTHER[world.surface])];
  await converge(world.reconciler(declared, here), RISK_NAMES);
  const settled = await world.reconciler(declared, here).plan();
  const open = new Set(settled.changes.filter(({ action }) => action !== 'keep').map(({ address }) => address));
  const ledger = await world.reconciler(declared, here).ledger.read();
  const written = writes(await world.service.calls()).length;

  const plan = await world.reconciler(declared, there).plan();
  const changed = plan.changes.filter(({ action, address }) => action !== 'keep' && !open.has(address));
  expect(changed).toEqual([]);
  expect(plan.calls.filter(({ covers }) => covers.some((address) => !open.has(address)))).toEqual([]);
  expect(plan.adopt.filter(({ address }) => !open.has(address))).toEqual([]);
  const { resources } = await world.reconciler(declared, there).drift();
  expect(resources.filter(({ status, address }) => ['drifted', 'gone'].includes(status) && !open.has(address))).toEqual(
    [],
  );
  expect(await world.reconciler(declared, there).ledger.read()).toEqual(ledger);
  expect(writes(await world.service.calls()).length).toBe(written);
  return open.size;
}
