/** Ways in which a run goes wrong, and one run under them. */

import fc from 'fast-check';
import type { ApplyResult, Plan, RiskName } from '../../src/index.ts';
import { TrueupError } from '../../src/index.ts';
import type { SourceFile } from '../../src/model/project.ts';
import type { FaultRule } from '../../src/service/index.ts';
import { planAllowing } from '../support/consents.ts';
import { EVERYTHING } from './cases.ts';
import { type CrashPoint, mortal } from './crash.ts';
import { holdings } from './holdings.ts';
import { type LeaseEnd, leased } from './lease.ts';
import type { Schema } from './schema.ts';
import { HUB, ledgerOn, type World, watched } from './world.ts';

export type Cut =
  | { readonly by: 'faults'; readonly rules: readonly FaultRule[] }
  /** The signal aborts just before this request leaves. */
  | { readonly by: 'abort'; readonly at: number }
  | { readonly by: 'death'; readonly point: CrashPoint }
  | { readonly by: 'lease'; readonly end: LeaseEnd };

const FAULTS = [
  { do: 'drop-before' },
  { do: 'drop-after' },
  { do: 'half-reply' },
  { do: 'not-json' },
  { do: 'html' },
  { do: 'status', status: 500 },
  { do: 'status', status: 429, retryAfter: 1 },
  { do: 'status', status: 403 },
  { do: 'status-after-commit', status: 503 },
] as const satisfies readonly FaultRule[];

const rule: fc.Arbitrary<FaultRule> = fc
  .record({
    fault: fc.constantFrom<FaultRule>(...FAULTS),
    nth: fc.integer({ min: 1, max: 30 }),
    times: fc.constantFrom(1, 1, 2, 5, 'always' as const),
  })
  .map(({ fault, nth, times }) => ({ ...fault, nth, times }));

export const cut: fc.Arbitrary<Cut> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(rule, { minLength: 1, maxLength: 3 }).map((rules) => ({ by: 'faults', rules }) as const),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }).map((at) => ({ by: 'abort', at }) as const) },
  {
    weight: 3,
    arbitrary: fc
      .record({ at: fc.integer({ min: 1, max: 60 }), how: fc.constantFrom('before' as const, 'half', 'after') })
      .map((point) => ({ by: 'death', point }) as const),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ at: fc.integer({ min: 1, max: 60 }), how: fc.constantFrom('told' as const, 'silent') })
      .map((end) => ({ by: 'lease', end }) as const),
  },
);

export interface CutRun {
  readonly plan: Plan | undefined;
  /** Undefined when the run died or was refused before the first write. */
  readonly result: ApplyResult | undefined;
  /** Error of the run. */
  readonly error: TrueupError | undefined;
  /** Writes that left after the store had said that the lock was lost. */
  readonly late: readonly string[];
}

/**
 * Returns every cut at every point. A short run tries a single cut per point, in turn, and only every other point of deaths and leases. `first` is the first of these points.
 */
export function everyCut(first: 1 | 2 = 1): readonly Cut[] {
  const faults = range(14).map((at): readonly Cut[] => [
    ...FAULTS.map((fault) => ({ by: 'faults', rules: [{ ...fault, nth: at }] }) as const),
    { by: 'abort', at },
  ]);
  const deaths = range(34).map((at) =>
    (['before', 'half', 'after'] as const).map((how): Cut => ({ by: 'death', point: { at, how } })),
  );
  const leases = range(40).map((at) =>
    (['told', 'silent'] as const).map((how): Cut => ({ by: 'lease', end: { at, how } })),
  );
  const other = <T>(points: readonly T[]) => (EVERYTHING ? points : points.filter((_, at) => at % 2 === first - 1));
  return [faults, other(deaths), other(leases)].flatMap((points) =>
    points.flatMap((ways, at) => ways.filter((_, way) => EVERYTHING || way === at % ways.length)),
  );
}

function range(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index + 1);
}

interface CutOptions {
  readonly cut: Cut;
  readonly allow: readonly RiskName[];
  readonly concurrency: number;
  /** Digest of the plan that was reviewed. */
  readonly reviewed?: string;
}

/** Plans and applies once while things go wrong, then puts them right again. */
export async function cutRun(
  world: World,
  declared: Schema | readonly SourceFile[],
  { cut: way, allow, ...options }: CutOptions,
): Promise<CutRun> {
  const controller = new AbortController();
  const { transport, disk, died, rest } = mortal(
    watched(world.service.transport, (sequence) => {
      if (way.by === 'abort' && sequence === way.at) controller.abort();
    }),
    world.disk,
    way.by === 'death' ? way.point : { at: Number.POSITIVE_INFINITY, how: 'before' },
  );
  if (way.by === 'faults') for (const one of way.rules) world.service.faults.add(one);
  const ledger = ledgerOn(disk, world.clock, world.newId);
  const lease = way.by === 'lease' ? leased(ledger, transport, way.end) : { ledger, transport, late: [] };
  const reconciler = world.reconciler(declared, {
    ledger: lease.ledger,
    transport: lease.transport,
    ...(way.by === 'abort' ? { signal: controller.signal } : {}),
  });
  let plan: Plan | undefined;
  const run = async (): Promise<Omit<CutRun, 'late'>> => {
    try {
      plan = await planAllowing(reconciler, allow);
      return { plan, result: await reconciler.apply(plan, { skipBlocked: true, ...options }), error: undefined };
    } catch (error) {
      if (!(error instanceof TrueupError)) throw error;
      return { plan, result: undefined, error };
    }
  };
  const end = await Promise.race([run(), died.then(() => ({ plan, result: undefined, error: undefined }))]);
  await rest();
  world.service.faults.clear();
  return { ...end, late: lease.late };
}

/** Settles open calls as an operator does: reads the account and reports if the resource exists. */
export async function settleByLooking(world: World, declared: Schema): Promise<void> {
  const { ledger } = world.reconciler(declared);
  const found = holdings(await world.service.snapshot(HUB));
  const { intentions } = await ledger.read();
  for (const { recovery, covers } of intentions) {
    const [address] = covers;
    if (recovery !== 'ask' || address === undefined) continue;
    await ledger.settle([address], found.has(address) ? 'applied' : 'not-applied');
  }
}
