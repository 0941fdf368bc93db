/** Values that passed the schema once are not checked again. */

import { expect, test } from 'vitest';
import { checkFile } from '../../../src/config/check/check.ts';
import { documentSchema } from '../../../src/config/schema/document-schema.ts';
import { isConforming, markConforming } from '../../../src/config/yaml/conforming.ts';
import { parseText } from '../../../src/config/yaml/document.ts';
import type { ParsedFile } from '../../../src/config/yaml/parsed-file.ts';
import { KINDS } from '../../../src/kinds/index.ts';

const RIGHT = 'objects: { contacts: { groups: { mine: { displayName: Mine } } } }\n';
const WRONG = 'objects: { contacts: { groups: { mine: { displayName: [] } } } }\n';

const parsed = (text: string): ParsedFile => parseText({ path: 'a.yaml', text });

function marked(text: string): ParsedFile {
  const document = parsed(text);
  markConforming(document.value ?? null);
  return document;
}

function codesOf(document: ParsedFile, isSecret = false): readonly string[] {
  const schema = documentSchema(KINDS);
  return checkFile(
    document,
    schema,
    () => undefined,
    () => isSecret,
  ).findings.map(({ code }) => code);
}

test('a marked value is not checked again, and any other value is', () => {
  expect(codesOf(parsed(WRONG))).toEqual(['wrong-type']);
  expect(codesOf(marked(WRONG))).toEqual([]);
  // An override makes another value, which was not checked.
  expect(codesOf({ ...marked(WRONG), value: parsed(WRONG).value })).toEqual(['wrong-type']);
});

test('a credential is found in a marked value', () => {
  expect(codesOf(marked(RIGHT), true)).toContain('secret-outside-auth');
});

test('the check marks a value without an issue only', () => {
  const [right, wrong] = [parsed(RIGHT), parsed(WRONG)];
  codesOf(right);
  codesOf(wrong);
  expect([right, wrong].map(({ value }) => isConforming(value ?? null))).toEqual([true, false]);
  expect(codesOf(wrong)).toEqual(['wrong-type']);
});
