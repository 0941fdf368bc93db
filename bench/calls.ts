/** Calls made: what planning and applying each example asks of the service, against the least possible. */

import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDPOINTS } from '../src/contract/endpoints.ts';
import type { Surface } from '../src/contract/surfaces.ts';
import { accountNames } from '../src/faces.ts';
import { createReconciler, loadProject, memoryStore } from '../src/index.ts';
import { createService, type RecordedCall, type Service } from '../src/service/index.ts';
import { leastCalls, surfacesOf } from './least-calls.ts';
import { ROOT } from './root.ts';
import { compared, type Row } from './row.ts';

const EXAMPLES = join(ROOT, 'examples');

/** The account to use where an example has several: its token is the embedded service's own. */
const ACCOUNTS: Readonly<Record<string, string>> = { 'two-accounts': 'sandbox' };

export async function calls(): Promise<readonly Row[]> {
  const files = await readdir(EXAMPLES, { recursive: true });
  const names = files.flatMap((file) => /^([^/\\]+)[/\\]trueup\.yaml$/.exec(file)?.[1] ?? []).sort();
  const rows: Row[] = [];
  for (const name of names)
    for (const surface of await surfacesOf(join(EXAMPLES, name))) {
      const service = await createService({ rateLimit: false });
      try {
        rows.push(...(await callsOf(name, surface, service)));
      } finally {
        await service.close();
      }
    }
  return rows;
}

async function callsOf(name: string, surface: Surface, service: Service): Promise<readonly Row[]> {
  const least = await leastCalls(join(EXAMPLES, name), surface);
  const config = await loadProject([join(EXAMPLES, name, 'trueup.yaml')]);
  const [first] = accountNames(config);
  const account = ACCOUNTS[name] ?? first;
  const reconciler = createReconciler({
    config,
    ...(account === undefined ? {} : { account }),
    env: {
      TRUEUP_BASE_URL: 'http://127.0.0.1:4010',
      TRUEUP_ACCESS_TOKEN: service.development.accessToken,
      SANDBOX_TOKEN: service.development.accessToken,
      APP_2001_KEY: service.development.developerKey,
      APP_2002_KEY: service.development.developerKey,
      TRUEUP_SURFACE: surface,
    },
    ledger: memoryStore({ name: account ?? 'default', clock: CLOCK, newId: randomUUID }),
    transport: service.transport,
  });
  const plan = await reconciler.plan();
  const planning = await service.calls();
  const { summary } = await reconciler.apply(plan);
  const applying = (await service.calls()).slice(planning.length);
  const again = await reconciler.plan();
  const planningAgain = (await service.calls()).slice(planning.length + applying.length);
  if (summary.applied + summary.accepted !== plan.changes.length) {
    throw new Error(`${name} was not wholly applied: ${JSON.stringify(summary)}`);
  }
  const row = (what: string, cost: number, against: number): Row =>
    compared(`calls, ${name}, ${surface}: ${what}`, { cost, against, unit: 'calls', bound: 1 });
  return [
    row('lists read by the plan', count(planning, isList), least.reads),
    row('writes by the plan', count(planning, isWrite), 0),
    row('writes by apply', count(applying, isWrite), least.writes),
    row('writes announced by the plan', plan.summary.calls.write, least.writes),
    row('lists read by the second plan', count(planningAgain, isList), least.readsUnchanged),
    row('writes of the second plan', count(planningAgain, isWrite) + again.calls.length, 0),
    shown(`calls, ${name}, ${surface}: lists read again by apply`, count(applying, isList)),
    shown(
      `calls, ${name}, ${surface}: account checks`,
      count([...planning, ...applying, ...planningAgain], isAccountCheck),
    ),
  ];
}

const CLOCK = { now: Date.now, elapsed: () => performance.now(), sleep: async () => undefined };

type Filter = (call: RecordedCall) => boolean;

const ACCOUNT_CHECKS: readonly string[] = [
  'readAccessToken',
  'readAccountDetails',
  'readDatedAccountDetails',
  'readTokenInfo',
  'introspectToken',
];

const isAccountCheck: Filter = ({ endpoint }) => ACCOUNT_CHECKS.includes(endpoint ?? '');
const isWrite: Filter = ({ endpoint }) => endpoint !== undefined && ENDPOINTS[endpoint].effect !== 'read';
const isList: Filter = (call) => !isWrite(call) && !isAccountCheck(call);

function count(calls: readonly RecordedCall[], filter: Filter): number {
  return calls.filter(filter).length;
}

function shown(what: string, cost: number): Row {
  return { what, cost: `${cost} calls`, against: '', ratio: undefined, bound: undefined };
}
