/**
 * Builds a fleet of four accounts in its own folder for tests of the command line. The database is in the folder, or in
 * PostgreSQL if the tests have a server, because a command opens PostgreSQL ten times faster.
 */

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Surface } from '../../../src/contract/surfaces.ts';
import { openPool } from '../../../src/database/postgres.ts';
import { type Service, startService } from '../../../src/service/index.ts';
import { aSchema, POSTGRES } from '../../fleet/databases.ts';
import { aShell, type Shell, type ShellOptions } from '../../support/world.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
export const ENV = { TRUEUP_FLEET_KEYS: `k1:${KEY}`, FLEET_SECRET: 'canary-fleet-secret', USER: 'ann' };
export const HUBS = [5001, 5002, 5003, 5004] as const;

export const project = (url: string, surface: Surface = 'documented') => `version: 1
fleet:
  baseUrl: ${url}
  surface: ${surface}
  thresholds: { create: { percent: 50, above: 1 } }
apps:
  "3001": { clientId: fleet-app, clientSecret: "\${env.FLEET_SECRET}" }
objects: { contacts: { groups: { loyalty: { displayName: Loyalty } } } }
`;

/** Folder that PGlite initialized. Initializing takes ten times as long as opening. */
let empty: Promise<string> | undefined;
function emptyFolder(): Promise<string> {
  empty ??= mkdtemp(join(tmpdir(), 'trueup-fleet-')).then(async (dataDir) => {
    await (await PGlite.create({ dataDir })).close();
    return dataDir;
  });
  return empty;
}

export interface Made {
  readonly service: Service & { readonly url: string };
  readonly shell: Shell;
  /** Environment of its commands. */
  readonly env: Record<string, string>;
  /** Address or folder. */
  readonly database: string;
  /** The accounts as they are imported. */
  readonly lines: string;
}

export interface FleetOptions extends ShellOptions {
  /** True if its database is always in the folder. */
  readonly inFolder?: boolean;
}

export async function aFleet(
  variables: Readonly<Record<string, string>> = ENV,
  { inFolder = false, ...options }: FleetOptions = {},
): Promise<Made> {
  const service = await startService({
    seed: {
      accounts: HUBS.map((hubId) => ({ hubId })),
      apps: [
        {
          ...{ appId: 3001, clientId: 'fleet-app', clientSecret: ENV.FLEET_SECRET },
          ...{
            redirectUris: ['http://localhost'],
            scopes: ['oauth', 'crm.schemas.contacts.read', 'crm.schemas.contacts.write', 'developers-write'],
          },
        },
      ],
    },
  });
  const env: Record<string, string> = { ...variables };
  const shell = await aShell({ ...options, env });
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  const grants = await Promise.all(HUBS.map((hubId) => service.issueToken({ hubId, appId: 3001 })));
  const lines = HUBS.map((hubId, at) =>
    JSON.stringify({
      ...{ hubId, appId: '3001', refreshToken: grants[at]?.refreshToken, scopes: ['oauth'] },
      labels: { ring: at === 0 ? 'canary' : 'rest' },
    }),
  );
  const server = inFolder ? undefined : POSTGRES;
  const database = server === undefined ? await aFolder(shell.cwd) : await aDatabase(server);
  if (server !== undefined) env['TRUEUP_FLEET_DATABASE'] = database;
  await shell.write('trueup.yaml', project(service.url));
  await shell.write('accounts.ndjson', `${lines.join('\n')}\n`);
  return { service, shell, env, database, lines: lines.join('\n') };
}

async function aFolder(cwd: string): Promise<string> {
  const folder = join(cwd, '.trueup', 'fleet');
  await cp(await emptyFolder(), join(folder, 'data'), { recursive: true });
  return folder;
}

/** Creates a database for a single fleet. */
async function aDatabase(server: string): Promise<string> {
  const name = aSchema();
  const run = async (statement: string) => {
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: openPool(server) }) });
    await sql.raw(statement).execute(db);
    await db.destroy();
  };
  await run(`create database ${name}`);
  onTestFinished(() => run(`drop database ${name} with (force)`));
  const address = new URL(server);
  address.pathname = `/${name}`;
  return String(address);
}

/** Imported, and rolled out to two accounts first. */
export async function begun(made: Made, ...how: readonly string[]): Promise<void> {
  await made.shell.run('fleet', 'import', 'accounts.ndjson');
  await made.shell.run('fleet', 'plan', '--quiet');
  await made.shell.run('fleet', 'approve', '--all', '--over-threshold', 'create');
  await made.shell.run('fleet', 'rollout', '--waves', '2,100%', '--soak', '0s', ...how);
}

/** Waits until something outside of the process of the test is so. */
export async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, 50));
}
