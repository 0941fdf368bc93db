import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { aShell, type Shell } from '../support/world.ts';

let service: Service & { readonly url: string };
let shell: Shell;

/** A project that was applied without `accounts`. */
beforeEach(async () => {
  service = await startService();
  shell = await aShell({
    env: { ...TOKEN, TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: TOKEN.SANDBOX_TOKEN },
  });
  await shell.write('trueup.yaml', withAccounts(''));
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
});

afterEach(async () => {
  await service.close();
  await rm(shell.cwd, { recursive: true });
});

const OWN = ['default.history.ndjson', 'default.ledger.json'];
const calls = async () => (await service.calls()).length;
const ledgers = () => readdir(join(shell.cwd, '.trueup'));
const withAccounts = (accounts: string) =>
  projectText(service.url).replace(/accounts:[\s\S]*?(?=objects:)/, accounts === '' ? '' : `accounts:\n${accounts}`);
const account = (name: string, hubId?: number) =>
  `  ${name}: { ${hubId === undefined ? '' : `hubId: ${hubId}, `}baseUrl: "${service.url}", auth: { accessToken: "\${env.SANDBOX_TOKEN}" } }\n`;

const REFUSAL =
  'error: There is no ledger of dev. The same location has a ledger of default for the same account 1001, and no account in the configuration uses it. A plan without it would create everything again. [ledger-renamed]\n' +
  'help:  If it is the ledger of dev, rename its files from default.* to dev.*, and set account.name in the ledger file to "dev". To start a new ledger on purpose, use an empty folder.\n       Use another folder for the ledger with --ledger FOLDER\n';

const COMMANDS = [
  ['plan'],
  ['apply', '--auto-approve'],
  ['drift'],
  ['revert'],
  ['ledger', 'list'],
  ['ledger', 'adopt', 'webhook-subscription:2001/contact.propertyChange/loyaltytier'],
];

describe('a ledger of the account under a name that it no longer has', () => {
  test('is refused before any call, by every command', async () => {
    await shell.write('trueup.yaml', withAccounts(account('dev', 1001)));
    const before = await calls();
    for (const words of COMMANDS)
      expect(await shell.run(...words), words.join(' ')).toEqual({ code: 1, stdout: '', stderr: REFUSAL });
    expect(await calls()).toBe(before);
    expect(await ledgers()).toEqual(['app@2001.history.ndjson', 'app@2001.ledger.json', ...OWN]);
  });

  test('is taken up once its files and its name are changed as the refusal says', async () => {
    await shell.write('trueup.yaml', withAccounts(account('dev', 1001)));
    const at = (file: string) => join(shell.cwd, '.trueup', file);
    await rename(at('default.history.ndjson'), at('dev.history.ndjson'));
    expect((await shell.run('plan')).stderr).toContain('[ledger-missing]');
    await rename(at('default.ledger.json'), at('dev.ledger.json'));
    const text = await readFile(at('dev.ledger.json'), 'utf8');
    const half = await shell.run('plan');
    expect([half.code, half.stdout]).toEqual([3, '']);
    expect(half.stderr.replaceAll(`${at('')}/`, '')).toBe(
      'error: dev.ledger.json has the file name of a ledger of dev, but its content is the ledger of default (account 1001). [ledger-foreign-account]\n' +
        'help:  If account 1001 is dev, finish the rename: rename its other files too, and in dev.ledger.json set account.name from "default" to "dev". If not, replace it with the ledger of dev, or use another folder.\n       Use another folder for the ledger with --ledger FOLDER\n',
    );
    await writeFile(at('dev.ledger.json'), text.replace('"name": "default"', '"name": "dev"'));
    expect(await shell.run('plan', '--quiet')).toEqual({ code: 0, stdout: 'Nothing to do.\n', stderr: '' });
    // The account owns the run under the earlier name, including its writes in the app.
    expect((await shell.run('ledger', 'runs')).stdout).toContain('webhook-subscription:2001/');
  });

  test('is left where it is by --ledger with an empty folder', async () => {
    await shell.write('trueup.yaml', withAccounts(account('dev', 1001)));
    const ran = await shell.run('plan', '--ledger', 'new');
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect((await shell.run('plan', '--ledger', '.trueup')).stderr).toBe(REFUSAL);
  });

  test('is refused before anything is planned where only the token tells the account', async () => {
    await shell.write('trueup.yaml', withAccounts(account('dev')));
    for (const words of [
      ['plan'],
      ['apply', '--auto-approve'],
      ['drift'],
      ['ledger', 'adopt', 'property:contacts/loyaltytier'],
    ]) {
      const before = await calls();
      expect(await shell.run(...words), words.join(' ')).toEqual({ code: 1, stdout: '', stderr: REFUSAL });
      const since = (await service.calls()).slice(before).map(({ endpoint }) => endpoint);
      expect(since.filter((endpoint) => endpoint !== 'readAccessToken')).toEqual([]);
    }
    expect(await ledgers()).toEqual(['app@2001.history.ndjson', 'app@2001.ledger.json', ...OWN]);
  });

  test('is refused where that name is an account with another hubId now', async () => {
    await shell.write('trueup.yaml', withAccounts(account('dev', 1001) + account('default', 7007)));
    expect((await shell.run('plan', '--account', 'dev')).stderr).toBe(REFUSAL);
  });
});

describe('a ledger of another name', () => {
  test('does not matter before its first apply', async () => {
    const file = join(shell.cwd, '.trueup/default.ledger.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"hubId": 1001', '"hubId": null'));
    await shell.write('trueup.yaml', withAccounts(account('dev', 1001)));
    expect((await shell.run('plan')).code).toBe(0);
  });

  test('is ignored if it belongs to another account of the service', async () => {
    const file = join(shell.cwd, '.trueup/default.ledger.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"hubId": 1001', '"hubId": 7007'));
    await shell.write('trueup.yaml', withAccounts(account('dev', 1001)));
    expect((await shell.run('plan')).code).toBe(0);
  });

  test('is ignored if another account of the configuration owns it', async () => {
    await shell.write('trueup.yaml', withAccounts(account('dev', 1001) + account('default', 1001)));
    expect((await shell.run('plan', '--account', 'dev')).code).toBe(0);
  });

  test('does not matter once the account has a ledger of its own', async () => {
    await shell.write('trueup.yaml', withAccounts(account('dev', 1001)));
    await shell.write('.trueup/dev.journal.ndjson', '');
    expect((await shell.run('plan')).code).toBe(0);
  });
});
