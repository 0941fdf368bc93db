import { mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { aShell, type Shell } from '../support/world.ts';

let service: Service & { readonly url: string };
let shell: Shell;

beforeEach(async () => {
  service = await startService();
  shell = await aShell({ env: TOKEN });
  await mkdir(join(shell.cwd, 'crm'));
  await shell.write('crm/trueup.yaml', projectText(service.url));
});

afterEach(async () => {
  await service.close();
  await rm(shell.cwd, { recursive: true });
});

const OWN = ['sandbox.history.ndjson', 'sandbox.ledger.json'];
/** Files of the ledger, with the files of the app that the account declares. */
const FILES = ['app@2001.history.ndjson', 'app@2001.ledger.json', ...OWN];
const calls = async () => (await service.calls()).length;
const inside = (...parts: readonly string[]) => join(shell.cwd, ...parts);
const ledgersIn = (folder: string) => readdir(inside(folder)).catch(() => []);
const apply = async (...words: readonly string[]) => {
  const ran = await shell.run('apply', '--auto-approve', ...words);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  return ran;
};

describe('the ledger lies beside the first file', () => {
  test.each([
    ['a file from elsewhere', ['-f', 'crm/trueup.yaml']],
    ['a folder', ['-f', 'crm']],
    ['a folder to work in', ['-C', 'crm']],
    ['a folder to work in, in two steps', ['-C', '.', '-C', 'crm']],
  ])('whatever named it: %s', async (_, words) => {
    await apply(...words);
    expect(await ledgersIn('crm/.trueup')).toEqual(FILES);
    expect(await ledgersIn('.trueup')).toEqual([]);
    for (const other of [
      ['-f', 'crm/trueup.yaml'],
      ['-C', 'crm'],
      ['-C', 'crm', '-f', '../crm'],
    ]) {
      expect((await shell.run('plan', '--quiet', ...other)).stdout).toBe('Nothing to do.\n');
    }
  });

  test('and not beside a link to it', async () => {
    await mkdir(inside('links'));
    await symlink('../crm/trueup.yaml', inside('links/linked.yaml'));
    await symlink('crm', inside('way'));
    await apply('-f', 'links/linked.yaml');
    expect(await ledgersIn('crm/.trueup')).toEqual(FILES);
    for (const file of ['crm/trueup.yaml', 'way/trueup.yaml', 'way'])
      expect((await shell.run('plan', '--quiet', '-f', file)).stdout).toBe('Nothing to do.\n');
  });

  test('and --ledger places it, from the folder to work in', async () => {
    await apply('-C', 'crm', '--ledger', '../state');
    expect(await ledgersIn('state')).toEqual(FILES);
    expect(await ledgersIn('crm/.trueup')).toEqual([]);
  });
});

describe('a ledger of the account that lies elsewhere', () => {
  const refusal = (other: string, relative: string) =>
    `error: There is no ledger of sandbox next to the configuration, in ${inside('crm/.trueup')}, but there is a ledger of it in ${inside(other)}. [ledger-elsewhere]\n` +
    `help:  If it is the ledger of this configuration, move its files to ${inside('crm/.trueup')}.\n       Keep the ledger there with --ledger ${relative}\n`;

  beforeEach(async () => {
    await apply('-f', 'crm/trueup.yaml', '--ledger', '.trueup');
  });

  test('in the working directory is refused before any call, by every command', async () => {
    await shell.run('plan', '-f', 'crm/trueup.yaml', '--ledger', '.trueup', '-o', 'saved.plan.json');
    const before = await calls();
    for (const words of [
      ['plan'],
      ['apply', '--auto-approve'],
      ['apply', 'saved.plan.json'],
      ['drift'],
      ['revert'],
      ['ledger', 'list'],
    ]) {
      const ran = await shell.run(...words, '-f', 'crm/trueup.yaml');
      expect(ran, words.join(' ')).toEqual({ code: 1, stdout: '', stderr: refusal('.trueup', '.trueup') });
    }
    expect(await calls()).toBe(before);
    expect(await ledgersIn('crm/.trueup')).toEqual([]);
  });

  test('is taken up either way that the refusal names', async () => {
    const named = await shell.run('plan', '--quiet', '-f', 'crm/trueup.yaml', '--ledger', '.trueup');
    expect(named).toEqual({ code: 0, stdout: 'Nothing to do.\n', stderr: '' });
    await rename(inside('.trueup'), inside('crm/.trueup'));
    const moved = await shell.run('plan', '--quiet', '-f', 'crm/trueup.yaml');
    expect(moved).toEqual({ code: 0, stdout: 'Nothing to do.\n', stderr: '' });
  });

  test('is refused too where only its journal or its history is left', async () => {
    for (const name of OWN) {
      await rm(inside('.trueup'), { recursive: true });
      await mkdir(inside('.trueup'));
      const left = name.replace('ledger.json', 'journal.ndjson');
      await shell.write(join('.trueup', left), '');
      expect((await shell.run('plan', '-f', 'crm/trueup.yaml')).stderr).toContain('[ledger-elsewhere]');
    }
  });

  test('beside a link, or beside another file that was named, is refused as well', async () => {
    await mkdir(inside('links'));
    await symlink('../crm/trueup.yaml', inside('links/linked.yaml'));
    await rename(inside('.trueup'), inside('links/.trueup'));
    const linked = await shell.run('plan', '-f', 'links/linked.yaml');
    expect(linked).toEqual({ code: 1, stdout: '', stderr: refusal('links/.trueup', join('links', '.trueup')) });
    await shell.write('links/more.yaml', 'version: 1\n');
    const second = await shell.run('plan', '-f', 'crm/trueup.yaml', '-f', 'links/more.yaml');
    expect(second).toEqual({ code: 1, stdout: '', stderr: refusal('links/.trueup', join('links', '.trueup')) });
  });

  test('does not matter if there is one next to the configuration', async () => {
    await mkdir(inside('crm/.trueup'));
    for (const name of FILES)
      await shell.write(join('crm/.trueup', name), await readFile(inside('.trueup', name), 'utf8'));
    const ran = await shell.run('plan', '--quiet', '-f', 'crm/trueup.yaml');
    expect(ran).toEqual({ code: 0, stdout: 'Nothing to do.\n', stderr: '' });
  });

  test('does not matter when it is of another account', async () => {
    await rename(inside('.trueup/sandbox.ledger.json'), inside('.trueup/other.ledger.json'));
    await rm(inside('.trueup/sandbox.history.ndjson'));
    const ran = await shell.run('plan', '-f', 'crm/trueup.yaml');
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toContain('\nNo ledger yet: ');
  });
});

describe('plan and apply say where the ledger is', () => {
  const place = join('crm', '.trueup', 'sandbox.ledger.json');

  test('and plainly that there is none yet', async () => {
    const none = `\nNo ledger yet: ${place} is created by the first apply.\n`;
    expect((await shell.run('plan', '-f', 'crm', '-o', 'saved.plan.json')).stdout).toContain(none);
    expect((await shell.run('apply', 'saved.plan.json', '-f', 'crm')).stdout).toContain(none.slice(1));
    const again = await shell.run('apply', 'saved.plan.json', '-f', 'crm');
    expect([again.code, again.stdout]).toEqual([6, expect.stringMatching(/^Plan for /)]);
    expect(again.stdout).toContain(`)\nLedger: ${place}\n`);
    expect(again.stderr).toContain('[ledger-changed]');
    expect((await shell.run('plan', '-f', 'crm')).stdout).toContain(`\nLedger: ${place}\n`);
    expect((await apply('-f', 'crm')).stdout).toContain(`\nLedger: ${place}\n`);
    expect((await shell.run('plan', '-C', 'crm')).stdout).toContain(
      `\nLedger: ${join('.trueup', 'sandbox.ledger.json')}\n`,
    );
  });

  test('and a saved or printed plan contains no path of this machine', async () => {
    await shell.run('plan', '-f', 'crm', '-o', 'saved.plan.json');
    const printed = (await shell.run('plan', '-f', 'crm', '--json')).stdout;
    for (const text of [await readFile(inside('saved.plan.json'), 'utf8'), printed]) {
      expect(text).not.toContain(shell.cwd);
      expect(text).not.toContain('.trueup');
    }
  });
});

describe('-C', () => {
  test('names a folder that has to be there, before anything is done', async () => {
    expect(await shell.run('plan', '-C', 'nowhere')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: nowhere is not a folder. [directory-missing]\nhelp:  Pass a folder with -C; it is relative to the working directory.\n',
    });
    expect((await shell.run('validate', '-C', 'crm/trueup.yaml')).code).toBe(1);
  });

  test('stands before or after the command, and holds for every path', async () => {
    for (const words of [
      ['-C', 'crm', 'validate'],
      ['validate', '--directory', 'crm'],
      ['-C', inside('crm'), 'validate'],
    ]) {
      expect((await shell.run(...words)).stdout).toBe('1 file, 1 account: no findings.\n');
    }
    await shell.run('plan', '-C', 'crm', '-o', 'saved.plan.json', '--report', 'page.html');
    expect((await readdir(inside('crm'))).sort()).toEqual(['page.html', 'saved.plan.json', 'trueup.yaml']);
    await shell.run('ledger', '-C', 'crm', 'adopt', 'webhook-subscription:2001/contact.propertyChange/loyaltytier');
    expect(await ledgersIn('crm/.trueup')).toEqual(['app@2001.ledger.json', 'sandbox.ledger.json']);
  });

  test('is repeated in the commands to type next', async () => {
    const { stdout } = await shell.run('plan', '-C', 'crm');
    expect(stdout).toContain('trueup apply -C crm');
  });
});
