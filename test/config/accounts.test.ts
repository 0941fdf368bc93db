/** Choice of the account, its credentials, and the account that the environment makes. */

import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { secretFault } from '../../src/config/accounts/credentials.ts';
import { DEFAULT_VERSIONS } from '../../src/contract/surfaces.ts';
import type { Credentials } from '../../src/model/account.ts';
import { places, resolveTexts } from './builders.ts';
import { EXAMPLE } from './example.ts';

const PRODUCTION = { CLIENT_ID: 'id', CLIENT_SECRET: 'hush-1', REFRESH_TOKEN: 'hush-2' };

function revealed(credentials: Credentials): unknown {
  switch (credentials.kind) {
    case 'access-token':
      return { accessToken: credentials.accessToken.reveal() };
    case 'refresh-token':
      return {
        clientId: credentials.clientId,
        clientSecret: credentials.clientSecret.reveal(),
        refreshToken: credentials.refreshToken.reveal(),
      };
    case 'none':
      return {};
  }
}

test('ignores the variables of other accounts', () => {
  const text = EXAMPLE.replace('hubId: 7007', 'hubId: 7007\n    values: { appId: 3 }');
  const { account, findings } = resolveTexts(text, { account: 'production', env: PRODUCTION });
  expect(findings).toEqual([]);
  expect(account).toMatchObject({ name: 'production', hubId: 7007, protected: true });
  expect(revealed(account.credentials)).toEqual({ clientId: 'id', clientSecret: 'hush-1', refreshToken: 'hush-2' });
});

test('lists the accounts if the choice is missing or unknown', () => {
  expect(resolveTexts(EXAMPLE).findings).toEqual([
    {
      code: 'account-required',
      severity: 'error',
      message: 'The configuration has 2 accounts, and none was chosen.',
      hint: 'Choose one: sandbox, production.',
      fix: [{ action: 'choose-account', names: ['sandbox', 'production'] }],
    },
  ]);
  expect(resolveTexts(EXAMPLE, { account: 'prodution' }).findings).toEqual([
    {
      code: 'account-unknown',
      severity: 'error',
      message: 'No account is named "prodution".',
      hint: 'Did you mean `production`? Allowed: sandbox, production.',
    },
  ]);
});

test('gives an account without access if the choice is unknown', () => {
  expect(resolveTexts(EXAMPLE, { account: 'nobody' }).account).toMatchObject({
    name: 'nobody',
    hubId: undefined,
    protected: true,
    credentials: { kind: 'none' },
  });
});

test('takes the only account when none is asked for', () => {
  expect(resolveTexts('version: 1\naccounts: { only: { drift: hold } }\n').account).toMatchObject({
    name: 'only',
    drift: 'hold',
    protected: false,
  });
});

test('protects an account whose protected is faulty', () => {
  const { account, findings } = resolveTexts('version: 1\naccounts: { a: { protected: no } }\n');
  expect(places(findings)).toEqual(['wrong-type 2:29']);
  expect(account.protected).toBe(true);
});

test.each([
  ['nothing, and works offline', {}, {}, []],
  ['an access token', { TRUEUP_ACCESS_TOKEN: 't' }, { accessToken: 't' }, []],
  [
    'a refresh token',
    { TRUEUP_CLIENT_ID: 'i', TRUEUP_CLIENT_SECRET: 's', TRUEUP_REFRESH_TOKEN: 'r' },
    { clientId: 'i', clientSecret: 's', refreshToken: 'r' },
    [],
  ],
  ['part of a refresh token', { TRUEUP_CLIENT_ID: 'i' }, {}, ['auth-incomplete']],
  ['an empty token', { TRUEUP_ACCESS_TOKEN: '' }, {}, []],
  ['a token with a line end', { TRUEUP_ACCESS_TOKEN: 'hush\n' }, {}, ['credential-malformed']],
  ['a quoted token', { TRUEUP_ACCESS_TOKEN: '"t"' }, {}, ['credential-malformed']],
  ['a hub id that is no number', { TRUEUP_HUB_ID: '12x' }, {}, ['hub-id-malformed']],
  ['a surface that there is not', { TRUEUP_SURFACE: '2026-03' }, {}, ['surface-unknown']],
  ['plain http to another machine', { TRUEUP_BASE_URL: 'http://example.com' }, {}, ['base-url-refused']],
] as const)('makes the one account from an environment with %s', (_what, env, credentials, expected) => {
  const { account, findings } = resolveTexts('version: 1\n', { env });
  expect(places(findings)).toEqual(expected);
  expect(revealed(account.credentials)).toEqual(credentials);
  expect(account).toMatchObject({ name: 'default', baseUrl: 'https://api.hubapi.com' });
  expect(JSON.stringify(findings)).not.toContain('hush');
});

test('takes the address and the account id from the environment', () => {
  const env = { TRUEUP_BASE_URL: 'http://127.0.0.1:4010/', TRUEUP_HUB_ID: '1001' };
  expect(resolveTexts('version: 1\n', { env, account: 'default' }).account).toMatchObject({
    baseUrl: 'http://127.0.0.1:4010',
    hubId: 1001,
  });
});

test('reads the surface from the environment or the account, with deviating versions', () => {
  const alone = (env: Readonly<Record<string, string>>) => resolveTexts('version: 1\n', { env }).account;
  expect(alone({})).toMatchObject({ surface: 'dated', versions: DEFAULT_VERSIONS });
  expect(alone({ TRUEUP_SURFACE: 'documented' }).surface).toBe('documented');
  const declared =
    'accounts: { a: { surface: dated, versions: { properties: 2026-03 } }, b: {}, c: { surface: documented } }';
  const of = (name: string) => resolveTexts(`version: 1\n${declared}\n`, { account: name }).account;
  expect(of('a')).toMatchObject({ surface: 'dated', versions: { ...DEFAULT_VERSIONS, properties: '2026-03' } });
  expect(of('b')).toMatchObject({ surface: 'dated', versions: DEFAULT_VERSIONS });
  const surfaceGiven = (name: string, surface: string) =>
    resolveTexts(`version: 1\n${declared}\n`, { account: name, env: { TRUEUP_SURFACE: surface } }).account.surface;
  expect([surfaceGiven('a', 'documented'), surfaceGiven('b', 'documented'), surfaceGiven('c', 'dated')]).toEqual([
    'dated',
    'documented',
    'documented',
  ]);
});

test('an account of the files reads only the surface from the environment', () => {
  const env = {
    TRUEUP_BASE_URL: 'http://127.0.0.1:4010',
    TRUEUP_HUB_ID: '1001',
    TRUEUP_ACCESS_TOKEN: 't',
    TRUEUP_SURFACE: 'documented',
  };
  expect(resolveTexts('version: 1\naccounts: { a: {} }\n', { env }).account).toMatchObject({
    baseUrl: 'https://api.hubapi.com',
    hubId: undefined,
    credentials: { kind: 'none' },
    surface: 'documented',
  });
  const own = `{ baseUrl: "http://127.0.0.1:4020", hubId: 2, auth: { accessToken: "\${env.OWN}" }, surface: dated }`;
  const { account } = resolveTexts(`version: 1\naccounts: { a: ${own} }\n`, { env: { ...env, OWN: 'o' } });
  expect(account).toMatchObject({ baseUrl: 'http://127.0.0.1:4020', hubId: 2, surface: 'dated' });
  expect(revealed(account.credentials)).toEqual({ accessToken: 'o' });
});

test('warns about TRUEUP_BASE_URL if the chosen account is at another host', () => {
  const text = `version: 1\naccounts: { a: { auth: { accessToken: "\${env.T}" } } }\n`;
  const env = { T: 'token', TRUEUP_BASE_URL: 'http://127.0.0.1:4010' };
  expect(resolveTexts(text, { env }).findings).toMatchObject([
    {
      code: 'base-url-unused',
      severity: 'warning',
      message: 'TRUEUP_BASE_URL is set and not used: the account a is at https://api.hubapi.com.',
      provenance: { file: 'trueup.yaml', line: 2 },
    },
  ]);
  for (const baseUrl of [`"\${env.TRUEUP_BASE_URL}"`, 'http://127.0.0.1:4010'])
    expect(resolveTexts(text.replace('{ auth', `{ baseUrl: ${baseUrl}, auth`), { env }).findings).toEqual([]);
  expect(resolveTexts(text, { env: { ...env, TRUEUP_BASE_URL: '' } }).findings).toEqual([]);
});

test('an account with a misspelt surface, or unchosen, causes no surface findings', () => {
  const objects =
    'objects: { contacts: { groups: { loyalty: { displayName: L, properties: { a: { label: A, type: date, fieldType: date, hidden: true } } } } } }';
  const codes = (accounts: string) =>
    resolveTexts(`version: 1\naccounts: ${accounts}\n${objects}\n`).findings.map(({ code }) => code);
  expect(codes('{ a: {}, b: { surface: documented } }')).toEqual(['account-required']);
  expect(codes('{ a: { surface: dted } }')).toHaveLength(1);
  expect(codes('{ a: { surface: documented }, b: { surface: documented } }')).toEqual([
    'account-required',
    'member-needs-dated',
  ]);
});

test('the documented surface ignores the versions of an account', () => {
  const pinned = 'accounts: { a: { surface: documented, versions: { webhooks: 2026-09 } } }';
  const { account, findings } = resolveTexts(`version: 1\n${pinned}\n`);
  expect(findings).toEqual([]);
  expect(account).toMatchObject({ surface: 'documented', versions: DEFAULT_VERSIONS });
});

test('a version unknown for its resource is refused', () => {
  const { findings } = resolveTexts(
    'version: 1\naccounts: { a: { surface: dated, versions: { webhooks: 2025-09, groups: 2026-03 } } }\n',
  );
  expect(findings.map(({ severity }) => severity)).toEqual(['error', 'error']);
});

test.each([
  'https://api.hubapi.com',
  'https://api.hubapi.com/',
  'https://localhost:8443',
  'http://localhost:4010',
  'http://127.0.0.1:4010',
  'http://[::1]:4010',
])('takes the base address %s', (baseUrl) => {
  const { account, findings } = resolveTexts(`version: 1\naccounts: { a: { baseUrl: "${baseUrl}" } }\n`);
  expect(findings).toEqual([]);
  expect(account.baseUrl).toBe(baseUrl.replace(/\/$/, ''));
});

test.each([
  'http://127.0.0.1.example.com',
  'http://localhost@example.com',
  'https:example.com',
  'ftp://example.com',
  'https://example.com/..',
  'https://example.com#x',
  'https://example.com:99999',
  ' https://example.com',
  '//example.com',
])('refuses the base address %s', (baseUrl) => {
  const { account, findings } = resolveTexts(`version: 1\naccounts: { a: { baseUrl: "${baseUrl}" } }\n`);
  expect(places(findings)).toEqual(['base-url-refused 2:27']);
  expect(account.baseUrl).toBe('https://api.hubapi.com');
});

test('never shows a secret, wherever it stands', () => {
  const secrets = ['hush-literal-1', 'hush-literal-2', 'hush-literal-3', 'hush-env'];
  const text = `version: 1
accounts:
  a: { auth: { clientId: x, clientSecret: hush-literal-1, refreshToken: [hush-literal-2], acessToken: hush-literal-3 } }
  b: { auth: hush-literal-1 }
  c: { auth: { accessToken: "\${env.T}" } }
`;
  for (const account of ['a', 'b', 'c']) {
    const resolution = resolveTexts(text, { account, env: { T: 'hush-env' } });
    const shown = inspect(resolution, { depth: 20, showHidden: true }) + JSON.stringify(resolution);
    for (const secret of secrets) expect(shown).not.toContain(secret);
  }
});

test.each([
  ['Bearer pat-1', 'Set TRUEUP_ACCESS_TOKEN to only the token, without the word Bearer in front of it.'],
  ["'pat-1'", 'Set TRUEUP_ACCESS_TOKEN to the text between the quotation marks.'],
  ['pat-1\n', 'Look for a line break that was copied with it.'],
])('the token %j gets a hint about the correct value', (value, hint) => {
  expect(secretFault('TRUEUP_ACCESS_TOKEN', value)).toMatchObject({ code: 'credential-malformed', hint });
});
