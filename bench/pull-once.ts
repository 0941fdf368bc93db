/**
 * Runs a single action on an existing account of plan-project.ts without files, and prints its cost as JSON. `pull`
 * ends with an empty plan. `again` pulls a second time. `validate` checks the written files. `parse` only parses them
 * and the lists of the account.
 */

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PulledFile } from '../src/index.ts';
import { parsing } from './parsing.ts';
import { OBJECT_TYPES } from './plan-project.ts';
import { listsIn, serving, since } from './serving.ts';

export interface Pulled {
  /** Milliseconds of processor time. */
  readonly ms: number;
  readonly reads: number;
  /** Of the milliseconds those that the same files take without an account: to load and to resolve them. */
  readonly offlineMs?: number;
}

const OBJECTS = { objects: OBJECT_TYPES } as const;
const [mode = '', dir = '', library = ''] = process.argv.slice(2);
const MODES: Readonly<Record<string, () => Promise<Pulled>>> = { pull, again, validate, parse };
const act = MODES[mode];
if (act === undefined) throw new Error(`There is no mode ${mode}.`);
console.log(JSON.stringify(await act()));

function loaded(): Promise<typeof import('../src/index.ts')> {
  return import(pathToFileURL(library).href);
}

async function opened() {
  const { createReconciler, fileStore, loadProject } = await loaded();
  const clock = { now: () => Date.now(), elapsed: () => performance.now(), sleep: async () => undefined };
  const lists = await listsIn(dir);
  const counted = { reads: 0 };
  const transport = serving(lists);
  const open = async (known: readonly PulledFile[] = []) =>
    createReconciler({
      config: await loadProject([join(dir, 'trueup.yaml')], { cwd: dir, known }),
      env: { BENCH_TOKEN: 'bench' },
      ledger: fileStore({ dir: join(dir, 'ledger'), name: 'bench', clock, newId: randomUUID }),
      transport: {
        ...transport,
        send: (request) => {
          counted.reads += 1;
          return transport.send(request);
        },
      },
    });
  return { open, counted };
}

async function pull(): Promise<Pulled> {
  const { open, counted } = await opened();
  const began = process.cpuUsage();
  const pulled = await (await open()).pull(OBJECTS);
  const { files, unrecorded } = pulled;
  for (const { path, text } of files) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  const reconciler = await open(files);
  await reconciler.ledger.adopt(unrecorded, { pulled });
  const { summary, complete } = await reconciler.plan();
  const ms = since(began);
  if (!complete || summary.create + summary.update + summary.blocked > 0 || summary.keep === 0)
    throw new Error(`The plan after a pull is not empty: ${JSON.stringify(summary)}`);
  return { ms, reads: counted.reads };
}

async function again(): Promise<Pulled> {
  const { open, counted } = await opened();
  const began = process.cpuUsage();
  const reconciler = await open();
  const offlineMs = since(began);
  const { files, unrecorded } = await reconciler.pull(OBJECTS);
  const ms = since(began);
  if (files.length + unrecorded.length > 0) throw new Error('A second pull changes something.');
  return { ms, offlineMs, reads: counted.reads };
}

async function validate(): Promise<Pulled> {
  const { loadProject, validateProject } = await loaded();
  const began = process.cpuUsage();
  const project = await loadProject([join(dir, 'trueup.yaml')], { cwd: dir });
  const { findings } = validateProject(project, { env: { BENCH_TOKEN: 'bench' }, now: Date.now() });
  const ms = since(began);
  if (findings.some(({ severity }) => severity === 'error')) throw new Error(JSON.stringify(findings[0]));
  return { ms, reads: 0 };
}

async function parse(): Promise<Pulled> {
  const names = (await readdir(join(dir, 'schema'))).map((name) => join(dir, 'schema', name));
  const yaml = await Promise.all(names.map((name) => readFile(name, 'utf8')));
  const lists = await listsIn(dir);
  return { ms: await parsing(yaml, await Promise.all(lists.values())), reads: 0 };
}
