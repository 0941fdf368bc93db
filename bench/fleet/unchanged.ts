/**
 * Measures a worker per unchanged account: processor time against the plan, and memory of many accounts against few.
 */

import { writePlanProject } from '../plan-project.ts';
import { inTemporaryFolder } from '../root.ts';
import { alternate, least } from '../rounds.ts';
import { compared, type Row, thousands } from '../row.ts';
import type { OnceTaken } from './once.ts';
import { inPlace, once, POSTGRES, withServer } from './place.ts';

export interface UnchangedSizes {
  readonly rounds: number;
  readonly properties: number;
  readonly accounts: number;
  /** Of the measurement of memory, whose accounts have few properties. */
  readonly few: number;
  readonly many: number;
}

/** The database runs on the same machine and slows some rounds, so the minimum needs several rounds. */
const SIZES: UnchangedSizes = { rounds: 5, properties: 100, accounts: 300, few: 1_000, many: 10_000 };
/** Properties of each account in the measurement of memory, which compares numbers of accounts. */
const FEW_PROPERTIES = 4;
/** Limits of the heap in megabytes. With more room, V8 lets garbage grow, so a peak would show only the room. */
const HEAP = ['--max-old-space-size=64', '--max-semi-space-size=1'];

/** In a folder the database is part of the process, so that its rows are only shown. */
const IS_BOUND = POSTGRES !== undefined;
const WHERE = IS_BOUND ? '' : ' (database in the process)';

export async function unchanged(sizes = SIZES): Promise<readonly Row[]> {
  return [...(await processorTime(sizes)), await memory(sizes)];
}

function processorTime({ rounds, properties, accounts }: UnchangedSizes): Promise<readonly Row[]> {
  return inTemporaryFolder(async (dir) => {
    await writePlanProject(dir, properties, 'dated');
    const inProcess = await bothWays(rounds, { dir, accounts });
    const overSockets = await withServer(dir, 0, (url) => bothWays(rounds, { dir, accounts, url }));
    return [
      against('fleet: an unchanged account, against its plan alone', inProcess, 'ms', 1.3),
      against('fleet: the same over sockets', overSockets, 'ms', 1.3),
      against('fleet: queue and tables for an account, against its plan alone', inProcess, 'queueMs'),
      compared(`fleet: queue and tables for an account, against half a millisecond${WHERE}`, {
        cost: best(inProcess.fleet, 'queueMs'),
        against: 0.5,
        unit: 'ms',
        ...(IS_BOUND && { bound: 1 }),
      }),
    ];
  });
}

interface Ways {
  readonly bare: readonly OnceTaken[];
  readonly fleet: readonly OnceTaken[];
}

function bothWays(rounds: number, options: Parameters<typeof once>[1]): Promise<Ways> {
  return alternate(rounds, {
    bare: async () => once('bare', options),
    fleet: () => inPlace(options.dir, async (place) => once('fleet', { ...options, ...place })),
  });
}

function against(what: string, { bare, fleet }: Ways, cost: 'ms' | 'queueMs', bound?: number): Row {
  const given = { cost: best(fleet, cost), against: best(bare, 'ms'), unit: 'ms' };
  return compared(`${what}${WHERE}`, { ...given, ...(IS_BOUND && bound !== undefined && { bound }) });
}

function best(taken: readonly OnceTaken[], of: 'ms' | 'queueMs'): number {
  return least(taken.map((one) => one[of]));
}

function memory({ few, many }: UnchangedSizes): Promise<Row> {
  return inTemporaryFolder(async (dir) => {
    await writePlanProject(dir, FEW_PROPERTIES, 'dated');
    const peak = (accounts: number) =>
      inPlace(dir, async (place) => once('rollout', { dir, accounts, ...place }, HEAP).megabytes);
    const against = await peak(few);
    return compared(`fleet: peak memory of ${thousands(many)} unchanged accounts against ${thousands(few)}${WHERE}`, {
      ...{ cost: await peak(many), against, unit: 'MB' },
      ...(IS_BOUND && { bound: 1.5 }),
    });
  });
}
