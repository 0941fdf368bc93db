/** Cold start: how long a command takes as a new process, against a Node.js script that does nothing. */

import { spawn, spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Installed } from './package-form.ts';
import { inTemporaryFolder, ROOT } from './root.ts';
import { alternate, least } from './rounds.ts';
import { compared, type Row } from './row.ts';

/**
 * Numbers of runs. The first runs, which do not count, fill the compile cache and warm up the service. The fastest run had
 * the fewest disturbances. The shortest starts have more rounds, because they exceed an empty start by less than most
 * disturbances.
 */
const ROUNDS = { first: 2, all: 20, shortest: 100 };

const EXAMPLE = ['--file', join(ROOT, 'examples', 'complete', 'trueup.yaml')];

export function coldStart({ program }: Installed, rounds = ROUNDS): Promise<readonly Row[]> {
  return inTemporaryFolder(async (dir) => {
    const empty = join(dir, 'empty.mjs');
    await writeFile(empty, '');
    const service = await serve(program);
    const run = runner(dir, service);
    const validate = ['validate', ...EXAMPLE];
    const plan = ['plan', ...EXAMPLE, '--ledger', join(dir, 'ledger')];
    const source = join(ROOT, 'bin', 'trueup.mjs');
    try {
      const shortest = {
        empty: () => run('warm', [empty]),
        version: () => run('warm', [program, '--version']),
        sourceVersion: () => run('warm', [source, '--version']),
      };
      const variants = {
        empty: shortest.empty,
        validate: () => run('warm', [program, ...validate]),
        validateCold: () => run('cold', [program, ...validate]),
        plan: () => run('warm', [program, ...plan]),
        planCold: () => run('cold', [program, ...plan]),
        sourceValidate: () => run('warm', [source, ...validate]),
      };
      await alternate(rounds.first, { ...shortest, ...variants });
      const starts = await alternate(rounds.shortest, shortest);
      const took = await alternate(rounds.all, variants);
      return [
        row('--version', starts.version, starts.empty, 1.1),
        row('validate of the complete example', took.validate, took.empty, 4),
        row('validate with an empty compile cache', took.validateCold, took.empty, 5),
        row('plan of the complete example', took.plan, took.empty, 9),
        row('plan with an empty compile cache', took.planCold, took.empty, 11),
        row('--version from source', starts.sourceVersion, starts.empty),
        row('validate from source', took.sourceValidate, took.empty),
      ];
    } finally {
      service.stop();
    }
  });
}

function row(what: string, took: readonly number[], empty: readonly number[], bound?: number): Row {
  const times = { cost: least(took), against: least(empty), unit: 'ms' } as const;
  return compared(`cold start: ${what}`, bound === undefined ? times : { ...times, bound });
}

interface Service {
  readonly env: Readonly<Record<string, string>>;
  stop(): void;
}

/** Runs the embedded service in another process. */
async function serve(program: string): Promise<Service> {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, accessToken }: { url: string; accessToken: string } = JSON.parse(line);
    return { env: { TRUEUP_BASE_URL: url, TRUEUP_ACCESS_TOKEN: accessToken }, stop: () => child.kill('SIGKILL') };
  }
  throw new Error('The service ended before it was ready.');
}

/**
 * Measures a whole process in milliseconds. The compile cache is in a temporary folder, which is shared by all runs or
 * new for each.
 */
function runner(dir: string, { env }: Service) {
  let runs = 0;
  return async (cache: 'warm' | 'cold', args: readonly string[]): Promise<number> => {
    runs += 1;
    const temporary = join(dir, cache === 'warm' ? 'warm' : `cold-${runs}`);
    await mkdir(temporary, { recursive: true });
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, {
      // Disables CI, since trueup uses no compile cache there.
      env: { ...process.env, ...env, TMPDIR: temporary, CI: '' },
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const took = performance.now() - began;
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
    if (cache === 'cold') await rm(temporary, { recursive: true });
    return took;
  };
}
