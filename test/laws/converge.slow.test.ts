import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SURFACES } from '../../src/contract/surfaces.ts';
import type { Finding, RiskName } from '../../src/index.ts';
import { consents, schemas } from './arbitraries.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { act, history, meddling } from './edits.ts';
import { keepsPromises, sparesForeign, tellsTheTruth, writes } from './oracles.ts';
import type { Schema } from './schema.ts';
import { aWorld, converge, type World } from './world.ts';

test.each(SURFACES)(
  'on the %s surface an apply converges and changes only the planned resources',
  { timeout: PATIENCE_MS },
  (surface) =>
    fc.assert(
      fc.asyncProperty(schemas, history, meddling, consents, async ({ first, second }, before, between, allow) => {
        const world = await aWorld(surface);
        try {
          await act(world.service, before, first);
          await lawfully(world, first, allow);
          await act(world.service, between, second);
          await lawfully(world, second, allow);
        } finally {
          await world.close();
        }
      }),
      cases(30),
    ),
);

async function lawfully(world: World, declared: Schema, allow: readonly RiskName[]): Promise<void> {
  const reconciler = world.reconciler(declared);
  expect(reconciler.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const before = await world.snapshot();
  const ledger = await reconciler.ledger.read();
  const { plan, result } = await converge(reconciler, allow);
  const after = await world.snapshot();
  expect(result.outcomes.filter(({ status }) => status !== 'applied')).toEqual([]);
  const all = new Set(plan.changes.filter(({ action }) => action !== 'blocked').map(({ address }) => address));
  expect(keepsPromises(plan, after, all)).toEqual([]);
  expect(sparesForeign({ declared, plan, ledger, before, after })).toEqual([]);
  expect(tellsTheTruth(result, plan, await reconciler.ledger.read(), after)).toEqual([]);
  const { resources } = await reconciler.drift();
  expect(resources.filter(({ status, address }) => ['drifted', 'gone'].includes(status) && all.has(address))).toEqual(
    [],
  );

  // A resource that the plan creates under another name is deleted by the next apply at the earliest.
  if (plan.findings.some(isHeld)) await converge(world.reconciler(declared), allow);
  const left = await world.snapshot();
  const written = writes(await world.service.calls()).length;
  const again = await converge(world.reconciler(declared), allow);
  expect(again.plan.changes.filter(({ action }) => !['keep', 'blocked'].includes(action))).toEqual([]);
  expect(again.plan.calls).toEqual([]);
  expect(again.plan.adopt).toEqual([]);
  expect(await world.snapshot()).toEqual(left);
  expect(writes(await world.service.calls()).length).toBe(written);
}

function isHeld({ code, message }: Finding): boolean {
  return code === 'not-declared' && message.includes(' is new and looks like it: ');
}
