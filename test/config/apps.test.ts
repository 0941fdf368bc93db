/** Tests of credentials of apps: read only from the environment, as credentials of accounts, and never repeated. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language

import { expect, test } from 'vitest';
import { projectSecrets } from '../../src/config/accounts/secrets.ts';
import { parseProject } from '../../src/config/files/project.ts';
import { resolveProject } from '../../src/config/resolve.ts';
import { listKinds } from '../../src/kinds/index.ts';
import { places } from './builders.ts';

const KEY = 'canary-developer-key';
const ENV = { APP_KEY: KEY, OTHER_KEY: 'canary-key-of-another', EMPTY: '', BROKEN: 'canary with spaces' };

const projectOf = (...texts: readonly string[]) =>
  parseProject(texts.map((text, index) => ({ path: `${index === 0 ? 'trueup' : 'more'}.yaml`, text })));
const resolved = (text: string, offline = false) =>
  resolveProject(projectOf(`version: 1\n${text}`), { kindsOn: listKinds, env: ENV, offline });
const keysOf = (text: string) => [...resolved(text).developerKeys].map(([id, key]) => [id, key.reveal()]);

test('a developer key is read from its variable under a quoted or plain id', () => {
  const apps = (id: string) => `apps: { ${id}: { developerKey: "\${env.APP_KEY}" } }\n`;
  for (const id of ['"2001"', '2001']) {
    expect(resolved(apps(id)).findings).toEqual([]);
    expect(keysOf(apps(id))).toEqual([['2001', KEY]]);
  }
  const accounts = 'accounts: { a: { hubId: 1001, auth: { accessToken: "${env.OTHER_KEY}" } } }\n';
  expect(keysOf(accounts + apps('2001'))).toEqual([['2001', KEY]]);
});

test.each([
  ['written out', '"2001": { developerKey: canary-written-out-1a2b }', ['secret-in-file 2:33']],
  ['put together', '"2001": { developerKey: "x${env.APP_KEY}" }', ['secret-in-file 2:33']],
  ['unset', '"2001": { developerKey: "${env.NO_SUCH}" }', ['credential-unset 2:33']],
  ['empty', '"2001": { developerKey: "${env.EMPTY}" }', ['credential-unset 2:33']],
  ['no token', '"2001": { developerKey: "${env.BROKEN}" }', ['credential-malformed 2:33']],
  ['missing', '"2001": {}', ['auth-incomplete 2:9']],
  ['a number', '"2001": { developerKey: 12345678 }', ['wrong-type 2:33']],
  ['in place of the app', '"2001": canary-written-out-1a2b', ['wrong-type 2:17']],
  ['under another name', '"2001": { hapikey: "${env.APP_KEY}" }', ['auth-incomplete 2:9', 'unknown-key 2:19']],
  ['of no app', 'loyalty: { developerKey: "${env.APP_KEY}" }', ['bad-key 2:9']],
])('a developer key that is %s is refused at its position and stays hidden', (_, app, expected) => {
  const resolution = resolved(`apps: { ${app} }\n`);
  expect(places(resolution.findings)).toEqual(expected);
  expect(JSON.stringify(resolution)).not.toMatch(/canary/);
});

test('all that is wrong with the apps is said at once', () => {
  const { findings } = resolved(
    'apps:\n  "1": { developerKey: "canary-1" }\n  "2": { developerKey: "${env.NO_SUCH}" }\n  x: {}\nobjects: 1\n',
  );
  expect(places(findings)).toEqual([
    'secret-in-file 3:24',
    'credential-unset 4:24',
    'bad-key 5:3',
    'auth-incomplete 5:3',
    'wrong-type 6:10',
  ]);
});

test('an app that two files declare is declared twice, and the first one counts', () => {
  const project = projectOf(
    'version: 1\napps: { "2001": { developerKey: "${env.APP_KEY}" } }\n',
    'apps: { "2001": { developerKey: "${env.OTHER_KEY}" }, "2002": { developerKey: "${env.OTHER_KEY}" } }\n',
  );
  const { findings, developerKeys } = resolveProject(project, { kindsOn: listKinds, env: ENV });
  expect(findings).toMatchObject([{ code: 'declared-twice', message: 'The app 2001 is declared twice.' }]);
  expect([...developerKeys.keys()]).toEqual(['2001', '2002']);
});

test('offline, a variable that is not set is a note', () => {
  const { findings } = resolved('apps: { "2001": { developerKey: "${env.NO_SUCH}" } }\n', true);
  expect(findings).toMatchObject([{ code: 'credential-unset', severity: 'info' }]);
});

test('a developer key is a credential everywhere else, by its variable and by its value', () => {
  const apps = 'apps: { "2001": { developerKey: "${env.APP_KEY}" } }\n';
  const label = (text: string) => `${apps}objects: { contacts: { groups: { g: { displayName: ${text} } } } }\n`;
  for (const text of ['"${env.APP_KEY}"', KEY, Buffer.from(KEY).toString('base64')]) {
    const resolution = resolved(label(text));
    expect(places(resolution.findings)).toEqual([expect.stringMatching(/^secret-outside-auth 3:/)]);
    expect(JSON.stringify(resolution)).not.toContain(text.replaceAll('"', ''));
  }
  expect(projectSecrets(projectOf(`version: 1\n${apps}`), ENV).map((secret) => secret.reveal())).toEqual([KEY]);
});
