/**
 * One process that does one thing to a project of plan-project.ts, and prints what it took as JSON. `parse` only parses the
 * texts that a plan parses; `plan` plans; `apply` plans and applies, so that the ledger knows everything.
 */

import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Transport } from '../src/contract/http.ts';
import { TYPE_IDS } from './plan-project.ts';

export interface Taken {
  /** Milliseconds of processor time, which other work on the machine disturbs less than it does the clock. */
  readonly ms: number;
  /** Peak of the process, in megabytes. */
  readonly megabytes: number;
  /** Writes that the plan holds; 0 when only parsing. */
  readonly writes: number;
}

/** What tells whose token it is, and the groups of an object type. */
const METADATA = JSON.stringify({
  token: 'bench',
  hub_id: 1001,
  app_id: 2001,
  user_id: 1,
  expires_in: 1800,
  token_type: 'access',
  scopes: [],
});
const DETAILS = JSON.stringify({
  portalId: 1001,
  accountType: 'STANDARD',
  timeZone: 'UTC',
  companyCurrency: 'EUR',
  additionalCurrencies: [],
  utcOffset: '+00:00',
  utcOffsetMilliseconds: 0,
  uiDomain: 'app.example.com',
  dataHostingLocation: 'eu1',
});
const GROUPS = JSON.stringify({ results: [{ name: 'measured', label: 'Measured', displayOrder: 0, archived: false }] });

const [mode = '', dir = '', library = ''] = process.argv.slice(2);

const { ms, writes } = mode === 'parse' ? await parse() : await plan();
const taken: Taken = { ms, writes, megabytes: process.resourceUsage().maxRSS / 1024 };
console.log(JSON.stringify(taken));

/** Both results are kept until the end, as a plan keeps them. */
async function parse() {
  const { parse: parseYaml } = await import('yaml');
  const yaml = await texts('schema', '.yaml');
  const json = [...(await texts('.', '.json')), ...(await texts('ledger', '.json'))];
  const began = process.cpuUsage();
  // Without the parser's own search for repeated keys, which compares each with each: trueup does without it too.
  const values = [
    ...yaml.map((text): unknown => parseYaml(text, { uniqueKeys: false })),
    ...json.map((text): unknown => JSON.parse(text)),
  ];
  const ms = since(began);
  if (values.length === 0) throw new Error(`There is nothing to parse in ${dir}.`);
  return { ms, writes: 0 };
}

async function plan() {
  const { createReconciler, fileStore, loadProject } = (await import(
    pathToFileURL(library).href
  )) as typeof import('../src/index.ts');
  const clock = { now: () => Date.now(), elapsed: () => performance.now(), sleep: async () => undefined };
  const lists = new Map(
    (await readdir(dir))
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name.slice(0, -'.json'.length), readFile(join(dir, name), 'utf8')] as const),
  );
  await Promise.all(lists.values());
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

/** A service that only has the lists, as text: what it answers is parsed by the client as from a socket. */
function serving(lists: ReadonlyMap<string, Promise<string>>): Transport {
  const named = new Map([...lists, ...Object.entries(TYPE_IDS).map(([id, name]) => [id, lists.get(name)] as const)]);
  const reply = (body: string | undefined) =>
    body === undefined ? { status: 404, headers: {}, body: '{}' } : { status: 200, headers: {}, body };
  return {
    async send({ url }) {
      const path = new URL(url).pathname;
      const parts = path.split('/');
      if (path.startsWith('/oauth/v1/')) return reply(METADATA);
      if (path.startsWith('/account-info/')) return reply(DETAILS);
      if (parts.at(-1) === 'groups') return reply(GROUPS);
      return reply(await (named.get(parts.at(-1) ?? '') ?? named.get(parts.at(-2) ?? '')));
    },
    close: async () => undefined,
  };
}

function since(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

async function texts(folder: string, end: string): Promise<readonly string[]> {
  const names = (await readdir(join(dir, folder))).filter((name) => name.endsWith(end));
  return Promise.all(names.map((name) => readFile(join(dir, folder, name), 'utf8')));
}
