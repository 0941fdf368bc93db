import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdtemp, open, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { builtCli } from '../support/built.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { aShell } from '../support/world.ts';

const BIN = await builtCli();
/** Rejects every byte, like a full disk. */
const FULL = '/dev/full';
const LOST = 'error: Could not write all output to stdout: ENOSPC: no space left on device, write. [cannot-print]\n';
const AGAIN = 'help:  Free some space or redirect stdout, and run it again.\n';
const DONE =
  'help:  The changes are made, and the exit code reports the result. Do not run it again just for the output.\n';

let service: Service & { readonly url: string };
let cwd: string;

beforeEach(async () => {
  service = await startService();
  cwd = await mkdtemp(join(tmpdir(), 'trueup-full-'));
  await writeFile(join(cwd, 'trueup.yaml'), projectText(service.url));
});

afterEach(() => service.close());

interface Streams {
  readonly stdout?: string;
  readonly stderr?: string;
}

/** The real program; a stream that is named goes to that file. */
async function trueup(words: readonly string[], streams: Streams = {}) {
  const stdout = streams.stdout === undefined ? undefined : await open(streams.stdout, 'w');
  const stderr = streams.stderr === undefined ? undefined : await open(streams.stderr, 'w');
  const child = spawn(process.execPath, [BIN, ...words], {
    cwd,
    env: { PATH: process.env['PATH'], ...TOKEN },
    stdio: ['ignore', stdout?.fd ?? 'pipe', stderr?.fd ?? 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    texts.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    texts.stderr += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  await stdout?.close();
  await stderr?.close();
  return { code, ...texts };
}

const intoFull = (...words: readonly string[]) => trueup(words, { stdout: FULL });

describe.skipIf(!existsSync(FULL))('stdout on a full disk', () => {
  test('is an error of ours for a command that prints', async () => {
    const lost = { code: 1, stdout: '', stderr: `${LOST}${AGAIN}` };
    expect(await intoFull('plan')).toEqual(lost);
    expect(await intoFull('plan', '--json')).toEqual(lost);
    expect(await intoFull('validate')).toEqual(lost);
    expect(await intoFull('--help')).toEqual(lost);
    expect(await intoFull('--version')).toMatchObject({ code: 1, stderr: LOST });
    expect(await intoFull('serve', '--port', '0')).toEqual(lost);
  });

  test('keeps the exit code of a plan and of a validation', async () => {
    expect(await intoFull('plan', '--detailed-exitcode')).toMatchObject({ code: 2, stderr: `${LOST}${AGAIN}` });
    await writeFile(join(cwd, 'trueup.yaml'), 'version: 1\nobjcts: {}\n');
    expect(await intoFull('validate')).toMatchObject({ code: 3, stderr: `${LOST}${AGAIN}` });
  });

  test('does not hide that an apply was whole', async () => {
    expect(await intoFull('apply', '--auto-approve')).toEqual({ code: 0, stdout: '', stderr: `${LOST}${DONE}` });
    expect(await trueup(['plan', '--detailed-exitcode', '--quiet'])).toMatchObject({ code: 0 });
    expect(await intoFull('apply', '--auto-approve', '--json')).toMatchObject({ code: 0, stderr: `${LOST}${DONE}` });
  });

  test('does not hide that an apply failed in part, or has to be settled', async () => {
    service.faults.add({ do: 'status', status: 400, endpoint: 'createProperty', times: 1 });
    expect(await intoFull('apply', '--auto-approve')).toMatchObject({ code: 4, stderr: `${LOST}${DONE}` });
    service.faults.add({ do: 'drop-after', endpoint: 'createSubscription', times: 1 });
    expect(await intoFull('apply', '--auto-approve')).toMatchObject({ code: 5, stderr: `${LOST}${DONE}` });
  });

  test('tells the error of a run on stderr, where its document was lost', async () => {
    const { code, stderr } = await intoFull('apply', 'nothing.json', '--json');
    expect(code).toBe(1);
    expect(stderr).toContain('error: The plan file nothing.json cannot be read. [plan-file-missing]\n');
    expect(stderr.endsWith(`${LOST}${DONE}`)).toBe(true);
  });

  test('refuses the consent if the plan could not be printed', async () => {
    const shell = await aShell({ env: TOKEN, terminal: { question: 'Make these changes', keys: 'y' }, full: true });
    await shell.write('trueup.yaml', projectText(service.url));
    const { code, stderr } = await shell.run('apply');
    expect([code, stderr]).toEqual([1, expect.stringContaining('Could not write all output to stdout')]);
    expect(stderr).not.toContain('Make these changes');
    expect((await service.snapshot(1001)).subscriptions).toEqual([]);
  });
});

describe.skipIf(!existsSync(FULL))('other places on a full disk', () => {
  test('stderr costs its words and nothing else', async () => {
    expect(await trueup(['apply', '--auto-approve', '--verbose', '--quiet'], { stderr: FULL })).toMatchObject({
      code: 0,
      stdout: '5 applied.\n',
    });
    expect((await trueup(['plan', '--account', 'sandbx'], { stderr: FULL })).code).toBe(3);
  });

  test('an unsaved plan is an error, and the existing link stays', async () => {
    const place = join(cwd, 'out.plan.json');
    await symlink(FULL, place);
    expect(await trueup(['plan', '-o', 'out.plan.json'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: ${place} cannot be written: no space left on device. [cannot-save]\nhelp:  Free some space or choose another file.\n`,
    });
    expect((await lstat(place)).isSymbolicLink()).toBe(true);
  });

  test('a report that cannot be written leaves the outcome on stdout, and its exit code', async () => {
    await symlink(FULL, join(cwd, 'outcome.html'));
    service.faults.add({ do: 'status', status: 400, endpoint: 'createProperty', times: 1 });
    const { code, stdout, stderr } = await trueup(['apply', '--auto-approve', '--json', '--report', 'outcome.html']);
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ format: 'trueup.outcome/1', summary: { failed: 1 } });
    expect(stderr).toContain('outcome.html cannot be written: no space left on device. [cannot-save]\n');
  });
});

test('a reader that leaves is no error', async () => {
  const child = spawn(process.execPath, [BIN, 'plan', '--json'], {
    cwd,
    env: { ...TOKEN },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, stderr]).toEqual([0, '']);
});

test.skipIf(process.platform === 'win32')('a plan is written through a pipe with a reader', async () => {
  const pipe = join(cwd, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [saved, { code }] = await Promise.all([readFile(pipe, 'utf8'), trueup(['plan', '-o', 'pipe'])]);
  expect([code, JSON.parse(saved)]).toEqual([0, expect.objectContaining({ format: 'trueup.plan/1' })]);
  expect((await lstat(pipe)).isFIFO()).toBe(true);
});
