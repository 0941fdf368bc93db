/** Cold start: how long a command takes as a new process, against a Node.js script that does nothing. */

import { spawn, spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Installed } from './package-form.ts';
import { inTemporaryFolder, ROOT } from './root.ts';
import { alternate, least } from './rounds.ts';
import { compared, type Row } from './row.ts';

/** Many short runs: the fastest of each is the one that nothing else disturbed. */
const ROUNDS = 20;

const EXAMPLE = ['--file', join(ROOT, 'examples', 'complete', 'trueup.yaml')];

export function coldStart({ program }: Installed): Promise<readonly Row[]> {
  return inTemporaryFolder(async (dir) => {
    const empty = join(dir, 'empty.mjs');
    await writeFile(empty, '');
    const service = await serve(program);
    const run = runner(dir, service);
    const validate = ['validate', ...EXAMPLE];
    const plan = ['plan', ...EXAMPLE, '--ledger', join(dir, 'ledger')];
    const source = join(ROOT, 'bin', 'trueup.mjs');
    try {
      const variants = {
        empty: () => run('warm', [empty]),
        version: () => run('warm', [program, '--version']),
        validate: () => run('warm', [program, ...validate]),
        validateCold: () => run('cold', [program, ...validate]),
        plan: () => run('warm', [program, ...plan]),
        planCold: () => run('cold', [program, ...plan]),
        sourceVersion: () => run('warm', [source, '--version']),
        sourceValidate: () => run('warm', [source, ...validate]),
      };
      // The first runs fill the compile cache, and warm up the service.
      await alternate(2, variants);
      const took = await alternate(ROUNDS, variants);
      const row = (what: string, variant: keyof typeof variants, bound?: number): Row =>
        compared(`cold start: ${what}`, {
          cost: least(took[variant]),
          against: least(took.empty),
          unit: 'ms',
          ...(bound === undefined ? {} : { bound }),
        });
      return [
        row('--version', 'version', 1.1),
        row('validate of the complete example', 'validate', 4),
        row('validate with an empty compile cache', 'validateCold', 5),
        row('plan of the complete example', 'plan', 9),
        row('plan with an empty compile cache', 'planCold', 11),
        row('--version from source', 'sourceVersion'),
        row('validate from source', 'sourceValidate'),
      ];
    } finally {
      service.stop();
    }
  });
}

interface Service {
  readonly env: Readonly<Record<string, string>>;
  stop(): void;
}

/** The embedded service in a process of its own. */
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

/** Milliseconds of a whole process. The compile cache is in the temporary folder of the process: one for all runs, or a new one. */
function runner(dir: string, { env }: Service) {
  let runs = 0;
  return async (cache: 'warm' | 'cold', args: readonly string[]): Promise<number> => {
    runs += 1;
    const temporary = join(dir, cache === 'warm' ? 'warm' : `cold-${runs}`);
    await mkdir(temporary, { recursive: true });
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, {
      // Without CI, since trueup uses no compile cache there.
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
