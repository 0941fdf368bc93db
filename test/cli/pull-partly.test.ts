/** Tests of a pull if one list of an object is refused. Resources of other lists are written and recorded. */

import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/index.ts';
import { aShell, type Shell } from '../support/world.ts';

const SECRET = 'property:contacts/secret';
const SEED = {
  objectType: 'contacts',
  ...{ name: 'secret', label: 'Secret', groupName: 'contactinformation', type: 'string', fieldType: 'text' },
  dataSensitivity: 'sensitive',
} as const;

const OWN = { objectType: 'contacts', name: 'ours', displayName: 'Ours' } as const;

/** Refuses the plain list of the properties of contacts, but allows the list of sensitive properties. */
async function refusing(url: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', headers, url: path = '' } = request;
    const isRefused =
      path.includes('/properties/') && /\/0-1\/?(\?(?!.*(archived=true|dataSensitivity)).*)?$/.test(path);
    const reply = isRefused
      ? Response.json({ status: 'error', message: 'No.', category: 'MISSING_SCOPES' }, { status: 403 })
      : await fetch(`${url}${path}`, {
          method,
          headers: {
            ...{ authorization: headers.authorization ?? '', 'content-type': headers['content-type'] ?? '' },
          },
          body: method === 'GET' ? null : await new Response(request).text(),
        });
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function anAccount(url = refusing): Promise<Shell> {
  const service = await startService({ seed: { accounts: [{ hubId: 1001, properties: [SEED], groups: [OWN] }] } });
  const env = { TRUEUP_BASE_URL: await url(service.url), TRUEUP_ACCESS_TOKEN: 'trueup-dev-token' };
  const shell = await aShell({ env: { ...env, TRUEUP_SURFACE: 'dated' } });
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  return shell;
}

async function recordedIn(shell: Shell): Promise<readonly string[]> {
  const { document } = await shell.json('ledger', 'list');
  return Object.keys(Object(Object(document).ledger ?? document).records);
}

test.each(['init', 'pull'])('%s records the readable part and ends with 1', async (command) => {
  const shell = await anAccount();
  const first = await shell.run(command);
  expect([first.code, first.stderr]).toEqual([1, '']);
  expect(first.stdout).toContain('recorded in the ledger');
  expect(await recordedIn(shell)).toContain(SECRET);
  // A second pull has nothing to write or to record.
  const again = await shell.json('pull');
  expect(again).toMatchObject({ code: 1, document: { complete: false, files: [], unrecorded: [] } });
});

test('a declared resource is recorded while the other list fails', async () => {
  const shell = await anAccount();
  await shell.run('init');
  await rm(`${shell.cwd}/.trueup`, { recursive: true });
  expect((await shell.run('pull')).code).toBe(1);
  expect(await recordedIn(shell)).toContain(SECRET);
});

test('groups are skipped while their properties are unknown', async () => {
  const shell = await anAccount();
  const { document } = await shell.json('pull');
  expect(notDeclared(document, 'service-unknown')).toContain('property-group:contacts/contactinformation');
  expect(groupsTaken(document)).toEqual([]);
});

test('a pull of groups takes only custom groups', async () => {
  const shell = await anAccount(async (url) => url);
  const { document } = await shell.json('pull', 'property-group');
  expect(groupsTaken(document)).toEqual(['property-group:contacts/ours']);
  expect(notDeclared(document, 'service-group')).toContain('property-group:contacts/contactinformation');
});

function notDeclared(document: unknown, because: string): readonly string[] {
  const { left } = document as { left: readonly { address: string; because: string }[] };
  return left.filter((one) => one.because === because).map(({ address }) => address);
}

function groupsTaken(document: unknown): readonly string[] {
  const { taken } = document as { taken: readonly { address: string }[] };
  return taken.map(({ address }) => address).filter((one) => one.startsWith('property-group:'));
}
