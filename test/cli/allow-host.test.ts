/** On a terminal a token goes to the vendor and to this machine; another host has to be typed, or set in the environment. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startService } from '../../src/service/index.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { redirectPort } from '../support/redirect-port.ts';
import { aShell, type ShellOptions } from '../support/world.ts';

/** Requests to other machines go through this proxy, which refuses them and records their target. */
let asked: string[];
let proxy: ReturnType<typeof createServer>;

beforeEach(async () => {
  asked = [];
  proxy = createServer((_request, reply) => reply.writeHead(403).end());
  proxy.on('connect', ({ url }, socket) => {
    asked.push(url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
});

afterEach(() => {
  proxy.close();
});

const env = (more: Readonly<Record<string, string>> = {}) => ({
  ...TOKEN,
  SECRET: 'the-secret-of-the-app',
  REFRESH: 'the-refresh-token',
  HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  ...more,
});

const EVENTS = '- { eventTemplateId: "1", email: a@example.com, tokens: {} }\n';
const OAUTH = 'auth: { clientId: app, clientSecret: "$' + '{env.SECRET}", refreshToken: "$' + '{env.REFRESH}" }';

async function aProject(url: string, more: Readonly<Record<string, string>> = {}, options: ShellOptions = {}) {
  const shell = await aShell({ env: env(more), ...options });
  await shell.write('trueup.yaml', projectText(url));
  await shell.write('oauth.yaml', projectText(url).replace(/auth: .*/, OAUTH));
  await shell.write('events.yaml', EVENTS);
  return shell;
}

const HINT = 'Allow the host with --allow-host crm.example.com:8443';
const COMMANDS = [
  ['plan'],
  ['apply', '--auto-approve'],
  ['drift'],
  ['list'],
  ['ledger', 'adopt', 'property:contacts/loyaltytier'],
  ['auth', 'status'],
  ['auth', 'revoke', '-f', 'oauth.yaml'],
  ['auth', 'login', '-f', 'oauth.yaml', '--save', 'saved.env', '--no-browser'],
  ['timeline', 'send', 'events.yaml'],
] as const;

describe('a host that is neither the vendor’s nor this machine', () => {
  test.each(COMMANDS.map((words) => [words.join(' '), words] as const))('is sent nothing by %s', async (_, words) => {
    const shell = await aProject('https://crm.example.com:8443');
    const { code, stderr } = await shell.run(...words);
    expect([code, stderr]).toEqual([3, expect.stringContaining('error[host-not-allowed] ')]);
    expect(stderr.replace(/\s+/g, ' ')).toContain(HINT);
    expect(asked).toEqual([]);
  });

  test.each([
    ['a flag', ['--allow-host', 'crm.example.com:8443'], {}],
    ['a pattern among others', ['--allow-host', 'a.example', '--allow-host', 'CRM.example.com:8443'], {}],
    ['the environment', [], { TRUEUP_ALLOWED_HOSTS: 'a.example, crm.example.com:8443' }],
  ])('is asked where %s allows it', async (_, flags, more) => {
    const shell = await aProject('https://crm.example.com:8443', more);
    const { code, stderr } = await shell.run('plan', ...flags);
    expect([code, stderr]).toEqual([1, expect.stringContaining('[proxy-refused]')]);
    expect([...new Set(asked)]).toEqual(['crm.example.com:8443']);
  });

  test('is a warning of validate, which sends nothing', async () => {
    const shell = await aProject('https://crm.example.com:8443');
    const { code, stdout } = await shell.run('validate');
    expect([code, stdout]).toEqual([0, expect.stringContaining('warning[host-not-allowed] ')]);
    expect((await shell.run('validate', '--allow-host', 'crm.example.com:8443')).stdout).toContain('no findings');
  });
});

test('the vendor is asked as ever, and a flag does not take that away', async () => {
  const shell = await aProject('https://api-eu1.hubapi.com');
  expect((await shell.run('plan', '--allow-host', 'crm.example.com')).code).toBe(1);
  expect([...new Set(asked)]).toEqual(['api-eu1.hubapi.com:443']);
});

test('an invalid host is named in the flag, and all of them in the environment', async () => {
  const shell = await aProject('https://crm.example.com', { TRUEUP_ALLOWED_HOSTS: 'https://crm.example.com *' });
  const flag = await shell.run('plan', '--allow-host', '*.com');
  expect([flag.code, flag.stderr]).toEqual([1, expect.stringContaining('"*.com" is too broad')]);
  const variable = await shell.run('plan');
  expect(variable.code).toBe(1);
  expect(variable.stderr).toMatch(
    /Invalid TRUEUP_ALLOWED_HOSTS: "https:\/\/crm\.example\.com" is not a host.*; "\*" is not a host/,
  );
  expect(asked).toEqual([]);
});

test('a faulty address is never replaced by the address of the vendor', async () => {
  const shell = await aProject('http://crm.example.com');
  for (const words of [['drift'], ['list']]) {
    const { code, stderr } = await shell.run(...words);
    expect([code, stderr]).toEqual([3, expect.stringContaining('base-url-refused')]);
  }
  expect(asked).toEqual([]);
});

test('the login page must be on the host of the vendor or an allowed host', async () => {
  const service = await startService();
  const opened: string[] = [];
  const openBrowser = async (page: string) => {
    opened.push(page);
    await deny(page);
    return true;
  };
  const shell = await aProject(service.url, {}, { openBrowser });
  const port = await redirectPort(service);
  const login = async (page: string, ...words: readonly string[]) =>
    shell.run('auth', 'login', '-f', 'oauth.yaml', '--show-token', '--port', port, '--authorize-url', page, ...words);
  const evil = await login('https://evil.example/oauth/authorize');
  expect([evil.code, evil.stderr]).toEqual([
    3,
    expect.stringContaining('--authorize-url: https://evil.example is not allowed.'),
  ]);
  const pages = ['https://app-eu1.hubspot.com/oauth/authorize', `${service.url}/oauth/authorize`];
  for (const page of pages) {
    const { code, stderr } = await login(page);
    expect([code, stderr]).toEqual([1, expect.stringContaining('[authorization-refused]')]);
  }
  await login('https://login.example/', '--allow-host', 'login.example');
  expect(opened).toEqual(
    [...pages, 'https://login.example/'].map((page) => expect.stringContaining(`${page}?client_id=app`)),
  );
  await service.close();
});

/** Answers a login as the page does after the user has denied it. */
async function deny(page: string): Promise<void> {
  const { searchParams } = new URL(page);
  const [redirect, state] = [searchParams.get('redirect_uri'), searchParams.get('state')];
  await fetch(`${redirect}?error=access_denied&state=${state}`);
}

test('the next command repeats the hosts that were typed', async () => {
  const service = await startService();
  const shell = await aProject(service.url);
  const { code, stdout } = await shell.run('plan', '-o', 'a.plan.json', '--allow-host', 'crm.example.com');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/trueup apply .*--allow-host crm\.example\.com/)]);
  expect(stdout).not.toContain('Tokens go to');
  expect((await shell.run('apply', join(shell.cwd, 'a.plan.json'))).code).toBe(0);
  await service.close();
});
