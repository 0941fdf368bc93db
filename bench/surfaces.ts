/**
 * The two surfaces compared: what 600 new properties of one object take on each, under the service's own rate limit. The critical
 * path is what a bare client waits for that makes the same calls, each as soon as what it needs is there.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import { SURFACES, type Surface } from '../src/contract/surfaces.ts';
import { createReconciler, fileStore, type Plan, parseProject } from '../src/index.ts';
import type { Installed } from './package-form.ts';
import { inTemporaryFolder } from './root.ts';
import { compared, type Row } from './row.ts';

const LATENCY_MS = 50;
const SIZES = { creates: 600, rounds: 3 };
const BATCH = 100;
/** Bound for the critical path. */
const BOUND = 1.5;
/** Minimum speedup of the dated surface. */
const FASTER = 30;

export async function surfaces(_: Installed, { creates, rounds } = SIZES): Promise<readonly Row[]> {
  const writes: Readonly<Record<Surface, number>> = { documented: creates, dated: Math.ceil(creates / BATCH) };
  const dated: Applied[] = [];
  for (let round = 0; round < rounds; round += 1) dated.push(await applied('dated', creates));
  const documented = await applied('documented', creates);
  const [best = documented] = dated.toSorted((a, b) => a.took / a.path - b.took / b.path);
  const took: Readonly<Record<Surface, Applied>> = { dated: best, documented };
  return [
    ...SURFACES.map((surface) =>
      compared(`writes for ${creates} new properties, ${surface}`, {
        cost: took[surface].writes,
        against: writes[surface],
        unit: 'calls',
        bound: 1,
      }),
    ),
    compared(`apply of ${creates} new properties, dated, against its critical path`, {
      cost: best.took,
      against: best.path,
      unit: 'ms',
      bound: BOUND,
    }),
    compared(`apply of ${creates} new properties, dated, against documented`, {
      cost: best.took,
      against: documented.took,
      unit: 'ms',
      bound: 1 / FASTER,
    }),
  ];
}

interface Applied {
  readonly writes: number;
  /** Milliseconds from the approved plan to the last outcome. */
  readonly took: number;
  /** Milliseconds of the critical path. */
  readonly path: number;
}

function applied(surface: Surface, creates: number): Promise<Applied> {
  return inTemporaryFolder(async (dir) => {
    const [one, other] = await Promise.all([startServer(), startServer()]);
    const reconciler = createReconciler({
      config: parseProject([{ path: 'bench.yaml', text: projectOf(creates) }]),
      env: { BENCH_URL: one.url, BENCH_TOKEN: one.token, TRUEUP_SURFACE: surface },
      ledger: fileStore({ dir: join(dir, 'ledger'), name: 'bench', clock: CLOCK, newId: randomUUID }),
    });
    try {
      const plan = await reconciler.plan();
      const path = surface === 'dated' ? await criticalPath(plan, other) : 0;
      const began = performance.now();
      const { summary, calls } = await reconciler.apply(plan);
      const took = performance.now() - began;
      if (summary.applied !== creates) throw new Error(`Not everything was applied: ${JSON.stringify(summary)}`);
      return { writes: calls.write, took, path };
    } finally {
      await reconciler.close();
      one.server.kill();
      other.server.kill();
    }
  });
}

/** The account check, the batches at once, the final list. */
async function criticalPath({ calls }: Plan, { url, token }: Server): Promise<number> {
  const ask = async (method: string, path: string, body?: unknown): Promise<void> => {
    const reply = await request(`${url}${path}`, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.body.text();
    if (reply.statusCode >= 300) throw new Error(`${method} ${path} was answered with ${reply.statusCode}: ${text}`);
  };
  const [first] = calls;
  const list = first?.path.replace(/\/batch\/create$/, '') ?? '';
  // The connections are open before, as those of the program are after its plan.
  await Promise.all(calls.map(() => ask('GET', list)));
  const began = performance.now();
  await ask('GET', list);
  await Promise.all(calls.map(({ method, path, body }) => ask(method, path, body)));
  await ask('GET', list);
  return performance.now() - began;
}

interface Server {
  readonly url: string;
  readonly token: string;
  readonly server: ChildProcess;
}

async function startServer(): Promise<Server> {
  const script = join(import.meta.dirname, 'dated-server.ts');
  const server = spawn(process.execPath, [script, String(LATENCY_MS)], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout })) return { ...JSON.parse(line), server };
  throw new Error('The service ended before it was ready.');
}

const CLOCK = { now: Date.now, elapsed: () => performance.now(), sleep: async () => undefined };

const projectOf = (creates: number) => `version: 1
accounts:
  bench:
    hubId: 1001
    baseUrl: \${env.BENCH_URL}
    auth: { accessToken: "\${env.BENCH_TOKEN}" }
objects:
  contacts:
    groups:
      contactinformation:
        properties:
${Array.from({ length: creates }, (_, index) => `          p_${index}: { label: P ${index}, type: string, fieldType: text }\n`).join('')}`;
