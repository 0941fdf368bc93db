import { expect, test } from 'vitest';
import { houseRules } from '../../../src/engine/rules/index.ts';
import type { Kind } from '../../../src/model/kind.ts';
import { aKind } from '../a-kind.ts';

const ADDRESS = 'property:contacts/here';
const DESIRED = {
  resources: [
    { address: ADDRESS, kind: 'property', spec: { name: 'here' }, provenance: { file: 'a.yaml', line: 1, column: 1 } },
  ],
} as const;

function named(more: Partial<Kind>, parameters: Readonly<Record<string, string | readonly string[]>>) {
  const kind = aKind({ traits: { description: false, type: false, name: 'always' }, ...more });
  return houseRules([kind])['name-pattern'].findings(DESIRED, { pattern: '^there', ...parameters }).length;
}

test('a rule looks at the kinds that have what it asks for', () => {
  expect(named({}, {})).toBe(1);
  expect(named({ traits: { description: false, type: false, name: 'on-request' } }, {})).toBe(0);
  expect(named({ traits: { description: false, type: false, name: 'on-request' } }, { kinds: ['property'] })).toBe(1);
  expect(() => named({ traits: { description: false, type: false, name: 'none' } }, { kinds: ['property'] })).toThrow();
});

test('a rule for object types asks the kind which of them a resource belongs to', () => {
  const objectTypes = () => ['companies', 'deals'];
  expect(named({ objectTypes }, { objects: ['deal'] })).toBe(1);
  expect(named({ objectTypes }, { objects: ['contacts'] })).toBe(0);
  expect(named({}, { objects: ['contacts'] })).toBe(0);
});
