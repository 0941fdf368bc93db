import { expect, test } from 'vitest';
import { parseEvent } from '../../src/action/event.ts';

const repo = (full_name: string) => ({ full_name });
const payload = (pull_request: unknown) => JSON.stringify({ pull_request });
const base = { repo: repo('acme/schema') };

test.each([
  ['of the repository itself', repo('acme/schema'), false],
  ['of a fork', repo('mallory/schema'), true],
  ['of a fork that is gone', null, true],
])('a pull request %s is told by its head', (_, from, isFork) => {
  const text = payload({ number: 3, merged: null, head: { sha: 'c0ffee', repo: from }, base });
  expect(parseEvent(text, 'abc')).toEqual({
    pull: { number: 3, headSha: 'c0ffee', isFork, isMerged: false },
    sha: 'abc',
  });
});

test('a push is no pull request, and neither is nothing', () => {
  expect(parseEvent(JSON.stringify({ ref: 'refs/heads/main' }), 'abc')).toEqual({ pull: undefined, sha: 'abc' });
  expect(parseEvent(undefined, 'abc')).toEqual({ pull: undefined, sha: 'abc' });
});

test.each([
  ['no JSON', 'no'],
  ['a pull request without a head', payload({ number: 3, base })],
  ['a pull request without a base', payload({ number: 3, head: { sha: 'c0ffee', repo: repo('mallory/schema') } })],
])('%s is refused: whether it is a fork is not guessed', (_, text) => {
  expect(() => parseEvent(text, 'abc')).toThrow(expect.objectContaining({ code: 'event-malformed' }));
});
