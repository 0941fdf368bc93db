/** Tests that a credential is accepted only in `auth`, checked by name and by value. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language

import { describe, expect, it, test } from 'vitest';
import { projectSecrets } from '../../src/config/accounts/secrets.ts';
import { parseProject } from '../../src/config/files/project.ts';
import { resolveProject } from '../../src/config/resolve.ts';
import { listKinds } from '../../src/kinds/index.ts';
import { places } from './builders.ts';

const TOKEN = 'canary-token-of-the-account';
const OTHER = 'canary-token-of-another';
const SECRET = 'canary-client-secret';
const ENV = {
  TOKEN,
  OTHER,
  SECRET,
  COPY: TOKEN,
  PART: `Bearer ${TOKEN}.`,
  HEAD: TOKEN.slice(0, 12),
  TAIL: TOKEN.slice(12),
  APP: 'client-of-the-app',
  TRUEUP_ACCESS_TOKEN: 'canary-of-the-environment',
  FREE: 'Loyalty',
};

const HEAD = `version: 1
accounts:
  sandbox:
    auth: { accessToken: "\${env.TOKEN}" }
    values: { mine: "\${env.FREE}" }
  production:
    auth: { clientId: "\${env.APP}", clientSecret: "\${env.SECRET}", refreshToken: "\${env.OTHER}" }
`;

function resolved(body: string, more: { readonly credentials?: readonly string[]; readonly head?: string } = {}) {
  const project = parseProject([{ path: 'trueup.yaml', text: (more.head ?? HEAD) + body }]);
  const credentials = more.credentials === undefined ? {} : { credentials: more.credentials };
  return resolveProject(project, { kindsOn: listKinds, env: ENV, account: 'sandbox', ...credentials });
}

const group = (name: string) => `objects:\n  contacts:\n    groups:\n      loyalty: { displayName: ${name} }\n`;

test.each([
  ['its own token', '"${env.TOKEN}"', 'secret-outside-auth 11:32'],
  ['the token of another account', '"${env.OTHER}"', 'secret-outside-auth 11:32'],
  ['a client secret', '"a ${env.SECRET} b"', 'secret-outside-auth 11:34'],
  ['the token of the environment', '"${env.TRUEUP_ACCESS_TOKEN}"', 'secret-outside-auth 11:32'],
  ['another variable with the same value', '"${env.COPY}"', 'secret-outside-auth 11:31'],
  ['another variable that holds it', '"${env.PART}"', 'secret-outside-auth 11:31'],
  ['two variables that make it together', '"${env.HEAD}${env.TAIL}"', 'secret-outside-auth 11:31'],
  ['the token written out', TOKEN, 'secret-outside-auth 11:31'],
  ['the token in escapes', JSON.stringify(TOKEN).replace('c', '\\u0063'), 'secret-outside-auth 11:31'],
])('%s in a label is refused at its place, and its value goes nowhere', (_, label, place) => {
  const resolution = resolved(group(label));
  expect(places(resolution.findings)).toEqual([place]);
  expect(JSON.stringify(resolution)).not.toMatch(/canary/);
});

describe('the variables of a proxy', () => {
  const PROXY = 'http://bob:canary-of%2Dthe-proxy@proxy.test:3128';
  const findings = (label: string, env: Readonly<Record<string, string>>) => {
    const project = parseProject([{ path: 'trueup.yaml', text: HEAD + group(label) }]);
    const resolution = resolveProject(project, { kindsOn: listKinds, env: { ...ENV, ...env }, account: 'sandbox' });
    expect(JSON.stringify(resolution)).not.toMatch(/canary/);
    return places(resolution.findings);
  };

  it.each(['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy'])('are no part of a label: %s', (name) => {
    for (const address of [PROXY, 'http://proxy.test:3128']) {
      expect(findings(`"L \${env.${name}}"`, { [name]: address })).toEqual(['secret-outside-auth 11:34']);
    }
  });

  it.each(['canary-of%2Dthe-proxy', 'canary-of-the-proxy', 'bob:canary-of-the-proxy'])('nor is %s in them', (text) => {
    expect(findings('"L ${env.COPIED}"', { COPIED: text, HTTPS_PROXY: PROXY })).toEqual(['secret-outside-auth 11:31']);
    expect(findings(`"L ${text}"`, { HTTPS_PROXY: PROXY })).toEqual(['secret-outside-auth 11:31']);
  });

  it('may appear in files if they contain no credentials', () => {
    const env = { HTTPS_PROXY: 'http://proxy.test:3128', NO_PROXY: 'internal.test' };
    expect(findings('"http://proxy.test:3128 ${env.NO_PROXY}"', env)).toEqual([]);
  });
});

test.each([
  ['"${env.SITE}"', 'https://u:canary@host.test', ['secret-outside-auth 11:31']],
  ['"see ${env.SITE}, please"', 'https://u:canary@host.test', ['secret-outside-auth 11:31']],
  ['"see ${env.SITE}"', 'ftp://:can@ary@host.test', ['secret-outside-auth 11:31']],
  ['"see ${env.SITE}"', 'https://u:canary/1@host.test', ['secret-outside-auth 11:31']],
  ['"https://u:${env.SITE}@host.test"', 'canary', ['secret-outside-auth 11:31']],
  ['"see ${env.SITE}"', 'https://user@host.test:8080/@name:x@y', []],
  ['"see ${env.SITE}"', 'https://host.test:8080/@name', []],
  ['"see ${env.SITE}"', 'http://[::1]:8080/@name', []],
  ['"see ${env.SITE}"', 'mailto:name@host.test', []],
  ['"see https://user:password@host.test"', '', []],
])('%s with an address such as %s is refused if it contains a password', (label, value, expected) => {
  const project = parseProject([{ path: 'trueup.yaml', text: HEAD + group(label) }]);
  const resolution = resolveProject(project, { kindsOn: listKinds, env: { ...ENV, SITE: value }, account: 'sandbox' });
  expect(places(resolution.findings)).toEqual(expected);
  expect(JSON.stringify(resolution)).not.toMatch(/canary/);
});

const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['a Basic header', base64(`client:${TOKEN}`)],
  ['a Basic header that starts at another place', base64(`client-1:${TOKEN}`)],
  ['a Basic header that starts at a third place', base64(`client-12:${TOKEN}`)],
  ['base64 for addresses', Buffer.from(`>>>${TOKEN}???`).toString('base64url')],
  ['lower case', TOKEN.toLowerCase()],
  ['upper case', `x ${TOKEN.toUpperCase()}`],
  ['hex', Buffer.from(TOKEN).toString('hex')],
  ['an address', `https://x.example/?t=${encodeURIComponent(TOKEN)}`],
  ['an address with every character escaped', Buffer.from(TOKEN).toString('hex').replace(/../g, '%$&')],
  ['JSON', JSON.stringify({ token: TOKEN })],
])('another variable that holds the token in %s is refused at its place, and its value goes nowhere', (_, text) => {
  const project = parseProject([{ path: 'trueup.yaml', text: HEAD + group('"${env.FORM}"') }]);
  const resolution = resolveProject(project, { kindsOn: listKinds, env: { ...ENV, FORM: text }, account: 'sandbox' });
  expect(places(resolution.findings)).toEqual(['secret-outside-auth 11:31']);
  expect(JSON.stringify(resolution)).not.toContain(text);
  expect(JSON.stringify(resolution)).not.toMatch(/canary/i);
});

test.each([
  ['a value of the account', HEAD.replace('"${env.FREE}"', '"${env.TOKEN}"'), '', 'secret-outside-auth 5:22'],
  [
    'an address',
    HEAD.replace('values:', 'baseUrl: "https://${env.TOKEN}"\n    values:'),
    '',
    'secret-outside-auth 5:23',
  ],
  ['the client id', HEAD.replace('${env.APP}', '${env.SECRET}'), '', 'secret-outside-auth 7:24'],
  [
    'a reason',
    HEAD,
    'policy: { waivers: [{ finding: label-unique, reason: "${env.TOKEN}", until: "2030-01-01" }] }\n',
    'secret-outside-auth 8:55',
  ],
  ['a key', HEAD, `objects: { contacts: { groups: { ${TOKEN}: { displayName: L } } } }\n`, 'secret-outside-auth 8:34'],
  ['an unknown key', HEAD, `${TOKEN}: 1\n`, 'secret-outside-auth 8:1'],
  ['a file of includes', HEAD, `include: [${TOKEN}.yaml]\n`, 'secret-outside-auth 8:11'],
])('%s takes no credential', (_, head, body, place) => {
  const resolution = resolved(body, { head });
  expect(places(resolution.findings)).toContain(place);
  expect(JSON.stringify(resolution.findings.filter(({ code }) => code !== 'include-unmatched'))).not.toMatch(/canary/);
});

describe('variables that are handed in as credentials', () => {
  it('are refused outside of auth', () => {
    expect(places(resolved(group('"${env.FREE}"'), { credentials: ['FREE'] }).findings)).toEqual([
      'secret-outside-auth 5:22',
      'secret-outside-auth 11:32',
    ]);
  });

  it('may be a client id, and names of trueup may be an address', () => {
    expect(resolved('', { credentials: ['APP', 'TRUEUP_BASE_URL'] }).findings).toEqual([]);
  });
});

test('a value without credentials is filled in, and a short secret stays readable', () => {
  const resolution = resolveProject(parseProject([{ path: 'a.yaml', text: HEAD + group('"${values.mine} gold"') }]), {
    kindsOn: listKinds,
    env: { ...ENV, TOKEN: 'gold' },
    account: 'sandbox',
  });
  expect(resolution.findings).toEqual([]);
  expect(resolution.desired.resources.map(({ spec }) => spec['displayName'])).toEqual(['Loyalty gold']);
});

test('every credential whose variable is set is known, of every account, and no client id', () => {
  const project = parseProject([{ path: 'trueup.yaml', text: HEAD }]);
  const known = projectSecrets(project, ENV, ['APP', 'TRUEUP_HUB_ID', 'FREE']).map((secret) => secret.reveal());
  expect(known.toSorted()).toEqual([ENV.TRUEUP_ACCESS_TOKEN, SECRET, TOKEN, OTHER].toSorted());
});
