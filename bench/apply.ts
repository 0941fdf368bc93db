/**
 * Compares an apply of 500 creates with the longest chain of calls, against a service with latency. Each link takes the time of a bare client for as many parallel calls in the same minute. It is the latency plus the load of the machine.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import { createReconciler, fileStore, parseProject } from '../src/index.ts';
import type { Installed } from './package-form.ts';
import { inTemporaryFolder } from './root.ts';
import { median } from './rounds.ts';
import { compared, type Row } from './row.ts';

const LATENCY_MS = 50;
const CONCURRENCY = 16;
const SIZES = { creates: 500, rounds: 3 };
const BOUND = 1.25;

interface Case {
  readonly what: string;
  readonly yaml: string;
  readonly creates: number;
  /** Number of calls in sequence, if each kind waits for the previous kind. */
  readonly levels: number;
}

export async function apply(_: Installed, { creates, rounds: count } = SIZES): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const one of [oneGroup(creates), threeLevels(creates)]) {
    const rounds: Round[] = [];
    for (let round = 0; round < count; round += 1) rounds.push(await applied(one));
    const [best = { took: 0, link: 0 }] = rounds.toSorted((a, b) => a.took / a.link - b.took / b.link);
    const what = `apply of ${creates} creates, ${CONCURRENCY} at a time: ${one.what}`;
    const links = linksOf(one);
    rows.push(
      compared(what, { cost: best.took, against: best.link * links, unit: 'ms', bound: BOUND }),
      // Includes the time that the machine adds to each call. The row is informative, since that time differs by
      // machine.
      compared(`${what}, against ${LATENCY_MS} ms a link`, {
        cost: best.took,
        against: LATENCY_MS * links,
        unit: 'ms',
      }),
    );
  }
  return rows;
}

/** The account check, the creates, one more link for each further level, the final read. */
function linksOf({ creates, levels }: Case): number {
  return 1 + Math.ceil(creates / CONCURRENCY) + (levels - 1) + 1;
}

function oneGroup(creates: number): Case {
  const group = `        properties:\n${properties(0, creates)}`;
  return {
    what: 'properties of one group',
    creates,
    levels: 1,
    yaml: projectOf(`      contactinformation:\n${group}`, 0),
  };
}

/** Ten groups, their properties, and a subscription on one property in each. */
function threeLevels(creates: number): Case {
  const each = (creates - 20) / 10;
  const groups = Array.from({ length: 10 }, (_, index) => {
    const head = `      group_${index}:\n        displayName: Group ${index}\n        properties:\n`;
    return `${head}${properties(index * each, each)}`;
  });
  return { what: 'groups, properties, subscriptions', creates, levels: 3, yaml: projectOf(groups.join(''), 10, each) };
}

function properties(from: number, count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `          p_${from + index}: { label: P ${from + index}, type: string, fieldType: text }\n`,
  ).join('');
}

function projectOf(groups: string, subscriptions: number, step = 0): string {
  const items = Array.from(
    { length: subscriptions },
    (_, index) =>
      `      - { eventType: contact.propertyChange, propertyName: p_${index * step + step - 1}, active: true }\n`,
  );
  const webhooks = items.length === 0 ? '' : `webhooks:\n  - appId: 2001\n    subscriptions:\n${items.join('')}`;
  return `version: 1
accounts:
  bench:
    hubId: 1001
    surface: documented
    baseUrl: \${env.BENCH_URL}
    auth: { accessToken: "\${env.BENCH_TOKEN}" }
objects:
  contacts:
    groups:
${groups}${webhooks}`;
}

interface Round {
  /** Milliseconds from the approved plan to the last outcome. */
  readonly took: number;
  /** Milliseconds of one link of the chain. */
  readonly link: number;
}

/** The ledger is a file. */
function applied({ yaml, creates }: Case): Promise<Round> {
  return inTemporaryFolder(async (dir) => {
    const { url, server } = await startServer();
    const reconciler = createReconciler({
      config: parseProject([{ path: 'bench.yaml', text: yaml }]),
      env: { BENCH_URL: url, BENCH_TOKEN: 'bench' },
      ledger: fileStore({ dir: join(dir, 'ledger'), name: 'bench', clock: CLOCK, newId: randomUUID }),
    });
    try {
      const plan = await reconciler.plan();
      if (plan.calls.length !== creates) throw new Error(`The plan has ${plan.calls.length} calls.`);
      const before = await linkTime(url);
      const began = performance.now();
      const { summary, outcomes } = await reconciler.apply(plan, { concurrency: CONCURRENCY });
      const took = performance.now() - began;
      if (summary.applied !== creates) {
        const bad = outcomes.find(({ status }) => status !== 'applied');
        throw new Error(`Not everything was applied: ${JSON.stringify(bad)}`);
      }
      return { took, link: (before + (await linkTime(url))) / 2 };
    } finally {
      await reconciler.close();
      server.kill();
    }
  });
}

/** Median of ten times that many bare calls at once, each waited for. */
async function linkTime(url: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const began = performance.now();
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        const { body } = await request(`${url}/oauth/v1/access-tokens/bench`);
        await body.text();
      }),
    );
    times.push(performance.now() - began);
  }
  return median(times);
}

const CLOCK = { now: Date.now, elapsed: () => performance.now(), sleep: async () => undefined };

async function startServer(): Promise<{ readonly url: string; readonly server: ChildProcess }> {
  const script = join(import.meta.dirname, 'slow-server.ts');
  const server = spawn(process.execPath, [script, String(LATENCY_MS)], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const url of createInterface({ input: server.stdout })) return { url, server };
  throw new Error('The slow server ended before it was ready.');
}
