import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseText } from '../../../src/config/yaml/document.ts';
import { type Edit, editYaml, formatYaml } from '../../../src/config/yaml/edit.ts';
import { writeNewText } from '../../../src/config/yaml/write.ts';
import { type Json, mapping } from '../../../src/model/json.ts';
import { randomDocument, randomValue } from './random-document.ts';

const read = (text: string): Json | undefined => {
  const { value, findings } = parseText({ path: 'a.yaml', text });
  return findings.length === 0 ? value : undefined;
};

const commentsOf = (text: string): readonly string[] => text.match(/# comment \d+/g) ?? [];

/** Leaves every key where it is. */
const asWritten = () => [];

it('writes any value as text that is read as that value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), randomValue, { minKeys: 1 }), (value) => {
      fc.pre(!('__proto__' in value) && !('<<' in value) && JSON.stringify(value).isWellFormed());
      expect(read(writeNewText({ ...value }))).toEqual({ ...value });
    }),
  );
});

it('shows characters that reverse or hide text as escapes', () => {
  const value = { label: 'Admin \u202etxt.exe\u202c', name: 'a\u200bb', far: '\u2067x\u2069' };
  const text = writeNewText(value);
  expect(text).toContain(String.raw`"Admin \u202etxt.exe\u202c"`);
  expect(text).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069]/);
  expect(read(text)).toEqual(value);
});

/** An edit of something that the document has, or could have. */
const editOf = (value: Readonly<Record<string, Json>>): fc.Arbitrary<Edit> => {
  const keys = Object.keys(value).filter((key) => key !== 'options');
  const options = (value['options'] as readonly { readonly value: string }[]).map((one) => one.value);
  const inner = keys.flatMap((key) => Object.keys(mapping(value[key]) ?? {}).map((below) => [key, below]));
  const option = fc.constantFrom(...options).map((one) => ({ value: one }));
  return fc.oneof(
    fc.record({ at: fc.constantFrom(...[...keys, 'new key'].map((key) => [key])), set: randomValue }),
    fc.record({
      at: fc.constantFrom(...inner, ['new key', 'b'], ...keys.map((key) => [key, 'new'])),
      set: randomValue,
    }),
    fc.record({ at: option.map((one) => ['options', one, 'label']), set: fc.constantFrom('L', 'a: b', ' x') }),
    fc.record({ at: option.map((one) => ['options', one, 'hidden']), set: fc.constant(true) }),
    fc.record({
      at: fc.constant(['options']),
      insert: fc.constantFrom(
        [{ value: 'new', label: 'New: one' }],
        [{ value: 'new' }, { value: 'newer', label: 'x' }],
      ),
      behind: fc.oneof(option, fc.constantFrom('start' as const, 'end' as const)),
    }),
    fc.record({ at: option.map((one) => ['options', one]), remove: fc.constant(true as const) }),
    fc.record({
      at: fc.constant(['options']),
      items: fc.constantFrom([], [{ value: 'new', label: 'New: one' }], [{ value: 'new' }, { value: 'newer' }]),
    }),
  );
};

const expected = (value: Json, { at, ...change }: Edit): Json => {
  const [step, ...rest] = at;
  if (step === undefined) {
    if ('set' in change) return change.set;
    if ('items' in change) return change.items;
    if (!('insert' in change)) return value;
    const list = [...(value as readonly Json[])];
    const { behind } = change;
    const index =
      typeof behind === 'string' ? -1 : list.findIndex((one) => mapping(one)?.['value'] === behind['value']);
    list.splice(behind === 'start' ? 0 : behind === 'end' ? list.length : index + 1, 0, ...change.insert);
    return list;
  }
  if (typeof step === 'string') {
    const holder = mapping(value) ?? {};
    return { ...holder, [step]: expected(holder[step] ?? null, { at: rest, ...change } as Edit) };
  }
  return (value as readonly Json[]).flatMap((one) => {
    if (mapping(one)?.['value'] !== step['value']) return [one];
    return 'remove' in change && rest.length === 0 ? [] : [expected(one, { at: rest, ...change } as Edit)];
  });
};

it('keeps the meaning and every comment of the rest, or refuses the edit', () => {
  let made = 0;
  fc.assert(
    fc.property(
      randomDocument.chain((document) => fc.record({ document: fc.constant(document), edit: editOf(document.value) })),
      ({ document: { text, value }, edit }) => {
        fc.pre(text.isWellFormed());
        expect(read(text)).toEqual(value);
        const edited = editYaml(text, [edit], asWritten);
        expect(commentsOf(edited.text)).toEqual(commentsOf(text));
        if (edited.refused.length > 0) expect(edited.text).toBe(text);
        else {
          made += 1;
          expect(read(edited.text)).toEqual(expected(value, edit));
          expect(formatYaml(edited.text, asWritten)).toBe(edited.text);
          const laidOut = formatYaml(text, asWritten) ?? '';
          if ('insert' in edit || 'remove' in edit) expect(commentedIn(edited.text)).toEqual(commentedIn(laidOut));
        }
      },
    ),
    { numRuns: Number(process.env['TRUEUP_CASES'] ?? 300) },
  );
  expect(made).toBeGreaterThan(100);
});

/** Returns each full-line comment of the list that is not deeper than the dashes, with the line below it. */
function commentedIn(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.flatMap((line, at) => {
    const below = lines.slice(at).find((other) => !other.trim().startsWith('#')) ?? '';
    return line.startsWith('#') || (line.trim().startsWith('#') && below.trim().startsWith('-'))
      ? [`${line} ${below.split('[')[0]}`]
      : [];
  });
}

it('adds a key after the comments inside the previous key', () => {
  const text = 'a:\n  b:\n    c: 1\n    # d: 2\n\n# e: 3\n';
  expect(editYaml(text, [{ at: ['f'], set: ['x'] }], asWritten).text).toBe(
    'a:\n  b:\n    c: 1\n    # d: 2\nf:\n  - x\n\n# e: 3\n',
  );
});

it('makes the edits that can be made, whatever becomes of the others', () => {
  const text = 'a: &x { b: 1 } # one\nc: *x\nd: 2 # two\n';
  const edits: readonly Edit[] = [
    { at: ['a', 'b'], set: 3 },
    { at: ['c', 'b'], set: 3 },
    { at: ['d'], set: 4 },
    { at: ['e'], set: { f: ['x'] } },
  ];
  expect(editYaml(text, edits, asWritten)).toEqual({
    text: 'a: &x { b: 1 } # one\nc: *x\nd: 4 # two\ne:\n  f:\n    - x\n',
    refused: [
      { edit: edits[0], reason: 'It is inside of an anchor, so another value changes with it.' },
      { edit: edits[1], reason: 'It is inside of an alias.' },
    ],
  });
});

it.each([
  [
    'in lines',
    'a:\n  options:\n    - value: x\n      label: X\n    - { value: y }\n  b: 1\n',
    'a:\n  options:\n    - { value: z }\n  b: 1\n',
    'a:\n  options: []\n  b: 1\n',
  ],
  ['of one item', 'options: # all\n- { value: x }\n', 'options: # all\n  - { value: z }\n', 'options: # all\n  []\n'],
  [
    'in brackets',
    'options: [{ value: x }, { value: y }] # end\n',
    'options: [{ value: z }] # end\n',
    'options: [] # end\n',
  ],
  ['with CRLF', 'options:\r\n  - { value: x }\r\n', 'options:\r\n  - { value: z }\r\n', 'options: []\r\n'],
])('gives a list %s other items', (_, text, other, none) => {
  const at = text.startsWith('a:') ? ['a', 'options'] : ['options'];
  expect(editYaml(text, [{ at, items: [{ value: 'z' }] }], asWritten)).toEqual({ text: other, refused: [] });
  expect(editYaml(text, [{ at, items: [] }], asWritten)).toEqual({ text: none, refused: [] });
});

const COMMENTED = [
  'options:',
  '  # Gold',
  '  - { value: g }',
  '  # Silver',
  '  - value: s',
  '    # of silver',
  '  # none',
  'more: 1',
  '',
].join('\n');

it.each([
  ['start', '  - { value: x }\n  # Gold\n  - { value: g }\n  # Silver\n'],
  [{ value: 'g' }, '  # Gold\n  - { value: g }\n  - { value: x }\n  # Silver\n'],
  [{ value: 's' }, '    # of silver\n  - { value: x }\n  # none\nmore: 1\n'],
  ['end', '    # of silver\n  - { value: x }\n  # none\nmore: 1\n'],
] as const)('adds an option at %o and keeps each comment above its option', (behind, part) => {
  const { text, refused } = editYaml(COMMENTED, [{ at: ['options'], insert: [{ value: 'x' }], behind }], asWritten);
  expect(refused).toEqual([]);
  expect(text).toContain(part);
});

it.each([
  ['in lines', COMMENTED, { at: ['options', { value: 'g' }], remove: true }],
  [
    'below an item',
    'options:\n  - value: g\n    # Gold\n  - { value: s }\n',
    { at: ['options', { value: 'g' }], remove: true },
  ],
  [
    'in brackets',
    'options: [\n  # Gold\n  { value: g },\n  { value: s }]\n',
    { at: ['options', { value: 'g' }], remove: true },
  ],
  ['beside an item', 'options:\n  - { value: x } # best\n  - { value: y }\n', { at: ['options'], items: [] }],
  ['of which none stays', 'options:\n  # Gold\n  - g\n', { at: ['options'], items: ['x'] }],
] as const)('refuses a removal of items with a comment: %s', (_, text, edit) => {
  const reason = 'A comment stands inside or above it.';
  expect(editYaml(text, [edit], asWritten)).toMatchObject({ text, refused: [{ reason }] });
});

it('opens empty braces, and fills a text of comments', () => {
  const set = { groups: { g: { displayName: 'G' } } };
  expect(
    editYaml('objects:\n  contacts: {} # none\n', [{ at: ['objects', 'contacts', 'a'], set }], asWritten).text,
  ).toBe('objects:\n  contacts:\n    a:\n      groups:\n        g:\n          displayName: G\n    # none\n');
  expect(editYaml('# none\n', [{ at: ['a'], set: 1 }], asWritten).text).toBe('# none\n\na: 1\n');
});
