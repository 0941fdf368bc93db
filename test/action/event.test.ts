import { expect, test } from 'vitest';
import { parseEvent } from '../../src/action/event.ts';

const repo = (full_name: string) => ({ full_name });
const payload = (pull_request: unknown) => JSON.stringify({ pull_request });
const base = { repo: repo('acme/schema') };
const STARTED = { name: 'pull_request', ref: 'refs/pull/3/merge', sha: 'abc' };
const NOTHING = { pull: undefined };

test.each([
  ['of the repository itself', repo('acme/schema'), false],
  ['of a fork', repo('mallory/schema'), true],
  ['of a fork that is gone', null, true],
])('a pull request %s is told by its head', (_, from, isFork) => {
  const text = payload({ number: 3, merged: null, head: { sha: 'c0ffee', repo: from }, base });
  expect(parseEvent(text, STARTED)).toEqual({
    ...STARTED,
    ...NOTHING,
    pull: { number: 3, headSha: 'c0ffee', isFork, isMerged: false },
  });
});

test('a push and an empty event have no pull request', () => {
  expect(parseEvent(JSON.stringify({ ref: 'refs/heads/main' }), STARTED)).toEqual({ ...STARTED, ...NOTHING });
  expect(parseEvent(undefined, STARTED)).toEqual({ ...STARTED, ...NOTHING });
});

test.each([
  ['no JSON', 'no'],
  ['a pull request without a head', payload({ number: 3, base })],
  ['a pull request without a base', payload({ number: 3, head: { sha: 'c0ffee', repo: repo('mallory/schema') } })],
])('%s is refused: whether it is a fork is not guessed', (_, text) => {
  expect(() => parseEvent(text, STARTED)).toThrow(expect.objectContaining({ code: 'event-malformed' }));
});
