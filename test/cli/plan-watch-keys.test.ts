/** The keys of `trueup plan --watch` on a terminal: r reads the account again, q ends the watch, and the terminal is left as it was. */

import { PassThrough, Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { processWorld } from '../../src/cli/world.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';
import { aShell } from '../support/world.ts';

const LOYALTY =
  'objects: { contacts: { groups: { loyalty: { displayName: L, properties: { tier: { label: T, type: string, fieldType: text } } } } } }\n';
const WAITING = 'waiting for changes of the files';

interface Watched {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** How many calls had been made each time that the watch waited. */
  readonly calls: readonly number[];
  /** What the terminal was set to. */
  readonly raw: readonly boolean[];
}

/** Types one key each time that the watch waits. */
async function watching(...keys: readonly string[]): Promise<Watched> {
  const { service, shell } = await aSandbox((url) => sandboxText(url) + LOYALTY);
  const [raw, calls, left]: [boolean[], number[], string[]] = [[], [], [...keys]];
  const stdin = Object.assign(new PassThrough(), { setRawMode: (on: boolean) => void raw.push(on) });
  onTestFinished(() => void stdin.destroy());
  const stderr = new PassThrough();
  let [told, seen] = ['', 0];
  stderr.on('data', (chunk: Buffer) => {
    told += chunk.toString();
    const waits = told.split(WAITING).length - 1;
    if (waits === seen) return;
    seen = waits;
    void service.calls().then((all) => {
      calls.push(all.length);
      stdin.write(left.shift() ?? '\u0003');
    });
  });
  const { run } = await aShell({
    env: TOKEN,
    program: (argv, world = processWorld()) =>
      main(argv, { ...world, cwd: shell.cwd, stdin, stderr, isTTY: { stdin: true, stdout: false, stderr: false } }),
  });
  const { code, stdout } = await run('plan', '--watch');
  return { code, stdout, stderr: told, calls, raw };
}

const plansIn = (stdout: string): number => stdout.split('Plan for ').length - 1;

test('r reads the account again and plans, q ends the watch with 0', async () => {
  const { code, stdout, stderr, calls, raw } = await watching('r', 'q');
  const [once = 0, twice = 0] = calls;
  expect({ code, plans: plansIn(stdout), waits: calls.length }).toEqual({ code: 0, plans: 2, waits: 2 });
  expect(once).toBeGreaterThan(0);
  expect(twice).toBeGreaterThan(once);
  expect(stderr).toContain(`${WAITING}. r: read it again, q: quit.`);
  expect(stderr).toMatch(/The account was read at \d\d:\d\d:\d\d; waiting/);
  expect(raw).toEqual([true, false]);
});

test('q that follows other keys ends it, and those do nothing', async () => {
  const { code, stdout, calls, raw } = await watching('Rx q');
  expect({ code, plans: plansIn(stdout), waits: calls.length, raw }).toEqual({
    ...{ code: 0, plans: 1, waits: 1 },
    raw: [true, false],
  });
});

test('Ctrl-C ends it as an interrupt does', async () => {
  const { code, raw } = await watching('\u0003');
  expect({ code, raw }).toEqual({ code: 130, raw: [true, false] });
});

test('a watch ends when the reader of its output has left', async () => {
  const { shell } = await aSandbox((url) => sandboxText(url) + LOYALTY);
  const stdout = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  });
  const { run } = await aShell({
    env: TOKEN,
    program: (argv, world = processWorld()) => main(argv, { ...world, cwd: shell.cwd, stdout }),
  });
  expect((await run('plan', '--watch', '--json')).code).toBe(0);
});
