import { describe, expect, it } from 'vitest';
import { parseProject, prepare } from '../../src/index.ts';

const GROUP = 'objects: { contacts: { groups: { loyalty: { displayName: Loyalty } } } }';
const VALUED = `objects: { contacts: { groups: { branded: { displayName: "\${values.brand} \${env.SIZE}" } } } }`;
const HOOKS = 'webhooks: [{ appId: 7, subscriptions: [{ eventType: contact.creation, active: true }] }]';

const digestOf = (texts: readonly string[], env: Readonly<Record<string, string>> = {}): string =>
  prepare(parseProject(texts.map((text, at) => ({ path: `${at}.yaml`, text: `version: 1\n${text}\n` }))), {
    env,
  }).digest();

describe('the digest of a configuration', () => {
  it.each([
    ['comments and the form of the text', [`# What it is\n${GROUP.replace('Loyalty', '"Loyalty"')}`]],
    ['the host of the fleet', [`fleet: { baseUrl: "http://127.0.0.1:9" }\n${GROUP}`]],
    ['thresholds of the fleet', [`fleet: { thresholds: { update: { percent: 1, above: 0 } } }\n${GROUP}`]],
    ['credentials of apps', [`apps: { "1": { clientId: a, clientSecret: "\${env.SECRET}" } }\n${GROUP}`]],
    ['which file has it', ['{}', GROUP]],
  ])('does not cover %s', (_, texts) => {
    expect(digestOf(texts, { SECRET: 'of-the-app-secret' })).toBe(digestOf([GROUP]));
  });

  it.each([
    ['a value of a field', [GROUP.replace('Loyalty', 'Points')]],
    ['a resource more', [GROUP, HOOKS]],
    ['the surface', [`fleet: { surface: documented }\n${GROUP}`]],
    ['the policy', [`policy: { allow: [type-change] }\n${GROUP}`]],
    ['what values enter', [GROUP, VALUED]],
  ])('covers %s', (_, texts) => {
    expect(digestOf(texts)).not.toBe(digestOf([GROUP]));
  });

  it('covers an address that moved', () => {
    const level =
      'objects: { 2-3451: { groups: { levels: { properties: { level: { label: Level, type: string, fieldType: text } } } } } }';
    const moved = 'moved: { from: "property:memberships/level", to: "property:2-3451/level" }';
    expect(digestOf([`${moved}\n${level}`])).not.toBe(digestOf([level]));
  });

  it('is of files that values enter as they are written, with the environment', () => {
    const [small, large] = ['small', 'large'].map((SIZE) => digestOf([VALUED], { SIZE }));
    expect(small).not.toBe(large);
    expect(digestOf([`# Other\n${VALUED}`], { SIZE: 'small', MORE: 'x' })).toBe(small);
    expect(digestOf([GROUP, VALUED], { SIZE: 'small' })).toBe(digestOf([VALUED, GROUP], { SIZE: 'small' }));
  });
});
