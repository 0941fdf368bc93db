/**
 * Tests of wrong names of custom objects that the files show: two names of an object, or the name of another account.
 */

import { expect, test } from 'vitest';
import { places, resolveTexts } from './builders.ts';

const CODES = ['object-named-twice', 'object-of-other-account'];
const property = (label: string) =>
  `{ g: { properties: { wheels: { label: ${label}, type: number, fieldType: number } } } }`;
const project = (account: string, ...objects: readonly string[]) =>
  `version: 1
accounts: { real: { ${account}auth: { accessToken: "\${env.T}" } } }
objects:
${objects.map((name, at) => `  ${name}: { groups: ${property(`Wheels ${at}`)} }\n`).join('')}`;

/** Of 7007 on the documented surface, unless `account` replaces it. */
const told = (objects: readonly string[], account = 'hubId: 7007, surface: documented, ') =>
  resolveTexts(project(account, ...objects), { offline: true }).findings.filter(({ code }) => CODES.includes(code));

test('the plain and the qualified name of an object are an error with both places', () => {
  const [finding, ...others] = told(['cars', 'p7007_cars']);
  expect(others).toEqual([]);
  expect(finding).toEqual({
    code: 'object-named-twice',
    severity: 'error',
    message: '"cars" and "p7007_cars" name one object of the account 7007.',
    hint: 'Use one name for an object everywhere: p7007_cars or its type id, or cars on the dated surface.',
    address: 'property:p7007_cars/wheels',
    provenance: expect.objectContaining({ file: 'trueup.yaml', line: 5 }),
    related: expect.objectContaining({ file: 'trueup.yaml', line: 4 }),
  });
  expect(places(told(['P7007_Cars', 'cars']))).toHaveLength(1);
});

test('duplicate names are a warning without an account id, or in another account', () => {
  expect(told(['cars', 'p7007_cars'], 'surface: documented, ')).toMatchObject([
    { code: 'object-named-twice', severity: 'warning', message: expect.stringContaining('if it is this one') },
  ]);
  expect(told(['cars', 'p8008_cars'])).toMatchObject([
    {
      code: 'object-of-other-account',
      severity: 'warning',
      message: '"p8008_cars" is an object of the account 8008, and real is the account 7007.',
      hint: 'Write p7007_cars, or on the dated surface cars, which is the object of that name in every account.',
    },
  ]);
});

test('a type id next to a name is a warning for a shared resource', () => {
  expect(told(['cars', '2-3451'])).toMatchObject([
    {
      code: 'object-named-twice',
      severity: 'warning',
      message:
        'property:cars/wheels may be property:2-3451/wheels: the documented surface cannot tell whether "cars" is the object 2-3451.',
    },
  ]);
  const apart = project('hubId: 7007, surface: documented, ', 'cars', '2-3451').replace('wheels', 'doors');
  expect(resolveTexts(apart, { offline: true }).findings.map(({ code }) => code)).not.toContain('object-named-twice');
});

test('object names in limits are compared, and each further name is reported', () => {
  const limit = (to: string) => `  - { from: contacts, to: ${to}, limits: [{ typeId: 3, maxToObjectIds: 2 }] }\n`;
  const text = `version: 1\naccounts: { real: { hubId: 7007, surface: documented, auth: { accessToken: "\${env.T}" } } }\nassociationLimits:\n${['cars', 'p7007_cars', '2-3451'].map(limit).join('')}`;
  const { findings } = resolveTexts(text, { offline: true });
  expect(
    findings
      .filter(({ code }) => code === 'object-named-twice')
      .map(({ severity }) => severity)
      .sort(),
  ).toEqual(['error', 'warning', 'warning']);
});

test('standard objects, two type ids and the dated surface have no duplicate names', () => {
  expect(told(['contacts', 'companies', '2-1', '2-2'])).toEqual([]);
  expect(told(['cars', 'p7007_cars', '2-1'], 'hubId: 7007, surface: dated, ')).toEqual([]);
  expect(told(['p8008_cars'], 'hubId: 7007, surface: dated, ').map(({ code }) => code)).toEqual([
    'object-of-other-account',
  ]);
});
