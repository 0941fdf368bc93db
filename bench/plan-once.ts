/**
 * Runs a single action on a project of plan-project.ts, and prints its cost as JSON. `parse` only parses the texts of a
 * plan. `plan` plans. `apply` plans and applies, so that the ledger is complete.
 */

import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parsing } from './parsing.ts';
import { listsIn, serving, since } from './serving.ts';

export interface Taken {
  /** Milliseconds of processor time, which other work on the machine disturbs less than it does the clock. */
  readonly ms: number;
  /** Peak of the process, in megabytes. */
  readonly megabytes: number;
  /** Writes that the plan holds; 0 when only parsing. */
  readonly writes: number;
}

const [mode = '', dir = '', library = ''] = process.argv.slice(2);

const { ms, writes } = mode === 'parse' ? await parse() : await plan();
const taken: Taken = { ms, writes, megabytes: process.resourceUsage().maxRSS / 1024 };
console.log(JSON.stringify(taken));

async function parse() {
  const json = [...(await texts('.', '.json')), ...(await texts('ledger', '.json'))];
  return { ms: await parsing(await texts('schema', '.yaml'), json), writes: 0 };
}

async function plan() {
  const { createReconciler, fileStore, loadProject } = (await import(
    pathToFileURL(library).href
  )) as typeof import('../src/index.ts');
  const clock = { now: () => Date.now(), elapsed: () => performance.now(), sleep: async () => undefined };
  const lists = await listsIn(dir);
  const began = process.cpuUsage();
  const reconciler = createReconciler({
    config: await loadProject([join(dir, 'trueup.yaml')]),
    env: { BENCH_TOKEN: 'bench' },
    ledger: fileStore({ dir: join(dir, 'ledger'), name: 'bench', clock, newId: randomUUID }),
    transport: serving(lists),
  });
  const made = await reconciler.plan();
  const ms = since(began);
  if (!made.applyable || !made.complete) throw new Error(`The plan is not whole: ${JSON.stringify(made.findings[0])}`);
  if (mode === 'apply') await reconciler.apply(made);
  return { ms, writes: made.calls.length + made.adopt.length };
}

async function texts(folder: string, end: string): Promise<readonly string[]> {
  const names = (await readdir(join(dir, folder))).filter((name) => name.endsWith(end));
  return Promise.all(names.map((name) => readFile(join(dir, folder, name), 'utf8')));
}
