/** Tests of the fleet section, of settings for every account, and of the credentials of apps. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language

import { expect, test } from 'vitest';
import { parseProject, prepare } from '../../src/index.ts';
import { places } from './builders.ts';

const SECRET = 'canary-client-secret';
const ENV = { APP_SECRET: SECRET, APP_ID: 'trueup-dev', EMPTY: '', BROKEN: 'canary with spaces' };
const APP = 'apps: { "2001": { clientId: trueup-dev, clientSecret: "${env.APP_SECRET}" } }\n';

const prepared = (...texts: readonly string[]) =>
  prepare(parseProject(texts.map((text, index) => ({ path: `${index === 0 ? 'trueup' : 'more'}.yaml`, text }))), {
    env: ENV,
  });
const fleetOf = (text: string) => prepared(`version: 1\n${text}`).fleet();
const foundIn = (text: string) => places(prepared(`version: 1\n${text}`).findings(0));

test('the section says how every account is reached, and which thresholds a rollout has', () => {
  const { settings, findings } = fleetOf(`fleet:
  baseUrl: http://127.0.0.1:4010
  surface: dated
  versions: { properties: 2026-09 }
  thresholds: { option-removal: { percent: 1, above: 10 }, update: { percent: 50, above: 0 } }
`);
  expect(findings).toEqual([]);
  expect(settings).toEqual({
    baseUrl: 'http://127.0.0.1:4010',
    surface: 'dated',
    versions: { properties: '2026-09' },
    thresholds: { 'option-removal': { percent: 1, above: 10 }, update: { percent: 50, above: 0 } },
  });
  expect(fleetOf('').settings).toEqual({ versions: {}, thresholds: {} });
});

test('everything that is wrong in the section is said at once, at its place', () => {
  expect(
    foundIn(`fleet:
  baseUrl: crm.example.com
  surfaces: dated
  thresholds: { option-removals: { percent: 1, above: 10 }, update: { percent: 101 }, create: 5 }
`),
  ).toEqual([
    'base-url-refused 3:12',
    'unknown-key 4:3',
    'unknown-key 5:17',
    'missing-key 5:61',
    'out-of-range 5:80',
    'wrong-type 5:95',
  ]);
});

test('one file has the section', () => {
  const findings = prepared('version: 1\nfleet: {}\n', 'fleet: {}\n').findings(0);
  expect(findings).toMatchObject([{ code: 'declared-twice', message: 'The fleet is declared twice.' }]);
});

test('the fleet section refuses values of accounts and credentials', () => {
  expect(foundIn(`${APP}fleet: { baseUrl: "https://\${values.host}" }\n`)).toEqual(['values-unavailable 3:28']);
  const secret = prepared(`version: 1\n${APP}fleet: { baseUrl: "https://\${env.APP_SECRET}" }\n`);
  expect(places(secret.findings(0))).toEqual(['secret-outside-auth 3:28']);
  expect(JSON.stringify([secret.fleet(), secret.findings(0)])).not.toContain('canary');
});

test('a forbidden host is a fault only of the fleet', () => {
  const text = 'fleet: { baseUrl: "https://crm.example.com" }\n';
  expect(foundIn(text)).toEqual([]);
  expect(places(fleetOf(text).findings)).toEqual(['host-not-allowed 2:19']);
  expect(places(fleetOf('fleet: { baseUrl: "${env.NO_SUCH}" }\n').findings)).toEqual(['base-url-refused 2:19']);
});

test('an app has a client id and a secret, which are read from the environment', () => {
  for (const id of ['trueup-dev', '"${env.APP_ID}"']) {
    const fleet = fleetOf(APP.replace('trueup-dev', id));
    expect([fleet.findings, fleet.apps['2001']?.clientId]).toEqual([[], 'trueup-dev']);
    expect(fleet.apps['2001']?.clientSecret.reveal()).toBe(SECRET);
    expect(JSON.stringify(fleet)).not.toContain('canary');
  }
});

test.each([
  ['a secret that is written out', 'clientId: a, clientSecret: canary-1a2b', ['secret-in-file 2:46'], []],
  ['a secret that is not set', 'clientId: a, clientSecret: "${env.NO_SUCH}"', [], ['credential-unset 2:46']],
  ['an empty secret', 'clientId: a, clientSecret: "${env.EMPTY}"', [], ['credential-unset 2:46']],
  ['a secret that is no token', 'clientId: a, clientSecret: "${env.BROKEN}"', [], ['credential-malformed 2:46']],
  [
    'an id that is not set',
    'clientId: "${env.NO_SUCH}", clientSecret: "${env.APP_SECRET}"',
    [],
    ['credential-unset 2:29'],
  ],
  ['no secret', 'clientId: a', ['auth-incomplete 2:9'], []],
  ['no id', 'clientSecret: "${env.APP_SECRET}"', ['auth-incomplete 2:9'], []],
  ['nothing', '', ['auth-incomplete 2:9'], []],
])('an app with %s is a fault of the file or of the fleet', (_, app, always, fleet) => {
  const text = `apps: { "2001": { ${app} } }\n`;
  expect(foundIn(text)).toEqual(always);
  expect(places(fleetOf(text).findings)).toEqual(fleet);
  expect(JSON.stringify([prepared(`version: 1\n${text}`).findings(0), fleetOf(text)])).not.toContain('canary');
});
