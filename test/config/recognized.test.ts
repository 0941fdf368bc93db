import { expect, test } from 'vitest';
import { z } from 'zod';
import { isConfiguration, SECTIONS } from '../../src/config/files/recognized.ts';
import { documentSchema } from '../../src/config/schema/document-schema.ts';
import { parseText } from '../../src/config/yaml/document.ts';
import { KINDS } from '../../src/kinds/index.ts';

const recognized = (text: string) => isConfiguration(parseText({ path: 'a.yaml', text }));

test('the sections are those of a document', () => {
  const schema = documentSchema(KINDS);
  const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  expect([...SECTIONS, 'version'].toSorted()).toEqual(keys.toSorted());
});

test.each([
  ['nothing', ''],
  ['comments', '# later\n'],
  ['its version', 'version: 1\n'],
  ['its version and a mistake', 'version: 1\nobjectz: {}\n'],
  ['a section', 'objects: {}\n'],
  ['a section that is wrong', 'policy: no\n'],
  ['broken YAML below its version', 'version: 1 # of the format\nobjects: [contacts\n'],
  ['broken YAML in a section', 'webhooks: [\n'],
  ['the marks of a merge', '<<<<<<< ours\nversion: 1\n=======\nversion: 1\n>>>>>>> theirs\n'],
])('a file with %s is a configuration', (_, text) => {
  expect(recognized(text)).toBe(true);
});

test.each([
  ['settings of npm', '//registry.npmjs.org/:_authToken=npm_hush\n'],
  ['a key', '{ "type": "service_account", "private_key": "hush" }'],
  ['a broken key', '{ "type": "service_account", "private_key": *hush'],
  ['variables', 'TOKEN=hush\nOTHER=hush\n'],
  ['the environment of a process', 'TOKEN=hush\0OTHER=hush\0'],
  ['services', "version: '3'\nservices: { db: { environment: { PASSWORD: hush } } }\n"],
  ['a package', '{ "version": "1.0.0", "name": "a" }'],
  ['a mapping', 'hush: hush\n'],
  ['a mapping without anything', '{}'],
  ['a list', '- version: 1\n'],
  ['a section further down', 'other:\n  objects: {}\n'],
  ['a PEM key', '-----BEGIN PRIVATE KEY-----\nhush\n-----END PRIVATE KEY-----\n'],
])('a file with %s is none', (_, text) => {
  expect(recognized(text)).toBe(false);
});
