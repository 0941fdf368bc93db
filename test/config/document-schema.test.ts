import { expect, test } from 'vitest';
import { documentSchema } from '../../src/config/schema/document-schema.ts';
import { houseRules } from '../../src/engine/rules/index.ts';
import { KINDS } from '../../src/kinds/index.ts';

test('the schema and the rules of the same kinds are created once', () => {
  expect(documentSchema(KINDS)).toBe(documentSchema(KINDS));
  expect(houseRules(KINDS)).toBe(houseRules(KINDS));
});

test('other kinds have another schema', () => {
  const some = KINDS.filter(({ name }) => name !== 'webhook-subscription');
  const text = { version: 1, webhooks: [] };
  expect(documentSchema(KINDS).safeParse(text).success).toBe(true);
  expect(documentSchema(some).safeParse(text).success).toBe(false);
});
