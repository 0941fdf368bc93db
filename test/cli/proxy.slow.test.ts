// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { TOKEN as GITHUB_TOKEN, REPOSITORY, startStandIn } from '../github/stand-in/server.ts';
import { builtCli } from '../support/built.ts';
import { certificateFor } from '../support/network/certificate.ts';
import { aProxy, type TestProxy } from '../support/network/proxy.ts';
import { type TlsFront, tlsBefore } from '../support/network/tls-front.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { aShell } from '../support/world.ts';

const API = 'api.hubapi.com';
const GITHUB = 'github.trueup.invalid';
const certificate = certificateFor([API, GITHUB]);
const before = getCACertificates('default');

let service: Service & { readonly url: string };
let front: TlsFront;
let proxy: TestProxy;
let env: Readonly<Record<string, string>>;
const open: { close(): unknown }[] = [];

beforeAll(() => setDefaultCACertificates([...before, certificate.cert]));
afterAll(() => setDefaultCACertificates([...before]));

beforeEach(async () => {
  service = await startService({ allowedHosts: [API] });
  front = await tlsBefore(service.url, certificate);
  proxy = await aProxy({ port: front.port });
  open.push(service, front, proxy);
  env = { ...TOKEN, HTTPS_PROXY: `http://me:pass-word-1@localhost:${proxy.port}` };
});

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const hosts = (): readonly string[] => [...new Set(proxy.asked.map(({ to }) => to))].toSorted();

describe('a command behind a proxy', () => {
  test('sends everything through it', async () => {
    const shell = await aShell({ env });
    await shell.write('trueup.yaml', projectText(`https://${API}`));
    expect((await shell.run('auth', 'status')).code).toBe(0);
    const { length } = proxy.asked;
    expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
    expect([length > 0, proxy.asked.length > length, hosts()]).toEqual([true, true, [`${API}:443`]]);
  });

  test('reaches a ledger on a branch through it', async () => {
    const standIn = await startStandIn();
    const github = await tlsBefore(standIn.url, certificate);
    const both = await aProxy({ port: { [`${API}:443`]: front.port, [`${GITHUB}:443`]: github.port } });
    open.push(standIn, github, both);
    const shell = await aShell({
      env: {
        ...env,
        https_proxy: `http://localhost:${both.port}`,
        GITHUB_API_URL: `https://${GITHUB}`,
        GITHUB_REPOSITORY: REPOSITORY,
        GITHUB_TOKEN: GITHUB_TOKEN,
      },
    });
    await shell.write('trueup.yaml', projectText(`https://${API}`));
    expect((await shell.run('apply', '--auto-approve', '--ledger', 'branch:trueup-ledger')).code).toBe(0);
    expect(new Set(both.asked.map(({ to }) => to))).toEqual(new Set([`${API}:443`, `${GITHUB}:443`]));
    expect(hosts()).toEqual([]);
  });

  test('reaches a service of this machine without it', async () => {
    const shell = await aShell({ env });
    await shell.write('trueup.yaml', projectText(service.url));
    expect((await shell.run('plan')).code).toBe(0);
    expect(hosts()).toEqual([]);
  });

  test('shows its credentials nowhere, and refuses a file that names its variable', async () => {
    const shell = await aShell({ env });
    await shell.write('trueup.yaml', projectText(service.url, { label: '${env.HTTPS_PROXY}' }));
    const named = await shell.run('plan', '--verbose');
    expect([named.code, named.stdout + named.stderr]).toEqual([3, expect.stringContaining('[secret-outside-auth]')]);
    expect(named.stdout + named.stderr).not.toContain('pass-word-1');
    const typed = await shell.run('apply', 'pass-word-1.json');
    expect(typed.stderr).toContain('[secret].json');
    expect(typed.stdout + typed.stderr).not.toContain('pass-word-1');
  });

  test('a refused tunnel is an error that names the proxy and hides its credentials', async () => {
    const refusing = await aProxy({ port: 0, answer: (socket) => void socket.end('HTTP/1.1 407 No\r\n\r\n') });
    open.push(refusing);
    const shell = await aShell({
      env: {
        ...env,
        HTTPS_PROXY: `http://me:pass-word-1@localhost:${refusing.port}`,
        TRUEUP_ACCESS_TOKEN: 'token-12345',
      },
    });
    expect(await shell.run('auth', 'status')).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: GET https://${API} was not sent: the proxy localhost:${refusing.port} refused the credentials, or needs some (407). [proxy-refused]
help:  Write them in its address: http://USER:PASSWORD@HOST:PORT.
`,
    });
    // No repetition mends it.
    expect(refusing.asked.length).toBe(1);
  });

  test('names the variable of an invalid address and hides its value', async () => {
    const shell = await aShell({ env: { ...env, HTTPS_PROXY: 'socks5://me:pass-word-1@localhost:1080' } });
    await shell.write('trueup.yaml', projectText(`https://${API}`));
    const { code, stdout, stderr } = await shell.run('plan');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(
      'error: HTTPS_PROXY has a scheme other than http and https, which is not supported. [proxy-invalid]',
    );
    expect(stderr).not.toContain('pass-word-1');
  });
});

describe('a process of its own', () => {
  const status = async (trusting: boolean): Promise<string> => {
    const shell = await aShell();
    const authority = join(shell.cwd, 'authority.pem');
    await writeFile(authority, certificate.cert);
    const words = [await builtCli(), 'auth', 'status'];
    const { PATH, HOME } = process.env;
    const own = { TRUEUP_ACCESS_TOKEN: TOKEN.SANDBOX_TOKEN, ...(trusting ? { NODE_EXTRA_CA_CERTS: authority } : {}) };
    const ran = promisify(execFile)(process.execPath, words, { cwd: shell.cwd, env: { PATH, HOME, ...env, ...own } });
    return ran.then(
      ({ stdout }) => stdout,
      ({ stderr }) => stderr,
    );
  };

  test('trusts the authority in NODE_EXTRA_CA_CERTS through the proxy, and no unknown authority', async () => {
    expect(await status(true)).toMatch(/^Checkup for default \(account 1001/);
    expect(await status(false)).toContain('no trusted TLS connection (DEPTH_ZERO_SELF_SIGNED_CERT). [tls-failed]');
  });
});
