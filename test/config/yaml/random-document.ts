/** Random YAML documents: every style, with comments, blank lines, anchors and line breaks of either form. */

import fc from 'fast-check';
import { isList, type Json, mapping } from '../../../src/model/json.ts';

export const KEYS = ['a', 'no', 'null', '1e3', '~', 'a: b', '#x', 'long key', 'é'] as const;
const TEXTS = ['x', 'two words', 'yes', '', ' padded ', 'a: b', "it's", '"quoted"', 'a\nb', '# none', '{}', '<b>&</b>'];

const scalar = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.integer({ min: -5, max: 99 }),
  fc.boolean(),
  fc.constant(null),
  fc.string({ maxLength: 6 }),
);

export const randomValue: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;

export interface RandomDocument {
  readonly text: string;
  readonly value: Readonly<Record<string, Json>>;
}

/** Keys of the anchor and of its alias, in their order. */
export const SHARED_KEYS = ['anchored', 'aliased'] as const;

const parts = fc.record({
  more: fc.dictionary(fc.constantFrom(...KEYS), randomValue, { maxKeys: 4, noNullPrototype: true }),
  options: fc.uniqueArray(fc.record({ value: fc.constantFrom('g', 's', 'b', 'x'), label: scalar }), {
    selector: ({ value }) => value,
    minLength: 1,
  }),
  tape: fc.array(fc.nat(99), { minLength: 60, maxLength: 60 }),
});

/** A mapping whose items of lists are told by `value`, with the options of an enumeration somewhere in it. */
export const randomDocument: fc.Arbitrary<RandomDocument> = parts.map(({ more, options, tape }) => {
  const value = { ...more, options };
  return { value, text: printerOf(tape).document(value, []) };
});

/** Such a mapping below an anchor and an alias of it. Items of lists also have braces over several lines, with comments behind them. */
export const randomDocumentWithAlias: fc.Arbitrary<RandomDocument> = parts.map(({ more, options, tape }) => {
  const value = { ...more, options };
  const shared = ['anchored: &shared 1', 'aliased: *shared'];
  return { value: { anchored: 1, aliased: 1, ...value }, text: printerOf(tape, 25).document(value, shared) };
});

/** `longBraces`: how many of a hundred items have braces over several lines. */
function printerOf(tape: readonly number[], longBraces = 0) {
  let at = 0;
  let comments = 0;
  const draw = (): number => {
    at = (at + 1) % tape.length;
    return tape[at] ?? 0;
  };
  const comment = (): string => {
    comments += 1;
    return `# comment ${comments}`;
  };

  function inline(value: Json): string {
    if (isList(value)) return `[${value.map(inline).join(', ')}]`;
    const entries = mapping(value);
    if (entries !== undefined)
      return `{${Object.entries(entries)
        .map(([key, item]) => ` ${JSON.stringify(key)}: ${inline(item)}`)
        .join(',')} }`;
    if (typeof value === 'string' && /^[a-z]+$/.test(value) && value !== 'yes' && draw() < 50) return value;
    return JSON.stringify(value);
  }

  function lines(value: Json, indent: number): readonly string[] {
    const pad = ' '.repeat(indent);
    const step = draw() < 80 ? 2 : 4;
    const above = (): readonly string[] => {
      const drawn = draw();
      return drawn < 15 ? [`${pad}${comment()}`] : drawn < 25 ? [''] : [];
    };
    const behind = (): string => (draw() < 15 ? ` ${comment()}` : '');
    if (isList(value)) return value.flatMap((item) => [...above(), ...itemLines(item, pad, step, behind)]);
    return Object.entries(mapping(value) ?? {}).flatMap(([key, item]) => {
      const name = `${pad}${/^[a-z]$/.test(key) && draw() < 70 ? key : JSON.stringify(key)}:`;
      if (typeof item === 'string' && /^\w+$/.test(item) && draw() < 10)
        return [...above(), `${name} |-`, `${pad}  ${item}`];
      return isFilled(item) && draw() < 80
        ? [...above(), `${name}${behind()}`, ...lines(item, indent + step)]
        : [...above(), `${name} ${inline(item)}${behind()}`];
    });
  }

  function itemLines(item: Json, pad: string, step: number, behind: () => string): readonly string[] {
    const entries = Object.entries(mapping(item) ?? {});
    if (longBraces > 0 && entries.length > 0 && draw() < longBraces) {
      const inner = entries.map(([key, value]) => `${pad}    ${JSON.stringify(key)}: ${inline(value)},`);
      return [`${pad}- {${behind()}`, ...inner, `${pad}  }${behind()}`];
    }
    if (!isFilled(item) || isList(item) || draw() < 40) return [`${pad}- ${inline(item)}${behind()}`];
    const [first = '', ...rest] = lines(item, pad.length + 2);
    // A first line that is a comment or blank would follow the dash.
    return first.trim() === '' || first.trim().startsWith('#') || step === 0
      ? [`${pad}- ${inline(item)}`]
      : [`${pad}- ${first.trimStart()}`, ...rest];
  }

  return {
    document(value: Json, above: readonly string[]): string {
      const eol = draw() < 80 ? '\n' : '\r\n';
      const end = draw() < 80 ? eol : '';
      return [`${comment()}`, ...above, ...lines(value, 0)].join(eol) + end;
    },
  };
}

function isFilled(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
