/** Measures a pull from an empty folder to an empty plan, against parsing its files, and the growth of its cost. */

import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandMs } from './command.ts';
import { withServer } from './fleet/place.ts';
import type { Installed } from './package-form.ts';
import { writePlanProject } from './plan-project.ts';
import type { Pulled } from './pull-once.ts';
import { inTemporaryFolder } from './root.ts';
import { alternate, least } from './rounds.ts';
import { compared, type Row, thousands } from './row.ts';

const ONCE = join(import.meta.dirname, 'pull-once.ts');
const MODES = ['pull', 'parse', 'again', 'validate'] as const;
/**
 * Numbers of properties, and rounds. What disturbs a command differs by more than the commands do: the least disturbed of each counts, as
 * for a cold start.
 */
const SIZES = { small: 1_000, large: 10_000, rounds: 7, commandRounds: 15 };
type Measured = Readonly<Record<(typeof MODES)[number], readonly Pulled[]>>;

export function pull({ program, library }: Installed, sizes = SIZES): Promise<readonly Row[]> {
  const [few, many] = [thousands(sizes.small), thousands(sizes.large)];
  return inTemporaryFolder(async (dir) => {
    const small = await measured(library, join(dir, 'small'), sizes.small, sizes.rounds);
    const commands = await commandsOn(program, join(dir, 'small'), sizes.commandRounds);
    const large = await measured(library, join(dir, 'large'), sizes.large, Math.min(sizes.rounds, 3));
    const ratio = (what: string, cost: number, against: number, bound: number): Row =>
      compared(what, { cost, against, unit: 'ms', bound });
    return [
      ratio(
        `pull of ${few} properties until the plan is empty, against parsing what it wrote`,
        ms(small.pull),
        ms(small.parse),
        3,
      ),
      ratio(`second pull of ${few} properties against validate`, least(commands.pull), least(commands.validate), 1.7),
      compared('the same in a program, which parses the files again', {
        cost: ms(small.again),
        against: ms(small.validate),
        unit: 'ms',
      }),
      compared('the same: loading and resolving the files alone', {
        cost: offlineMs(small.again),
        against: ms(small.validate),
        unit: 'ms',
      }),
      compared('the same: the ledger, the account and the comparison', {
        cost: ms(small.again) - offlineMs(small.again),
        against: ms(small.validate),
        unit: 'ms',
      }),
      ratio(`fmt --check of ${few} properties against validate`, least(commands.fmt), least(commands.validate), 2),
      ratio(`pull of ${many} properties against ${few}`, ms(large.pull), ms(small.pull), 11),
    ];
  });
}

/** Runs commands in the pulled project, with the ledger of an earlier pull. */
async function commandsOn(
  program: string,
  dir: string,
  rounds: number,
): Promise<Readonly<Record<'pull' | 'fmt' | 'validate', readonly number[]>>> {
  const root = join(dir, 'trueup.yaml');
  const text = await readFile(root, 'utf8');
  const run = (...words: readonly string[]) => commandMs(program, dir, words);
  return withServer(dir, 0, async (url) => {
    await writeFile(root, text.replace('hubId: 1001\n', `hubId: 1001\n    baseUrl: ${url}\n`));
    run('pull');
    return alternate(rounds, {
      pull: async () => run('pull'),
      fmt: async () => run('fmt', '--check'),
      validate: async () => run('validate'),
    });
  });
}

async function measured(library: string, dir: string, properties: number, rounds: number): Promise<Measured> {
  const once = (mode: string): Pulled =>
    JSON.parse(execFileSync(process.execPath, [ONCE, mode, dir, library], { encoding: 'utf8' }));
  const fresh = async (): Promise<Pulled> => {
    for (const made of ['schema', 'ledger', 'trueup.yaml']) await rm(join(dir, made), { recursive: true, force: true });
    await writePlanProject(dir, properties, 'documented', 'account');
    return once('pull');
  };
  return alternate(rounds, {
    pull: fresh,
    parse: async () => once('parse'),
    again: async () => once('again'),
    validate: async () => once('validate'),
  });
}

function offlineMs(taken: readonly Pulled[]): number {
  return least(taken.map((one) => one.offlineMs ?? 0));
}

function ms(taken: readonly Pulled[]): number {
  return least(taken.map((one) => one.ms));
}
