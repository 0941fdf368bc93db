/** Tests that a pull request cannot send a token elsewhere by an address, a variable, a redirect or after the merge. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectText } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';
import type { Ran } from './runner.ts';

let repository: RepositoryUnderTest;
/** Server that passes every request to the service and records it. */
let relay: Server;
let heard: string[];
/** The only host that the workflow allows. */
let allowed: Readonly<Record<string, string>>;

beforeEach(async () => {
  repository = await aRepository();
  heard = [];
  allowed = { 'allowed-hosts': new URL(repository.service.url).host };
  relay = createServer(async (request, response) => {
    heard.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const body = await text(request);
    const reply = await fetch(new URL(request.url ?? '/', repository.service.url), {
      method: request.method ?? 'GET',
      headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body === '' ? {} : { body }),
    });
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
});

afterEach(async () => {
  relay.closeAllConnections();
  relay.close();
  await repository.close();
});

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const write = (text: string) => writeFile(join(repository.workspace, 'trueup.yaml'), text);

/** Refused at the line of the address, with nothing sent to the host or to the account. */
function expectRefused(ran: Ran, at: string): void {
  expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(ran.annotations[0]).toMatch(new RegExp(`^::error ${at}title=host-not-allowed::.*allowed-hosts: `));
  expect(heard).toEqual([]);
}

test('a pull request with another host sends no token, and its merge is refused', async () => {
  await write(projectText(addressOf(relay)));
  const at = 'file=trueup.yaml,line=5,col=14,';
  expectRefused(await repository.push(1, allowed), at);
  const [comment = ''] = repository.comments(1);
  expect(comment).toMatch(/^<!-- .* -->\n### plan of sandbox failed\n/);
  expect(comment).toMatch(/No token is sent to http:.*, because this host is not allowed\./);
  expect(comment).toContain('`host-not-allowed`');
  expectRefused(await repository.merge(1, { ...allowed, review: 'none' }), at);
  expectRefused(await repository.drift(allowed), at);
  expect(await repository.service.calls()).toEqual([]);
});

test('a relay in an address changed after the review gets no write token', async () => {
  await repository.write({});
  expect((await repository.push(1, allowed)).code).toBe(0);
  await write(projectText(addressOf(relay)));
  expectRefused(await repository.merge(1, allowed), 'file=trueup.yaml,line=5,col=14,');
  expect(await repository.writes()).toEqual([]);
});

test('a host that is not allowed stops its own account only', async () => {
  await write(
    projectText(repository.service.url).replace(
      'accounts:\n',
      `accounts:
  evil: { baseUrl: "${addressOf(relay)}", auth: { accessToken: "\${env.SANDBOX_TOKEN}" } }
`,
    ),
  );
  const ran = await repository.push(1, allowed);
  expectRefused(ran, 'file=trueup.yaml,line=3,col=20,');
  expect(JSON.parse(ran.outputs['counts'] ?? '')).toMatchObject({ evil: {}, sandbox: { create: 5 } });
});

test.each([
  ['without a list', { 'allowed-hosts': '' }],
  ['by the name of the same machine, because no port is listed but that of the service', undefined],
])('this machine is not allowed %s', async (_, inputs) => {
  await write(projectText(addressOf(relay).replace('127.0.0.1', 'localhost')));
  expectRefused(await repository.push(1, inputs ?? allowed), 'file=trueup.yaml,line=5,col=14,');
});

test('an address in a listed variable is checked, and an unlisted variable is refused', async () => {
  await write('version: 1\nobjects: { contacts: { groups: { g: { displayName: G } } } }\n');
  repository.secrets['TRUEUP_ACCESS_TOKEN'] = 'trueup-dev-token';
  repository.env['TRUEUP_BASE_URL'] = addressOf(relay);
  const unlisted = await repository.push(1, allowed);
  expect(unlisted.code).toBe(3);
  expect(unlisted.log).toContain('The variable TRUEUP_BASE_URL is set, but it is missing in `environment`');
  const listed = await repository.push(1, { ...allowed, environment: 'TRUEUP_BASE_URL' });
  expectRefused(listed, '');
  expect(listed.log).toContain(`TRUEUP_BASE_URL: No token is sent to ${addressOf(relay)}`);
  repository.env['TRUEUP_BASE_URL'] = repository.service.url;
  const right = await repository.push(1, { ...allowed, environment: 'TRUEUP_BASE_URL' });
  expect(right).toMatchObject({ code: 0, outputs: { 'has-changes': 'true' } });
  expect(heard).toEqual([]);
});

test('a refresh token goes to no other host either', async () => {
  Object.assign(repository.secrets, { SECRET: 'the-secret-of-the-app', REFRESH: 'the-refresh-token' });
  const auth = 'auth: { clientId: app, clientSecret: "${env.SECRET}", refreshToken: "${env.REFRESH}" }';
  await write(projectText(addressOf(relay)).replace(/auth: .*/, auth));
  expectRefused(await repository.push(1, allowed), 'file=trueup.yaml,line=5,col=14,');
});

describe('a host that is allowed', () => {
  test('and belongs to another vendor is on top of log, comment, summary and page', async () => {
    await repository.write({});
    const ran = await repository.push(1, { ...allowed, 'report-file': 'page.html' });
    expect(ran.code).toBe(0);
    const line = `> **Tokens go to \`${repository.service.url}\`, which is not an address of the vendor.**\n\n> **No ledger yet:** `;
    expect(repository.comments(1)[0]).toMatch(/^<!-- .* -->\n> \*\*Tokens go to /);
    expect(repository.comments(1)[0]).toContain(line);
    expect(ran.summary.startsWith(line)).toBe(true);
    const plain = `Tokens go to ${repository.service.url}, which is not an address of the vendor.`;
    expect(ran.log).toContain(`${plain}\n\nPlan for sandbox`);
    const merged = await repository.merge(1, allowed);
    expect(merged.code).toBe(0);
    expect(repository.comments(1)[0]).toMatch(/^<!-- .* -->\n> \*\*Tokens go to /);
    const nightly = await repository.drift(allowed);
    expect([nightly.code, nightly.summary.split('\n\n')[0]]).toEqual([0, line.split('\n\n')[0]]);
  });

  test.each([301, 302, 303, 307, 308])('and answers %d sends no token on', async (status) => {
    let asked = 0;
    const moved = createServer((_, response) => {
      asked += 1;
      response.writeHead(status, { location: `${addressOf(relay)}/somewhere` }).end();
    });
    moved.listen(0, '127.0.0.1');
    await once(moved, 'listening');
    await write(projectText(addressOf(moved)));
    const inputs = { 'allowed-hosts': `${new URL(addressOf(moved)).host}\n${new URL(addressOf(relay)).host}` };
    const ran = await repository.push(1, inputs);
    moved.close();
    expect([ran.outputs['result'], asked > 0, heard]).toEqual(['failed', true, []]);
  });
});
