import { expect, test } from 'vitest';
import { documentSchema } from '../../../src/config/schema/document-schema.ts';
import { keyOrder } from '../../../src/config/schema/walk.ts';
import { formatYaml } from '../../../src/config/yaml/edit.ts';
import { KINDS } from '../../../src/kinds/index.ts';

const formatted = (text: string): string | undefined => formatYaml(text, keyOrder(documentSchema(KINDS)));

test('a comment below a list in the column of its key stays above the next key', () => {
  const list = (column: string, end = '') =>
    `accounts:\n  a:\n    hubId: 1\n    x:\n${column}- b\n${column}- c\n    # of y\n    y: 2\n${end}`;
  expect(formatYaml(list('    '), () => [])).toBe(list('      '));
});

test('sorts known keys, indents by two, and takes comments along', () => {
  const before = `

# about the file
include:   [ 'a.yaml','b.yaml' ]


version:   1   \n\
objects:
    contacts: # the contacts

        groups:
            # about loyalty
            loyalty:
                # the properties
                properties:
                    tier:
                        type: enumeration
                        # what people see
                        label:  "Tier"

                        fieldType: select   # a list
                        options:
                        - {label: Gold, value: gold}
                        # second
                        -   label: Silver
                            # never changes
                            value: silver
                            # of silver
                        description: |
                            text  \n\
                              deeper

                            end

                    # next: {}
                # last of the group
                displayName: L
# between
policy:
  allow: []
# end`;
  expect(formatted(before)).toBe(`# about the file
version: 1
include: ['a.yaml', 'b.yaml']
objects:
  contacts: # the contacts
    groups:
      # about loyalty
      loyalty:
        # last of the group
        displayName: L
        # the properties
        properties:
          tier:
            # what people see
            label: "Tier"
            type: enumeration

            fieldType: select # a list
            description: |
              text  \n\
                deeper

              end
            options:
              - { value: gold, label: Gold }
              # second
              # never changes
              - value: silver
                label: Silver
                # of silver
          # next: {}
# between
policy:
  allow: []
# end
`);
});

test.each([
  ['no alias comes before its anchor', 'objects:\n  a: { x: &o [1] }\naccounts:\n  b: *o\n'],
  ['an anchor that is used twice', 'objects: &o\n  a: 1\npolicy: &o\n  b: 1\naccounts: *o\n'],
  ['unknown keys', 'policy:\n  waiver: []\n  allow: []\n'],
  ['names that somebody chose', 'accounts:\n  b:\n    hubId: 1\n  a:\n    hubId: 2\n'],
  ['the order of a list', 'include:\n  - b.yaml\n  - a.yaml\n'],
  ['directives and markers', '%YAML 1.2\n---\n# about it\nversion: 1\n...\n# behind\n'],
  ['blank lines and spaces of a text', 'policy:\n  a: |+\n    x  \n\n\n  b: "c\n\n\n    d"\n'],
  ['an indicated indentation', 'policy:\n  a: |2\n      x\n     y\n'],
  ['lists in lists', 'include:\n  - - a\n    - b\n  - c\n'],
  ['an anchor', 'policy: &x\n  allow: []\n'],
  ['a tag', 'policy: !!map\n  allow: []\n'],
  ['a document of nothing but comments', '# one\n\n# two\n'],
  ['nothing', ''],
  ['braces around everything', '{ "version": 1,\n   "include": [] }\n'],
])('keeps %s', (_, text) => {
  expect(formatted(text)).toBe(text);
});

test('indents a file whose keys cannot be sorted', () => {
  expect(formatted('objects:\n    a: { x: &o [1] }\naccounts:\n    b:   *o\n')).toBe(
    'objects:\n  a: { x: &o [1] }\naccounts:\n  b: *o\n',
  );
});

test('keeps the line endings of the file, and ends the last line', () => {
  expect(formatted('include: []\r\n\r\n\r\nversion: 1')).toBe('version: 1\r\ninclude: []\r\n');
  expect(formatted('include: []\r\n\n\nversion: 1\n')).toBe('version: 1\ninclude: []\n');
});

test.each([
  ['brackets of several lines', 'include: [\n  b.yaml, # b\n  a.yaml,\n]\n', 'include:\n  - b.yaml # b\n  - a.yaml\n'],
  ['a key with a question mark', '? policy\n: allow: []\n', 'policy:\n  allow: []\n'],
  ['an anchor on a line of its own', 'policy:\n  &x\n  allow: []\n', 'policy: &x\n  allow: []\n'],
])('rewrites %s', (_, before, after) => {
  expect(formatted(before)).toBe(after);
});

test.each([
  ['an open bracket', 'version: [\n'],
  ['a key twice', 'version: 1\nversion: 1\n'],
  ['an alias of nothing', 'version: *x\n'],
  ['two documents', 'version: 1\n---\nversion: 1\n'],
])('gives nothing for a text with %s', (_, text) => {
  expect(formatted(text)).toBeUndefined();
});
