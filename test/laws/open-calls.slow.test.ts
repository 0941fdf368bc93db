import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SURFACES } from '../../src/contract/surfaces.ts';
import type { DriftReport, Ledger } from '../../src/index.ts';
import type { Address } from '../../src/model/address.ts';
import type { Fields } from '../../src/model/json.ts';
import { RISK_NAMES } from '../../src/model/risk.ts';
import { EXIT, exitOfApply, exitOfDrift } from '../../src/report/exit.ts';
import { planAllowing } from '../support/consents.ts';
import { consents, schemas } from './arbitraries.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { mortal } from './crash.ts';
import { cut, cutRun } from './cuts.ts';
import { act, meddling } from './edits.ts';
import { holdings } from './holdings.ts';
import { writes } from './oracles.ts';
import type { Schema } from './schema.ts';
import { aWorld, converge, ledgerOn, type World, watched } from './world.ts';

/** Applied once, meddled with, and changed by a run that goes wrong: anywhere, or right after one of its writes to a property. */
const story = fc.record({
  surface: fc.constantFrom(...SURFACES),
  schemas,
  between: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: meddling }),
  allow: consents,
  cut: fc.oneof({ weight: 1, arbitrary: cut }, { weight: 3, arbitrary: fc.record({ after: fc.nat(20) }) }),
  concurrency: fc.integer({ min: 1, max: 8 }),
});
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;
type Beginning = Pick<Story, 'surface' | 'schemas' | 'between' | 'allow'>;

async function begun({ surface, schemas: { first }, between, allow }: Beginning): Promise<World> {
  const world = await aWorld(surface);
  await converge(world.reconciler(first), allow);
  await act(world.service, between, first);
  return world;
}

/** Returns the state after a run that was cut off. */
async function left(one: Story) {
  const world = await begun(one);
  const declared = one.schemas.second;
  const before = await world.reconciler(declared).drift();
  if (!('after' in one.cut)) {
    await cutRun(world, declared, { ...one, cut: one.cut });
    return { world, before, declared };
  }
  const steps = (await writeSteps(one)).flatMap(({ step, isProperty }) => (isProperty ? step : []));
  const at = steps[one.cut.after % steps.length] ?? Number.POSITIVE_INFINITY;
  await cutRun(world, declared, { ...one, concurrency: 1, cut: { by: 'death', point: { at, how: 'after' } } });
  return { world, before, declared };
}

/** Returns the steps of an unharmed sequential run that are writes. */
async function writeSteps(one: Beginning) {
  const world = await begun(one);
  try {
    const steps: { readonly step: number; readonly isProperty: boolean }[] = [];
    const watch = watched(world.service.transport, (_, request) => {
      if (request.startsWith('GET')) return;
      steps.push({ step: life.steps(), isProperty: request.includes('/properties') && !request.includes('/groups') });
    });
    const life = mortal(watch, world.disk, { at: Number.POSITIVE_INFINITY, how: 'before' });
    const ledger = ledgerOn(life.disk, world.clock, world.newId);
    const reconciler = world.reconciler(one.schemas.second, { transport: life.transport, ledger });
    await converge(reconciler, one.allow, { concurrency: 1 });
    return steps;
  } finally {
    await world.close();
  }
}

describe('a run that was cut off', () => {
  test('causes neither drift nor an author, and apply settles its open calls', { timeout: PATIENCE_MS }, () =>
    fc.assert(
      fc.asyncProperty(story, async (one) => {
        const { world, before, declared } = await left(one);
        try {
          const reconciler = world.reconciler(declared);
          const ledger = await reconciler.ledger.read();
          const report = await reconciler.drift();
          const told = new Set(driftedFields(before));
          expect(driftedFields(report).filter((field) => !told.has(field))).toEqual([]);
          expect(named(report)).toEqual(named({ open: ledger.intentions }));
          const asks = ledger.intentions.some(({ recovery }) => recovery === 'ask');
          expect(exitOfDrift(report)).toBe(report.summary.drifted > 0 ? 2 : asks ? 5 : 0);

          const plan = await planAllowing(reconciler, RISK_NAMES);
          expect(named(plan)).toEqual(named({ open: ledger.intentions }));
          const moved = plan.changes.filter(({ because }) => ['account-changed', 'both-changed'].includes(because));
          const drifted = before.resources.filter(({ status }) => ['drifted', 'gone'].includes(status));
          const known = new Set(drifted.map(({ address }) => address));
          expect(moved.map(({ address }) => address).filter((address) => !known.has(address))).toEqual([]);

          const result = await reconciler.apply(plan, { skipBlocked: true });
          const { intentions } = await reconciler.ledger.read();
          expect(intentions.map(({ recovery }) => recovery).filter((recovery) => recovery !== 'ask')).toEqual([]);
          expect(named(result)).toEqual(named({ open: intentions }));
          expect(exitOfApply(result) === 5).toBe(intentions.length > 0);
        } finally {
          await world.close();
        }
      }),
      cases(30),
    ),
  );

  test('leaves every later edit visible', { timeout: PATIENCE_MS }, () =>
    fc.assert(
      fc.asyncProperty(story, meddling, async (one, since) => {
        const { world, declared } = await left(one);
        try {
          const reconciler = world.reconciler(declared);
          const ledger = await reconciler.ledger.read();
          const was = holdings(await world.snapshot());
          await act(world.service, since, coveredBy(ledger, declared));
          const is = holdings(await world.snapshot());
          const shown = new Set(driftedFields(await reconciler.drift()));
          expect(foreignChanges(ledger, was, is).filter((field) => !shown.has(field))).toEqual([]);
        } finally {
          await world.close();
        }
      }),
      cases(30),
    ),
  );

  test('at its last call leaves an empty plan, and an apply settles it without writes', { timeout: PATIENCE_MS }, () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...SURFACES), schemas, async (surface, both) => {
        const one = {
          surface,
          schemas: { first: readable(both.first), second: readable(both.second) },
          between: [],
          allow: RISK_NAMES,
        };
        const { second } = one.schemas;
        const last = (await writeSteps(one)).at(-1);
        fc.pre(last?.isProperty === true);
        const world = await begun(one);
        try {
          const end = { by: 'death', point: { at: last?.step ?? 0, how: 'after' } } as const;
          await cutRun(world, second, { cut: end, allow: RISK_NAMES, concurrency: 1 });
          const reconciler = world.reconciler(second);
          const [call, ...others] = (await reconciler.ledger.read()).intentions;
          expect(others).toEqual([]);
          const plan = await planAllowing(reconciler, RISK_NAMES);
          expect([plan.calls, named(plan)]).toEqual([[], [call?.id]]);
          expect(exitOfDrift(await reconciler.drift())).toBe(0);

          const earlier = writes(await world.service.calls()).length;
          const result = await reconciler.apply(plan, { skipBlocked: true });
          expect(writes(await world.service.calls()).length).toBe(earlier);
          const exit = result.leftOut.length > 0 ? EXIT.refused : EXIT.done;
          expect([exitOfApply(result), result.findings.map(({ code }) => code)]).toEqual([exit, ['intention-settled']]);
          const { intentions, records } = await reconciler.ledger.read();
          expect(intentions).toEqual([]);
          const [covered = 'property:none'] = call?.covers ?? [];
          if (call?.expects[covered] === null) expect(records[covered]).toBeUndefined();
          else expect(records[covered]).toMatchObject({ run: call?.run });
          const after = await reconciler.drift();
          expect([after.open, after.summary.drifted]).toEqual([undefined, 0]);
        } finally {
          await world.close();
        }
      }),
      cases(20),
    ),
  );
});

/** With those properties only that an open call covers, if there are any: there a change can be hidden. */
function coveredBy({ intentions }: Ledger, declared: Schema): Schema {
  const covered = new Set<string>(intentions.flatMap(({ covers }) => covers));
  const properties = declared.properties.filter((one) => covered.has(`property:${one.objectType}/${one.name}`));
  return properties.length === 0 ? declared : { ...declared, properties };
}

/** Removes resources that a read does not show. Their last call stays open until it is repeated or settled. */
function readable(schema: Schema): Schema {
  return { ...schema, subscriptions: [], eventProperties: [], limits: [] };
}

function named({ open = [] }: { readonly open?: readonly { readonly id: string }[] }): readonly string[] {
  return open.map(({ id }) => id);
}

/** Lists drift as `address field`, `address options VALUE`, or `address` if the resource is gone. */
function driftedFields({ resources }: DriftReport): readonly string[] {
  return resources.flatMap(({ address, status, fields }) =>
    status === 'gone'
      ? [address]
      : fields.flatMap(({ field, options }) =>
          options === undefined ? [`${address} ${field}`] : options.map(({ value }) => `${address} ${field} ${value}`),
        ),
  );
}

/** Lists recorded values that a person changed. They differ from the record and from the open calls. */
function foreignChanges(
  { records, intentions }: Ledger,
  was: ReadonlyMap<Address, Fields>,
  is: ReadonlyMap<Address, Fields>,
): readonly string[] {
  return Object.values(records).flatMap(({ address, kind, fields }) => {
    const [before, now] = [was.get(address), is.get(address)];
    if (kind !== 'property' || before === undefined) return [];
    if (now === undefined) return [address];
    const sent = intentions.flatMap(({ expects }): Fields[] => (expects[address] == null ? [] : [expects[address]]));
    return Object.entries(fields).flatMap(([field, recorded]) => {
      if (field === 'options') return foreignOptions(address, { recorded, before, now, sent });
      const same = (value: unknown) => JSON.stringify(now[field]) === JSON.stringify(value);
      const explained = same(before[field]) || same(recorded) || sent.some((one) => same(one[field]));
      return explained || (field === 'displayOrder' && Number(recorded) < 0) ? [] : [`${address} ${field}`];
    });
  });
}

interface OptionSight {
  readonly recorded: unknown;
  readonly before: Fields;
  readonly now: Fields;
  readonly sent: readonly Fields[];
}

/** Ours that are gone or renamed. */
function foreignOptions(address: Address, { recorded, before, now, sent }: OptionSight): readonly string[] {
  const labels = (list: unknown) =>
    new Map((Array.isArray(list) ? list : []).map(({ value, label }) => [String(value), String(label)]));
  const [ours, old, held] = [labels(recorded), labels(before['options']), labels(now['options'])];
  return [...ours].flatMap(([value, label]) => {
    const found = held.get(value);
    const explained =
      found === label || found === old.get(value) || sent.some(({ options }) => labels(options).get(value) === found);
    return explained ? [] : [`${address} options ${value}`];
  });
}
