import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Plan } from '../../../src/index.ts';
import type { Address } from '../../../src/model/address.ts';
import type { Fields, Json } from '../../../src/model/json.ts';
import { RISK_NAMES } from '../../../src/model/risk.ts';
import { schemas } from '../../laws/arbitraries.ts';
import { cases, PATIENCE_MS } from '../../laws/cases.ts';
import { act, history, meddling } from '../../laws/edits.ts';
import { holdings } from '../../laws/holdings.ts';
import { keepsPromises, tellsTheTruth } from '../../laws/oracles.ts';
import type { Schema } from '../../laws/schema.ts';
import { aWorld, converge, HUB, type World } from '../../laws/world.ts';
import { revertAllowing } from '../../support/consents.ts';

test('a revert restores every field of the run or names the kept address', { timeout: PATIENCE_MS }, () =>
  fc.assert(
    fc.asyncProperty(schemas, history, meddling, async ({ first, second }, before, between) => {
      await inWorld(async (world) => {
        await act(world.service, before, first);
        await converge(world.reconciler(first), RISK_NAMES);
        await act(world.service, between, second);
        const was = holdings(await world.snapshot());
        const { plan: forward, result } = await converge(world.reconciler(second), RISK_NAMES);
        const left = holdings(await world.snapshot());
        const reverted = await revert(world, second, result.run);
        if (reverted === undefined) return;
        const { plan, applied } = reverted;
        const held = await world.snapshot();
        expect(tellsTheTruth(applied, plan, await world.reconciler(second).ledger.read(), held)).toEqual([]);
        const is = holdings(held);
        expect(unrestored(plan, { was, left, is })).toEqual([]);
        if (result.outcomes.every(({ status }) => status === 'applied'))
          expect(forward.summary.revert.restores).toBe(countRestored(forward, plan));
      });
    }),
    cases(30),
  ),
);

test('a revert keeps every later change and option of other users', { timeout: PATIENCE_MS }, () =>
  fc.assert(
    fc.asyncProperty(schemas, meddling, async ({ first, second }, since) => {
      await inWorld(async (world) => {
        await converge(world.reconciler(first), RISK_NAMES);
        const was = holdings(await world.snapshot());
        const { result } = await converge(world.reconciler(second), RISK_NAMES);
        const left = holdings(await world.snapshot());
        await act(world.service, since, second);
        const moved = holdings(await world.snapshot());
        await revert(world, second, result.run);
        const is = holdings(await world.snapshot());
        expect(overwritten({ was, left, moved, is })).toEqual([]);
      });
    }),
    cases(30),
  ),
);

type Held = ReadonlyMap<Address, Fields>;

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const world = await aWorld();
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

/** Plans and applies it, and holds it to the laws of every plan; afterwards nothing is left to do. Undefined when the run changed nothing. */
async function revert(world: World, declared: Schema, run: string) {
  const reconciler = world.reconciler(declared);
  if (!(await reconciler.ledger.runs()).some((one) => one.run === run)) return undefined;
  const plan = await revertAllowing(reconciler, RISK_NAMES, { run });
  const result = await reconciler.apply(plan, { skipBlocked: true });
  expect(result.outcomes.filter(({ status }) => status !== 'applied')).toEqual([]);
  const held = await world.service.snapshot(HUB);
  expect(keepsPromises(plan, held, new Set(plan.changes.map(({ address }) => address)))).toEqual([]);
  expect((await revertAllowing(world.reconciler(declared), RISK_NAMES, { run })).calls).toEqual([]);
  return { plan, applied: result };
}

/** Returns the number of changes of the plan that the revert takes back with all their values. */
function countRestored(forward: Plan, back: Plan): number {
  const lossy = new Set(
    back.findings
      .filter(({ code }) => ['revert-unknown', 'revert-empty', 'entry-stays'].includes(code))
      .map(({ address }) => address),
  );
  const made = back.changes.filter(
    ({ action, address }) => ['create', 'update', 'remove'].includes(action) && !lossy.has(address),
  );
  const taken = new Set(made.map(({ address }) => address));
  return forward.changes.filter(
    ({ address, action, risk }) => action !== 'blocked' && risk !== 'irreversible' && taken.has(address),
  ).length;
}

/** Fields that the run changed and that are neither back nor accounted for. */
function unrestored(plan: Plan, { was, left, is }: { readonly was: Held; readonly left: Held; readonly is: Held }) {
  return [...left.keys(), ...was.keys()].flatMap((address) => {
    if (same(was.get(address), left.get(address)))
      return same(is.get(address), left.get(address)) ? [] : [`${address} moved`];
    const change = plan.changes.find((one) => one.address === address);
    if (change === undefined) return [`${address} is not in the plan`];
    if (change.action === 'blocked') return [];
    // An unreadable resource may have existed before the run.
    if (change.section !== undefined && address.startsWith('property-group:')) return [];
    if (!was.has(address)) return change.section !== undefined || !is.has(address) ? [] : [`${address} is still there`];
    const excused = plan.findings
      .filter((one) => one.address === address)
      .map(({ code, message }) => `${code} ${message}`);
    return Object.keys(was.get(address) ?? {}).flatMap((field) => {
      if (same(was.get(address)?.[field], is.get(address)?.[field])) return [];
      if (excused.some((text) => text.startsWith('revert-unknown') && text.includes(field))) return [];
      return [`${address}: ${field} was ${json(was.get(address)?.[field])}, is ${json(is.get(address)?.[field])}`];
    });
  });
}

/** Lists later edits that the revert overwrote. */
function overwritten({
  was,
  left,
  moved,
  is,
}: {
  readonly was: Held;
  readonly left: Held;
  readonly moved: Held;
  readonly is: Held;
}) {
  return [...moved].flatMap(([address, fields]) =>
    Object.entries(fields).flatMap(([field, value]) => {
      const made = left.get(address)?.[field];
      const now = is.get(address)?.[field];
      if (field !== 'options') return same(made, value) || same(now, value) ? [] : [`${address}: ${field}`];
      // A type without options takes all of them along, by the consent to the change of type.
      if (!same(fields['type'], is.get(address)?.['type'])) return [];
      const known = new Set([...valuesOf(made), ...valuesOf(was.get(address)?.[field])]);
      const foreign = valuesOf(value).filter((one) => !known.has(one));
      return foreign.filter((one) => !valuesOf(now).includes(one)).map((one) => `${address}: option ${one}`);
    }),
  );
}

function valuesOf(options: Json | undefined): readonly string[] {
  return Array.isArray(options) ? (options as readonly { readonly value: string }[]).map(({ value }) => value) : [];
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return json(a) === json(b);
}

function json(value: Json | undefined): string {
  return JSON.stringify(value) ?? 'nothing';
}
