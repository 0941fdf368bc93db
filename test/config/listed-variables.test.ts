// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language
import { describe, expect, test } from 'vitest';
import { resolveTexts } from './builders.ts';

const ENV = {
  TOKEN: 'the-token-of-the-account',
  ID: 'the-id-of-the-app',
  TIER: 'Loyalty tier',
  AWS_SESSION_TOKEN: 'a-token-of-a-cloud',
};
const LISTED = { credentials: ['TOKEN', 'ID'], environment: ['TIER'] };

const project = ({ label = 'Tier', auth = '{ accessToken: "${env.TOKEN}" }', more = '' }) => `version: 1
accounts:
  a:
    auth: ${auth}
${more}
objects: { contacts: { groups: { g: { displayName: ${label} } } } }
`;

function told(text: string, options: Parameters<typeof resolveTexts>[1] = {}) {
  const { findings } = resolveTexts(text, { env: ENV, ...LISTED, ...options });
  return findings.map(({ code, severity, message, hint, provenance }) => {
    return [code, severity, `${provenance?.line}:${provenance?.column}`, message, hint];
  });
}

describe('a project with listed variables', () => {
  test('each list can be used in its own place', () => {
    expect(told(project({ label: '"${env.TIER}"' }))).toEqual([]);
    const { account, desired } = resolveTexts(project({ label: '"${env.TIER}"' }), { env: ENV, ...LISTED });
    expect(account.credentials).toMatchObject({ kind: 'access-token', variable: 'TOKEN' });
    expect(JSON.stringify(desired)).toContain('Loyalty tier');
  });

  test.each([
    ['in a label', { label: '"${env.AWS_SESSION_TOKEN}"' }, '6:53', 'environment'],
    ['as a part of a label', { label: '"A ${env.AWS_SESSION_TOKEN}"' }, '6:55', 'environment'],
    ['in the address', { more: '    baseUrl: "https://${env.AWS_SESSION_TOKEN}.example"' }, '5:23', 'environment'],
    ['as a token', { auth: '{ accessToken: "${env.AWS_SESSION_TOKEN}" }' }, '4:26', 'credentials'],
    [
      'as the id of an app',
      { auth: '{ clientId: "${env.AWS_SESSION_TOKEN}", clientSecret: "${env.TOKEN}", refreshToken: "${env.TOKEN}" }' },
      '4:24',
      'credentials',
    ],
    [
      'as a developer key',
      { more: 'apps: { "2001": { developerKey: "${env.AWS_SESSION_TOKEN}" } }' },
      '5:33',
      'credentials',
    ],
  ])('an unlisted variable is refused %s, at its position, with the list to extend', (_, parts, at, list) => {
    const finding = [
      ...['env-not-listed', 'error', at],
      `The variable AWS_SESSION_TOKEN is missing in \`${list}\`, so it cannot be used here.`,
      `Add AWS_SESSION_TOKEN to \`${list}\` only if the files are meant to have it: the input of the Action, or the option of the library.`,
    ];
    const found = told(project(parts));
    expect(found).toContainEqual(finding);
    expect(JSON.stringify(found)).not.toContain('a-token-of-a-cloud');
    const { account, desired } = resolveTexts(project(parts), { env: ENV, ...LISTED });
    expect(JSON.stringify([account, desired])).not.toContain('a-token-of-a-cloud');
  });

  test('none can be used in the place of the other', () => {
    expect(told(project({ label: '"${env.TOKEN}"' }))).toEqual([
      ['secret-outside-auth', 'error', '6:53', expect.stringContaining('TOKEN is a credential'), expect.any(String)],
    ]);
    expect(told(project({ label: '"${env.ID}"', auth: '{ accessToken: "${env.TIER}" }' }))).toEqual([
      [
        ...['env-not-listed', 'error', '4:26'],
        'The variable TIER is listed in `environment`, so it cannot be used as a credential.',
        'Move TIER to `credentials`.',
      ],
      ['secret-outside-auth', 'error', '6:53', expect.stringContaining('ID is a credential'), expect.any(String)],
    ]);
  });

  test('a file cannot reveal a listed credential or guess the value of another variable', () => {
    const auth = '{ clientId: "${env.TOKEN}", clientSecret: "${env.ID}", refreshToken: "${env.ID}" }';
    const { secrets } = resolveTexts(project({ auth }), { env: ENV, ...LISTED });
    expect(secrets.map((secret) => secret.reveal())).toEqual([ENV.ID, ENV.TOKEN]);
    const guess = project({ auth: '{ accessToken: "${env.AWS_SESSION_TOKEN}" }', label: 'a-token-of-a-cloud' });
    expect(told(guess).map(([code]) => code)).toEqual(['env-not-listed']);
  });

  test('an account that is not chosen may name others, and offline they are a note', () => {
    const text = 'version: 1\naccounts:\n  a: {}\n  b: { auth: { accessToken: "${env.AWS_SESSION_TOKEN}" } }\n';
    expect(told(text, { account: 'a' })).toEqual([]);
    expect(told(text, { account: 'b' }).map(([, severity]) => severity)).toEqual(['error']);
    expect(told(text, { account: 'b', offline: true }).map(([, severity]) => severity)).toEqual(['info']);
  });

  test('a listed variable without a value counts as unset', () => {
    const text = project({ label: '"${env.GONE}"' });
    expect(told(text, { environment: ['GONE'] }).map(([code]) => code)).toEqual(['env-unset']);
  });
});

describe('the variables of trueup itself', () => {
  const env = {
    TRUEUP_ACCESS_TOKEN: 'the-token-of-the-account',
    TRUEUP_BASE_URL: 'https://crm.example.com',
    TRUEUP_HUB_ID: '1001',
    TRUEUP_SURFACE: 'documented',
  };
  const settings = ['TRUEUP_BASE_URL', 'TRUEUP_HUB_ID', 'TRUEUP_SURFACE'];
  const resolved = (credentials: readonly string[], environment?: readonly string[], text = 'version: 1\n') =>
    resolveTexts(text, { env, credentials, ...(environment === undefined ? {} : { environment }) });

  test.each([
    ['in their own lists', ['TRUEUP_ACCESS_TOKEN'], settings],
    ['together with the token', ['TRUEUP_ACCESS_TOKEN', ...settings], []],
    ['without any list', [], undefined],
  ])('are read %s', (_, credentials, environment) => {
    const { account, findings } = resolved(credentials, environment);
    expect(findings).toEqual([]);
    const { TRUEUP_BASE_URL: baseUrl } = env;
    expect(account).toMatchObject({
      baseUrl,
      hubId: 1001,
      surface: 'documented',
      credentials: { kind: 'access-token' },
    });
  });

  test('are errors if they are set and unlisted, or listed in the wrong place', () => {
    const { account, findings } = resolved([], ['TRUEUP_ACCESS_TOKEN']);
    expect(account).toMatchObject({ hubId: undefined, surface: 'dated', credentials: { kind: 'none' } });
    expect(findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'env-not-listed: The variable TRUEUP_ACCESS_TOKEN is set, but it is missing in `credentials`, so it is not used.',
      ...settings.map(
        (name) =>
          `env-not-listed: The variable ${name} is set, but it is missing in \`environment\`, so it is not used.`,
      ),
    ]);
  });

  test('are an error for an account of the files only where it would use them', () => {
    const codes = (fields: string) =>
      resolved([], [], `version: 1\naccounts: { a: ${fields} }\n`).findings.map(({ message }) => message);
    expect(codes('{ surface: documented }')).toEqual([]);
    expect(codes('{}')).toEqual([expect.stringContaining('TRUEUP_SURFACE is set, but it is missing in `environment`')]);
  });
});
