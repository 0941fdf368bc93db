import { expect, test } from 'vitest';
import { sharedHubFindings } from '../../src/reconciler/planning.ts';
import { resolveTexts } from './builders.ts';

const AUTH = `auth: { accessToken: "\${env.SANDBOX_TOKEN}" }`;

function messages(live: string, mirror: string): readonly string[] {
  const text = `version: 1\naccounts:\n  live: { ${live} }\n  mirror: { ${mirror} }\n`;
  const resolution = resolveTexts(text, { account: 'mirror', env: { SANDBOX_TOKEN: 'token-of-the-sandbox' } });
  return sharedHubFindings(resolution, 1001).map(({ message, hint }) => `${message} ${hint}`);
}

test.each([
  [
    'the proven id',
    'hubId: 1001, protected: true, drift: hold',
    '',
    '`mirror` and `live` are the same account 1001, and only `live` says `protected: true` and `drift: hold`. Remove one of the two, or say the same in `mirror`.',
  ],
  [
    'the credentials where it has no id',
    `drift: hold, ${AUTH}`,
    AUTH,
    '`mirror` and `live` use the same credentials, and only `live` says `drift: hold`. If `live` is another account, write its hubId. Remove one of the two, or say the same in `mirror`.',
  ],
])('a less protected account is refused next to the same account by %s', (_, live, mirror, text) => {
  expect(messages(live, mirror)).toEqual([text]);
});

test.each([
  ['has another id', `hubId: 7, protected: true, ${AUTH}`, AUTH],
  ['is guarded no more', 'hubId: 1001, drift: hold', 'drift: hold, protected: true'],
  ['may be any', 'protected: true', ''],
])('nothing is said of another account that %s', (_, live, mirror) => {
  expect(messages(live, mirror)).toEqual([]);
});
