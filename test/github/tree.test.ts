import { expect, test } from 'vitest';
import { systemClock } from '../../src/client/index.ts';
import { secret } from '../../src/contract/secret.ts';
import { type GitHub, githubClient } from '../../src/github/client.ts';
import { gitHost } from '../../src/github/git.ts';
import { commitOf, contentOf, entriesOf, hasContent } from '../../src/github/tree.ts';
import { treesOf } from '../../src/github/trees.ts';

const REPOSITORY = { owner: 'acme', name: 'schema' };
const ENTRIES = [
  { path: 'crm', mode: '040000', type: 'tree', sha: 'f01' },
  { path: 'crm/trueup.yaml', mode: '100644', type: 'blob', sha: 'b01', size: 11 },
  { path: 'crm/link', mode: '120000', type: 'blob', sha: 'b02', size: 4 },
  { path: 'other', mode: '160000', type: 'commit', sha: 'c09' },
];

/** A host that answers every request for a tree like this, and the addresses that it was asked. */
function hostOf(answer: object) {
  const asked: string[] = [];
  const github = githubClient({
    apiUrl: 'https://api.github.example',
    token: secret('token'),
    clock: systemClock,
    transport: {
      async send({ url }) {
        asked.push(url.replace('https://api.github.example/repos/acme/schema/git/', ''));
        if (url.includes('/blobs/')) return reply({ content: 'YQ==', encoding: 'base64' });
        return reply(url.includes('/commits/') ? { tree: { sha: 'f00' }, parents: [{ sha: 'c00' }] } : answer);
      },
      close: async () => undefined,
    },
  });
  return { github, asked };
}

function reply(body: object) {
  return { status: 200, headers: {}, body: JSON.stringify(body) };
}

const readers: readonly (readonly [string, (github: GitHub) => Promise<unknown>])[] = [
  ['all files of a commit', (github) => entriesOf(github, REPOSITORY, { tree: 'f00', recursive: true })],
  ['a folder', (github) => treesOf(github, REPOSITORY).entriesOf('f00')],
  ['the ledger branch', (github) => gitHost(github, REPOSITORY).tree('c01')],
];

test.each(readers)('%s: a list that is not said to be whole is not read', async (_, read) => {
  await expect(read(hostOf({ truncated: true, tree: ENTRIES }).github)).rejects.toThrow(
    'The Git host does not list all files of the folder f00 at once.',
  );
  await expect(read(hostOf({ tree: ENTRIES }).github)).rejects.toThrow('is not as expected: truncated');
});

test('entries have their mode, their id and their size', async () => {
  const { github, asked } = hostOf({ truncated: false, tree: ENTRIES });
  const entries = await entriesOf(github, REPOSITORY, { tree: 'f00', recursive: true });
  expect(Object.fromEntries(entries)).toEqual({
    crm: { mode: '040000', id: 'f01', bytes: 0 },
    'crm/trueup.yaml': { mode: '100644', id: 'b01', bytes: 11 },
    'crm/link': { mode: '120000', id: 'b02', bytes: 4 },
    other: { mode: '160000', id: 'c09', bytes: 0 },
  });
  expect([...entries].filter(([, entry]) => hasContent(entry)).map(([path]) => path)).toEqual([
    'crm/trueup.yaml',
    'crm/link',
  ]);
  expect(await commitOf(github, REPOSITORY, 'c01')).toEqual({ tree: 'f00', parents: ['c00'] });
  expect((await contentOf(github, REPOSITORY, { id: 'b01' })).toString()).toBe('a');
  expect(asked).toEqual(['trees/f00?recursive=1', 'commits/c01', 'blobs/b01']);
});

test('a folder is read once', async () => {
  const { github, asked } = hostOf({ truncated: false, tree: ENTRIES });
  const trees = treesOf(github, REPOSITORY);
  expect(await trees.entriesOf('f00')).toBe(await trees.entriesOf('f00'));
  expect(asked).toEqual(['trees/f00']);
});
