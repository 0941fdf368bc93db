import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

const FILE = join('.trueup', 'sandbox.ledger.json');
let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
});

const writes = async () => (await service.calls()).filter(({ method }) => method !== 'GET').length;

test.each([
  ['torn', 'ledger-torn', 'Restore it from version control', (text: string) => text.slice(0, text.length / 2)],
  ['empty', 'ledger-empty', 'Restore it from version control', () => ''],
  [
    'of a newer version',
    'ledger-newer',
    'install the version of trueup',
    (text: string) => text.replace('ledger/1', 'ledger/2'),
  ],
  ['edited by hand', 'ledger-malformed', 'Undo the manual edit', (text: string) => text.replace('"kind"', '"sort"')],
  [
    'of another account',
    'ledger-foreign-account',
    'or use another folder.\n       Use another folder for the ledger with --ledger FOLDER\n',
    (text: string) => text.replace('"name": "sandbox"', '"name": "production"'),
  ],
  [
    'of another account id',
    'foreign-ledger',
    'Use another folder for the ledger with --ledger FOLDER\n',
    (text: string) => text.replace('"hubId": 1001', '"hubId": 7007'),
  ],
])('a ledger that is %s is refused with a way out, and nothing is written', async (_, code, wayOut, damage) => {
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  const text = await readFile(join(shell.cwd, FILE), 'utf8');
  const damaged = damage(text);
  expect(damaged).not.toBe(text);
  await shell.write(FILE, damaged);
  const before = await writes();
  for (const command of [['plan'], ['apply', '--auto-approve'], ['revert', '--auto-approve'], ['drift']]) {
    const ran = await shell.run(...command);
    expect([ran.code, ran.stderr.includes(`[${code}]`), ran.stderr.includes(wayOut)], ran.stderr).toEqual([
      code.includes('foreign') ? 3 : 1,
      true,
      true,
    ]);
  }
  expect(await writes()).toBe(before);
  expect(await readFile(join(shell.cwd, FILE), 'utf8')).toBe(damaged);
});

test('a torn ledger is repaired from its history once it is moved away', async () => {
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  const text = await readFile(join(shell.cwd, FILE), 'utf8');
  await shell.write(FILE, text.slice(0, text.length / 2));
  for (const words of [['plan'], ['ledger', 'repair']]) {
    const { code, stderr } = await shell.run(...words);
    expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringMatching(
        /If there is no copy, move it away, then restore the ledger from its history\. Restore the ledger from its history: trueup ledger repair/,
      ),
    ]);
  }
  await rename(join(shell.cwd, FILE), join(shell.cwd, 'torn.json'));
  expect((await shell.run('ledger', 'repair')).code).toBe(0);
  expect(await shell.run('plan', '--quiet')).toMatchObject({ code: 0, stdout: 'Nothing to do.\n' });
});

test('one of two concurrent applies succeeds, and the other is refused', async () => {
  const both = await Promise.all([1, 2].map(() => shell.run('apply', '--auto-approve', '--quiet')));
  const [done, refused] = both.toSorted((a, b) => a.code - b.code);
  expect(done).toMatchObject({ code: 0, stdout: '5 applied.\n' });
  expect(refused?.stderr).toMatch(/\[(ledger-locked|ledger-changed)\]/);
  expect([1, 6]).toContain(refused?.code);
  const { subscriptions } = await service.snapshot(1001);
  expect(subscriptions).toHaveLength(1);
  expect((await shell.run('plan', '--quiet')).stdout).toBe('Nothing to do.\n');
});
