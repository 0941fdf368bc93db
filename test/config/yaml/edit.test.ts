import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseText } from '../../../src/config/yaml/document.ts';
import { editYaml } from '../../../src/config/yaml/edit/edit.ts';
import type { Edit } from '../../../src/config/yaml/edit/edits.ts';
import { blockText } from '../../../src/config/yaml/render.ts';
import { type Json, mapping } from '../../../src/model/json.ts';
import { randomDocument, randomValue } from './random-document.ts';

const read = (text: string): Json | undefined => {
  const { value, findings } = parseText({ path: 'a.yaml', text });
  return findings.length === 0 ? value : undefined;
};

const commentsOf = (text: string): readonly string[] => text.match(/# comment \d+/g) ?? [];

it('writes any value as text that is read as that value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), randomValue, { minKeys: 1 }), (value) => {
      fc.pre(!('__proto__' in value) && !('<<' in value) && JSON.stringify(value).isWellFormed());
      expect(read(blockText({ ...value }, 0, '\n'))).toEqual({ ...value });
    }),
  );
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

it('makes an edit or refuses it: the rest means the same, and no comment is lost', () => {
  let made = 0;
  fc.assert(
    fc.property(
      randomDocument.chain((document) => fc.record({ document: fc.constant(document), edit: editOf(document.value) })),
      ({ document: { text, value }, edit }) => {
        fc.pre(text.isWellFormed());
        expect(read(text)).toEqual(value);
        const edited = editYaml(text, [edit]);
        expect(commentsOf(edited.text)).toEqual(commentsOf(text));
        if (edited.refused.length > 0) expect(edited.text).toBe(text);
        else {
          made += 1;
          expect(read(edited.text)).toEqual(expected(value, edit));
          if (!('items' in edit)) expectSameLines(text, edited.text);
          if ('insert' in edit || 'remove' in edit) expect(commentedIn(edited.text)).toEqual(commentedIn(text));
        }
      },
    ),
    { numRuns: 1_000 },
  );
  expect(made).toBeGreaterThan(300);
});

/** Each comment on a line of its own in the list, no deeper than the dashes, with what stands below it. */
function commentedIn(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.flatMap((line, at) => {
    const below = lines.slice(at).find((other) => !other.trim().startsWith('#')) ?? '';
    return line.startsWith('#') || (line.trim().startsWith('#') && below.trim().startsWith('-'))
      ? [`${line} ${below.split('[')[0]}`]
      : [];
  });
}

/** All lines but those of one item, at most six with blank ones in its strings, are in both texts, in their order. */
function expectSameLines(before: string, after: string): void {
  const [was, is] = [before.split(/(?<=\n)/), after.split(/(?<=\n)/)];
  let start = 0;
  while (start < Math.min(was.length, is.length) && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < Math.min(was.length, is.length) - start && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  expect(was.length - start - end).toBeLessThanOrEqual(6);
}

it('adds a key behind the comments inside of the one before it', () => {
  const text = 'a:\n  b:\n    c: 1\n    # d: 2\n\n# e: 3\n';
  expect(editYaml(text, [{ at: ['f'], set: ['x'] }]).text).toBe(
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
  expect(editYaml(text, edits)).toEqual({
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
  ['of one item', 'options: # all\n- { value: x }\n', 'options: # all\n- { value: z }\n', undefined],
  [
    'in brackets',
    'options: [{ value: x }, { value: y }] # end\n',
    'options: [{ value: z }] # end\n',
    'options: [] # end\n',
  ],
  [
    'in brackets of several lines',
    'options: [\n  { value: x }\n]\nb: [[1]]\n',
    'options: [{ value: z }]\nb: [[1]]\n',
    'options: []\nb: [[1]]\n',
  ],
  ['with CRLF', 'options:\r\n  - { value: x }\r\n', 'options:\r\n  - { value: z }\r\n', 'options: []\r\n'],
  ['without a last line break', 'options:\n  - { value: x }', 'options:\n  - { value: z }', 'options: []'],
])('gives a list %s other items', (_, text, other, none) => {
  const at = text.startsWith('a:') ? ['a', 'options'] : ['options'];
  expect(editYaml(text, [{ at, items: [{ value: 'z' }] }])).toEqual({ text: other, refused: [] });
  const emptied = editYaml(text, [{ at, items: [] }]);
  if (none === undefined) expect(emptied).toMatchObject({ text, refused: [{ reason: 'A comment stands inside it.' }] });
  else expect(emptied).toEqual({ text: none, refused: [] });
});

it('keeps a list whose items have comments, and says so', () => {
  const text = 'options:\n  - { value: x } # best\n  - { value: y }\n';
  expect(editYaml(text, [{ at: ['options'], items: [] }])).toMatchObject({
    text,
    refused: [{ reason: 'A comment stands inside it.' }],
  });
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
] as const)('adds an option at %o and leaves each comment above what it stood above', (behind, part) => {
  const { text, refused } = editYaml(COMMENTED, [{ at: ['options'], insert: [{ value: 'x' }], behind }]);
  expect(refused).toEqual([]);
  expect(text).toContain(part);
});

it('keeps a deeper comment with what stands above it, behind a blank line too, when something is added below', () => {
  for (const eol of ['\n', '\r\n']) {
    const lines = ['a:', '  b:', '    - x', '  ', '', '    # - old', '', '  # of a', ''];
    const { text: after } = editYaml(lines.join(eol), [{ at: ['a', 'c'], set: 1 }]);
    expect(after).toBe([...lines.slice(0, 6), '  c: 1', ...lines.slice(6)].join(eol));
  }
});

it('keeps a deeper comment, or one behind a tab, with the first item when others come before it', () => {
  for (const gold of ['      # Gold', '\t# Gold', ' # Gold']) {
    const text = `options:\n${gold}\n  - { value: g }\n`;
    const { text: after } = editYaml(text, [{ at: ['options'], insert: [{ value: 'new' }], behind: 'start' }]);
    expect(after).toBe(`options:\n  - { value: new }\n${gold}\n  - { value: g }\n`);
  }
});

it.each([
  ['in lines', COMMENTED, { at: ['options', { value: 'g' }], remove: true }, 'A comment stands above it.'],
  [
    'in lines, deeper below an item',
    'options:\n  - { value: g }\n    # Gold\n  - { value: s }\n',
    { at: ['options', { value: 'g' }], remove: true },
    'A comment stands inside it.',
  ],
  [
    'in lines, deeper above the first item',
    'options:\n      # Gold\n  - { value: g }\n  - { value: s }\n',
    { at: ['options', { value: 'g' }], remove: true },
    'A comment stands above it.',
  ],
  [
    'in brackets, above an item',
    'options: [\n  # Gold\n  { value: g },\n  { value: s }]\n',
    { at: ['options', { value: 'g' }], remove: true },
    'A comment stands inside it.',
  ],
  [
    'in lines of which none stays',
    COMMENTED.replace('    # of silver\n', ''),
    { at: ['options'], items: [] },
    'A comment stands inside it.',
  ],
  [
    'of which none stays',
    'options:\n  # Gold\n  - g\n',
    { at: ['options'], items: ['x'] },
    'A comment stands above it.',
  ],
  [
    'in brackets',
    'options: [\n  # Gold\n  { value: g }]\n',
    { at: ['options'], insert: ['x'], behind: 'start' },
    'A comment stands inside it.',
  ],
  [
    'in brackets, at the end',
    'options: [{ value: g }, # Gold\n]\n',
    { at: ['options'], insert: ['x'], behind: 'end' },
    'A comment stands inside it.',
  ],
] as const)('leaves a list %s alone where a comment would say something else', (_, text, edit, reason) => {
  expect(editYaml(text, [edit])).toMatchObject({ text, refused: [{ reason }] });
});

it('opens empty braces below their key, and leaves those with a comment or an anchor as they are', () => {
  const set = { groups: { g: { displayName: 'G' } } };
  const text = 'objects:\n  contacts: {}\n  deals: { }\n# end\n';
  const edits: readonly Edit[] = [
    { at: ['objects', 'contacts', 'a'], set },
    { at: ['objects', 'deals', 'b'], set: [1] },
  ];
  expect(editYaml(text, edits).text).toBe(
    'objects:\n  contacts:\n    a:\n      groups:\n        g:\n          displayName: G\n  deals:\n    b:\n      - 1\n# end\n',
  );
  expect(editYaml('objects:\n  contacts : {}\n', [{ at: ['objects', 'contacts', 'a'], set: [1] }]).text).toBe(
    'objects:\n  contacts :\n    a:\n      - 1\n',
  );
  const commented = 'objects:\n  contacts: {} # none\n';
  expect(editYaml(commented, [{ at: ['objects', 'contacts', 'a'], set: [1] }]).text).toBe(
    'objects:\n  contacts: { a: [1] } # none\n',
  );
});
