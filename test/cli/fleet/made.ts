/** A fleet of four accounts for tests of the command line: a service, a project and a list to import, in a folder of its own. */

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { onTestFinished } from 'vitest';
import { type Service, startService } from '../../../src/service/index.ts';
import { aShell, type Shell, type ShellOptions } from '../../support/world.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
export const ENV = { TRUEUP_FLEET_KEYS: `k1:${KEY}`, FLEET_SECRET: 'canary-fleet-secret', USER: 'ann' };
export const HUBS = [5001, 5002, 5003, 5004] as const;

export const project = (url: string, more = '') => `version: 1
fleet:
  baseUrl: ${url}
  thresholds: { create: { percent: 50, above: 1 } }
${more}apps:
  "3001": { clientId: fleet-app, clientSecret: "\${env.FLEET_SECRET}" }
objects: { contacts: { groups: { loyalty: { displayName: Loyalty } } } }
`;

/** What PGlite makes of an empty folder, which takes ten times as long as to open it. */
const EMPTY = mkdtemp(join(tmpdir(), 'trueup-fleet-')).then(async (dataDir) => {
  await (await PGlite.create({ dataDir })).close();
  return dataDir;
});

export interface Made {
  readonly service: Service & { readonly url: string };
  readonly shell: Shell;
  /** The accounts as they are imported. */
  readonly lines: string;
}

export async function aFleet(env: Readonly<Record<string, string>> = ENV, options: ShellOptions = {}): Promise<Made> {
  const service = await startService({
    seed: {
      accounts: HUBS.map((hubId) => ({ hubId })),
      apps: [
        {
          ...{ appId: 3001, clientId: 'fleet-app', clientSecret: ENV.FLEET_SECRET },
          ...{
            redirectUris: ['http://localhost'],
            scopes: ['oauth', 'crm.schemas.contacts.read', 'crm.schemas.contacts.write'],
          },
        },
      ],
    },
  });
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
  await cp(await EMPTY, join(shell.cwd, '.trueup', 'fleet', 'data'), { recursive: true });
  await shell.write('trueup.yaml', project(service.url));
  await shell.write('accounts.ndjson', `${lines.join('\n')}\n`);
  return { service, shell, lines: lines.join('\n') };
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
