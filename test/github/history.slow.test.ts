/** The stand-in tells histories as Git itself does, however merges go and dates lie. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gitDatabase } from './stand-in/git.ts';
import { commitsBetween, commitsTouching } from './stand-in/history.ts';

const PATHS = ['crm', 'crm/a.yaml', 'other.yaml', ''] as const;
const FILES = ['crm/a.yaml', 'crm/b.yaml', 'other.yaml'] as const;

interface Commit {
  /** How many commits before it, for each parent. */
  readonly back: readonly number[];
  /** Content of each file; 0 for none. */
  readonly files: readonly number[];
  /** Seconds: where it stands among the dates. */
  readonly date: number;
}

const histories: fc.Arbitrary<readonly Commit[]> = fc
  .uniqueArray(fc.nat(10_000), { minLength: 2, maxLength: 14 })
  .chain((dates) =>
    fc.tuple(
      ...dates.map((date) =>
        fc.record({
          back: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
          files: fc.tuple(fc.nat(2), fc.nat(1), fc.nat(1)),
          date: fc.constant(date),
        }),
      ),
    ),
  );

/** The numbers of the parents; the first commit has none. */
function parentsOf({ back }: Commit, at: number): readonly number[] {
  return [...new Set(back.map((steps) => at - steps).filter((parent) => parent >= 0))];
}

function git(folder: string, words: readonly string[], input = ''): Promise<string> {
  return new Promise((done, failed) => {
    const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
    const child = execFile('git', ['-C', folder, ...words], { env }, (error, stdout) =>
      error === null ? done(stdout) : failed(error),
    );
    if (input !== '') child.stdin?.end(input);
  });
}

/** For `git fast-import`: the number of each commit is its message, and the name of its branch. */
function streamOf(history: readonly Commit[]): string {
  return history
    .map((commit, at) => {
      const who = `Ann <ann@example.com> ${1_700_000_000 + commit.date} +0000`;
      const [from, ...merged] = parentsOf(commit, at).map((parent) => `:${parent + 1}`);
      const files = FILES.flatMap((name, file) => {
        const text = String(commit.files[file] ?? 0);
        return text === '0' ? [] : [`M 100644 inline ${name}\ndata ${text.length}\n${text}`];
      });
      return [
        ...[`commit refs/heads/b${at}`, `mark :${at + 1}`, `author ${who}`, `committer ${who}`],
        ...[`data ${String(at).length}`, String(at)],
        ...(from === undefined ? [] : [`from ${from}`]),
        ...merged.map((parent) => `merge ${parent}`),
        ...['deleteall', ...files, ''],
      ].join('\n');
    })
    .join('\n');
}

function storedOf(history: readonly Commit[]) {
  const database = gitDatabase();
  const shas: string[] = [];
  for (const [at, commit] of history.entries()) {
    const files = FILES.map((path, file) => ({ path, content: String(commit.files[file] ?? 0) }));
    const tree = database.newTree(
      undefined,
      files.filter(({ content }) => content !== '0'),
    );
    const parents = parentsOf(commit, at).map((parent) => shas[parent] ?? '');
    const date = new Date(commit.date * 1000).toISOString();
    shas.push(database.newCommit({ tree: tree ?? '', parents, message: String(at), date }));
  }
  return { database, shas };
}

const numbers = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

test('the commits of a path, and those between two commits, are those that Git lists, in its order', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const folder = await mkdtemp(join(tmpdir(), 'trueup-history-'));
      try {
        await git(folder, ['init', '--quiet', '--bare']);
        await git(folder, ['fast-import', '--quiet'], streamOf(history));
        const { database, shas } = storedOf(history);
        const head = history.length - 1;
        for (const path of PATHS) {
          const limit = path === '' ? [] : ['--', path];
          const told = await git(folder, ['log', '--format=%s', `b${head}`, ...limit]);
          const found = commitsTouching(database, shas[head] ?? '', path);
          expect(found.map(({ message }) => message)).toEqual(numbers(told));
        }
        const base = Math.floor(head / 2);
        const between = commitsBetween(database, shas[base] ?? '', shas[head] ?? '');
        const told = await git(folder, ['log', '--format=%s', `b${base}..b${head}`]);
        expect(between.map(({ message }) => message).toSorted()).toEqual(numbers(told).toSorted());
      } finally {
        await rm(folder, { recursive: true });
      }
    }),
    { numRuns: 40 },
  );
});
