/** The document's schema: put together from the kinds, and as JSON Schema it agrees with what resolving says. */

import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentJsonSchema, documentSchema } from '../../src/config/schema/json-schema.ts';
import { KINDS } from '../../src/kinds/index.ts';
import type { Json } from '../../src/model/json.ts';
import { EXAMPLE } from './example.ts';

const SCHEMA = documentJsonSchema(KINDS);
const validate = new Ajv({ strict: false, allErrors: true }).compile(Object(SCHEMA));

function every(node: Json, visit: (node: { readonly [key: string]: Json }) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) for (const item of node) every(item, visit);
  else {
    visit(Object(node));
    for (const value of Object.values(node)) every(value, visit);
  }
}

test('the example of the design passes both', () => {
  const value: unknown = parse(EXAMPLE);
  expect(validate(value)).toBe(true);
  expect(validate.errors).toBeNull();
});

test('has the sections of every kind and our own', () => {
  expect(SCHEMA).toMatchObject({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://unpkg.com/trueup/schemas/trueup.schema.json',
    title: 'trueup configuration',
    additionalProperties: false,
  });
  expect(Object.keys(Object(Object(SCHEMA).properties))).toEqual([
    'version',
    'include',
    'accounts',
    'apps',
    'fleet',
    'objects',
    'webhooks',
    'eventDefinitions',
    'associationLabels',
    'associationLimits',
    'moved',
    'policy',
  ]);
});

test('lets no unknown key through anywhere, and describes every key', () => {
  const undescribed: string[] = [];
  every(SCHEMA, (node) => {
    const fields = node['properties'];
    if (node['type'] !== 'object' || typeof fields !== 'object' || fields === null || Array.isArray(fields)) return;
    expect(node['additionalProperties']).toBe(false);
    for (const [name, field] of Object.entries(fields)) {
      if (typeof Object(field).description !== 'string') undescribed.push(name);
    }
  });
  expect(undescribed).toEqual([]);
});

test('editors show default and surface of a key beside its description', () => {
  const hovers: unknown[] = [];
  every(SCHEMA, ({ default: usual, markdownDescription: hover, description }) => {
    if (usual === undefined || typeof description !== 'string') return;
    hovers.push(hover);
    expect(hover).toContain(`${description}\n\nDefault: \``);
  });
  expect(hovers).toContain('What apply does with a value that changed in the account.\n\nDefault: `revert`');
  expect(JSON.stringify(SCHEMA)).not.toContain('"surface":"dated"');
});

test('describes each value of an enumeration', () => {
  const silent: unknown[] = [];
  every(SCHEMA, (node) => {
    const { enum: values, enumDescriptions: meanings } = Object(node);
    if (!Array.isArray(values)) return;
    const all = Array.isArray(meanings) && meanings.length === values.length && meanings.every(Boolean);
    if (!all) silent.push(values);
  });
  expect(silent).toEqual([]);
});

test.each([
  [{ version: 1, webhooks: [{ appId: `\${values.appId}`, subscriptions: [] }] }, true],
  [{ accounts: { a: { hubId: `\${env.HUB}`, protected: `\${env.P}` } } }, true],
  [{ accounts: { a: { hubId: 'x' } } }, false],
  [{ accounts: { a: { auth: { accessToken: 'literal' } } } }, false],
  [{ accounts: { a: { values: { a: 'text', b: 1, c: true } } } }, true],
  [{ accounts: { '../a': {} } }, false],
  [{ policy: { allow: ['max-changes', 'limit-purge=association-limit:a/b/c/1'] } }, true],
  [{ policy: { allow: ['option-removal'] } }, false],
  [{ policy: { allow: ['everything'] } }, false],
  [{ policy: { rules: { 'label-unique': 'warn' } } }, true],
  [{ version: 2 }, false],
  [{ version: `\${env.V}` }, false],
  [{ objects: { contacts: { group: {} } } }, false],
])('tells an editor about %j', (value, expected) => {
  expect(validate(value)).toBe(expected);
});

test('puts kinds that share a level into one mapping', () => {
  const group = { displayName: 'G', properties: { p: { label: 'P', type: 'string', fieldType: 'text' } } };
  const value = { objects: { contacts: { groups: { g: group } } } };
  expect(documentSchema(KINDS).safeParse(value).success).toBe(true);
});

test('has only general sections if no kinds are given', () => {
  expect(documentSchema([]).safeParse({ version: 1, policy: {} }).success).toBe(true);
  expect(documentSchema([]).safeParse({ objects: {} }).success).toBe(false);
});
