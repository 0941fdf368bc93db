/** Measures a plan: its cost beyond parsing the same texts, the growth of the cost, and its memory. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Surface } from '../src/contract/surfaces.ts';
import type { Installed } from './package-form.ts';
import type { Taken } from './plan-once.ts';
import { writePlanProject } from './plan-project.ts';
import { inTemporaryFolder } from './root.ts';
import { alternate, median } from './rounds.ts';
import { compared, type Row, thousands } from './row.ts';

const ONCE = join(import.meta.dirname, 'plan-once.ts');

interface Measured {
  readonly parse: readonly Taken[];
  readonly plan: readonly Taken[];
}

/** Numbers of properties, and rounds; the large project has two rounds at most. */
const SIZES = { small: 100, middle: 10_000, large: 100_000, rounds: 5 };

export function plan({ library }: Installed, sizes = SIZES): Promise<readonly Row[]> {
  const { rounds } = sizes;
  const [few, some, many] = [sizes.small, sizes.middle, sizes.large].map(thousands);
  return inTemporaryFolder(async (dir) => {
    const small = await measured(library, join(dir, 'small'), sizes.small, rounds);
    const middle = await measured(library, join(dir, 'middle'), sizes.middle, rounds);
    const large = await measured(library, join(dir, 'large'), sizes.large, Math.min(rounds, 2));
    const dated = await measured(library, join(dir, 'dated'), sizes.middle, rounds, 'dated');
    return [
      compared(`plan of ${few} properties, nothing changed, against parsing its texts`, {
        cost: ms(small.plan),
        against: ms(small.parse),
        unit: 'ms',
      }),
      beyondParsing(`plan of ${some} properties: all but parsing, against parsing`, middle, 1),
      beyondParsing(`plan of ${some} properties, dated: all but parsing, against parsing`, dated, 1),
      beyondParsing(`plan of ${many} properties: all but parsing, against parsing`, large, 1),
      compared(`plan of ${many} properties against ${some}`, {
        cost: ms(large.plan),
        against: ms(middle.plan),
        unit: 'ms',
        bound: 11,
      }),
      memory(`peak memory of a plan of ${some} against parsing alone`, middle),
      memory(`peak memory of a plan of ${many} against parsing alone`, large, 1.3),
    ];
  });
}

async function measured(
  library: string,
  dir: string,
  properties: number,
  rounds: number,
  surface: Surface = 'documented',
): Promise<Measured> {
  await writePlanProject(dir, properties, surface);
  const first = once('apply', dir, library);
  if (first.writes !== properties) throw new Error(`The first plan takes over ${first.writes} of ${properties}.`);
  const taken = await alternate(rounds, {
    parse: async () => once('parse', dir, library),
    plan: async () => once('plan', dir, library),
  });
  const changed = taken.plan.find(({ writes }) => writes > 0);
  if (changed !== undefined) throw new Error(`The plan should be empty and has ${changed.writes} changes.`);
  return taken;
}

/** Runs in a new process, so that the memory is that of a single plan and caches are cold. */
function once(mode: 'parse' | 'plan' | 'apply', dir: string, library: string): Taken {
  return JSON.parse(execFileSync(process.execPath, [ONCE, mode, dir, library], { encoding: 'utf8' }));
}

function beyondParsing(what: string, { plan: whole, parse }: Measured, bound?: number): Row {
  const rest = ms(whole) - ms(parse);
  return compared(what, { cost: rest, against: ms(parse), unit: 'ms', ...(bound === undefined ? {} : { bound }) });
}

function memory(what: string, { plan: whole, parse }: Measured, bound?: number): Row {
  const peak = (taken: readonly Taken[]) => median(taken.map(({ megabytes }) => megabytes));
  return compared(what, {
    cost: peak(whole),
    against: peak(parse),
    unit: 'MB',
    ...(bound === undefined ? {} : { bound }),
  });
}

function ms(taken: readonly Taken[]): number {
  return median(taken.map((one) => one.ms));
}
