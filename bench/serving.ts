/** A service that only has the lists of plan-project.ts, inside the process that is measured. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transport } from '../src/contract/http.ts';
import { TYPE_IDS } from './plan-project.ts';

/** Replies that identify the account of a token, and the groups of an object type. */
const METADATA = {
  token: 'bench',
  app_id: 2001,
  user_id: 1,
  expires_in: 1800,
  token_type: 'access',
  scopes: [],
};
const DETAILS = {
  accountType: 'STANDARD',
  timeZone: 'UTC',
  companyCurrency: 'EUR',
  additionalCurrencies: [],
  utcOffset: '+00:00',
  utcOffsetMilliseconds: 0,
  uiDomain: 'app.example.com',
  dataHostingLocation: 'eu1',
};
const GROUPS = JSON.stringify({ results: [{ name: 'measured', label: 'Measured', displayOrder: 0, archived: false }] });

/** By object type, read before anything is measured. */
export async function listsIn(dir: string): Promise<ReadonlyMap<string, Promise<string>>> {
  const lists = new Map(
    (await readdir(dir))
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name.slice(0, -'.json'.length), readFile(join(dir, name), 'utf8')] as const),
  );
  await Promise.all(lists.values());
  return lists;
}

/**
 * Returns a service that only has these lists, as text. The client parses its replies as from a socket. All accounts
 * have the same content.
 */
export function serving(lists: ReadonlyMap<string, Promise<string>>): Transport {
  const named = new Map([...lists, ...Object.entries(TYPE_IDS).map(([id, name]) => [id, lists.get(name)] as const)]);
  const reply = (body: string | undefined) =>
    body === undefined ? { status: 404, headers: {}, body: '{}' } : { status: 200, headers: {}, body };
  return {
    async send({ url, headers }) {
      const path = new URL(url).pathname;
      const parts = path.split('/');
      if (path.startsWith('/oauth/v1/')) return reply(JSON.stringify({ ...METADATA, hub_id: hubOf(path) }));
      if (path.startsWith('/account-info/'))
        return reply(JSON.stringify({ ...DETAILS, portalId: hubOf(headers['authorization']) }));
      if (parts.at(-1) === 'groups') return reply(GROUPS);
      return reply(await (named.get(parts.at(-1) ?? '') ?? named.get(parts.at(-2) ?? '')));
    },
    close: async () => undefined,
  };
}

/** The account is what its token ends with: a fleet has many, and each has its own. */
export function hubOf(token = ''): number {
  return Number(/bench-(\d+)$/.exec(token)?.[1] ?? 1001);
}

/** Milliseconds of processor time. */
export function since(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
