/**
 * Builds projects that are almost right: changed bytes, lines, tokens or nodes of the examples, and new texts from
 * their words.
 */

import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import type { SourceFile } from '../../src/model/project.ts';
import { EXAMPLE } from '../config/example.ts';

type Files = readonly SourceFile[];

const folder = (name: string): Files =>
  globSync(`examples/${name}/**/*.yaml`).map((path) => ({
    path: relative(`examples/${name}`, path),
    text: readFileSync(path, 'utf8'),
  }));

const BASES: readonly Files[] = [
  folder('starter'),
  folder('complete'),
  folder('two-accounts'),
  [{ path: 'trueup.yaml', text: EXAMPLE }],
];

/** Tokens with a meaning in YAML, interpolation or objects, and limits of types. */
const EVIL = [
  ...[
    '&a',
    '*a',
    '<<: *a',
    '<<',
    '!!binary',
    '!!set',
    '!!js/function',
    '!x',
    '? ',
    '---\n',
    '...\n',
    '%YAML 1.1\n',
    '%TAG ! x\n',
  ],
  ...[
    '\t',
    '\r',
    '\0',
    '\u001b[2J',
    '\u009b',
    '\u202e',
    '\ufeff',
    '\u2028',
    '\ud800',
    '"',
    "'",
    '`',
    '@',
    '#',
    '|',
    '>',
    '|-9',
    '\\',
  ],
  ...['{', '}', '[', ']', ',', ':', ': ', '-', '- ', '{{{{{{{{', '[[[[[[[[', '~', 'null', 'true', 'yes', 'on'],
  ...[
    '0',
    '-1',
    '1e999',
    '.nan',
    '.inf',
    '0x7fffffffffffffff',
    '9007199254740993',
    '0o17',
    '1_000',
    '2026-02-30',
    '12:30:45',
  ],
  ...[
    `\${env.TOKEN}`,
    `\${env.NONE}`,
    `\${values.appId}`,
    `\${values.__proto__}`,
    `\${`,
    `\${}`,
    `\\\${`,
    `\${env.}`,
    `\${env.A\${env.B}}`,
  ],
  ...[
    '__proto__',
    '__proto__: { x: 1 }',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    'ä'.repeat(300),
    'x'.repeat(5000),
  ],
] as const;

const spot = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const evil = fc.constantFrom<string>(...EVIL);

type Mutation = (text: string) => string;

const bytes: fc.Arbitrary<Mutation> = fc
  .record({ at: spot, remove: fc.nat(8), insert: fc.uint8Array({ maxLength: 6 }) })
  .map(({ at, remove, insert }) => (text) => {
    const all = Buffer.from(text);
    const start = Math.floor(at * all.length);
    return Buffer.concat([all.subarray(0, start), insert, all.subarray(start + remove)]).toString('utf8');
  });

/** Splits, then drops, doubles, swaps or replaces one part. */
function parts(split: RegExp, join: string, replacement: fc.Arbitrary<string>): fc.Arbitrary<Mutation> {
  const what = fc.constantFrom('drop', 'double', 'swap', 'replace', 'insert');
  return fc
    .record({ at: spot, to: spot, what, replacement })
    .map(({ at, to, what: act, replacement: other }) => (text) => {
      const all = text.split(split).filter((part) => part !== undefined);
      const from = Math.floor(at * all.length);
      const target = Math.floor(to * all.length);
      const [one = '', two = ''] = [all[from], all[target]];
      switch (act) {
        case 'drop':
          return all.toSpliced(from, 1).join(join);
        case 'double':
          return all.toSpliced(target, 0, one).join(join);
        case 'swap':
          return all
            .with(Math.min(from, all.length - 1), two)
            .with(Math.min(target, all.length - 1), one)
            .join(join);
        case 'replace':
          return all.toSpliced(from, 1, other).join(join);
        default:
          return all.toSpliced(from, 0, other).join(join);
      }
    });
}

const lines = parts(
  /\n/,
  '\n',
  fc.oneof(
    evil,
    evil.map((word) => `    ${word}`),
    fc.string(),
  ),
);
const tokens = parts(/(\s+|[:{}[\],#&*!|>'"%@`-])/, '', fc.oneof(evil, fc.string()));

/** Every word of a valid project, and words that no project should hold. */
const WORDS = [
  ...new Set(BASES.flat().flatMap(({ text }) => text.match(/[A-Za-z_][\w.-]*/g) ?? [])),
  ...[
    '__proto__',
    'constructor',
    '',
    '<<',
    '2-3451',
    'retire',
    'optionsMode',
    'drift',
    'include',
    'hubId',
    'protected',
  ],
];

const scalar = fc.oneof(
  fc.constantFrom<unknown>(...WORDS),
  fc.constantFrom<unknown>(...EVIL),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1.5,
    9007199254740993n,
  ),
  fc.string({ unit: 'binary', maxLength: 10 }),
);

const { tree: node } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('tree'), { maxLength: 4 }) },
    { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...WORDS), tie('tree'), { maxKeys: 5 }) },
  ),
}));

const nodes: fc.Arbitrary<Mutation> = fc
  .record({ path: fc.array(spot, { maxLength: 7 }), node, key: fc.option(fc.constantFrom(...WORDS)) })
  .map(({ path, node: other, key }) => (text) => {
    try {
      return stringify(grafted(parse(text, { logLevel: 'error' }), path, other, key));
    } catch {
      return text; // An earlier mutation left nothing that can be read as a tree.
    }
  });

/** The value with the node at the path replaced, renamed to `key`, or taken out where `other` is undefined. */
function grafted(value: unknown, [at, ...rest]: readonly number[], other: unknown, key: string | null): unknown {
  if (at === undefined || typeof value !== 'object' || value === null) return other;
  const entries = Object.entries(value);
  const index = Math.floor(at * entries.length);
  const changed = entries.map(([name, item], place): [string, unknown] => {
    if (place !== index) return [name, item];
    return [rest.length === 0 && key !== null ? key : name, grafted(item, rest, other, key)];
  });
  return Array.isArray(value) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
}

const mutated: fc.Arbitrary<Files> = fc
  .record({
    base: fc.constantFrom(...BASES),
    which: spot,
    mutations: fc.array(fc.oneof(bytes, lines, tokens, nodes), { minLength: 1, maxLength: 4 }),
  })
  .map(({ base, which, mutations }) => {
    const chosen = Math.floor(which * base.length);
    return base.map((file, index) =>
      index === chosen ? { ...file, text: mutations.reduce((text, mutate) => mutate(text), file.text) } : file,
    );
  });

const SECTIONS = [
  'version',
  'include',
  'accounts',
  'objects',
  'webhooks',
  'eventDefinitions',
  'associationLimits',
  'policy',
];

const generated: fc.Arbitrary<Files> = fc
  .oneof(
    node.map((value) => ({ value, more: {} })),
    fc.record({ value: node, more: fc.dictionary(fc.constantFrom(...SECTIONS), node, { maxKeys: 5 }) }),
  )
  .map(({ value, more }) => {
    const whole =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? { version: 1, ...value, ...more } : value;
    return [{ path: 'trueup.yaml', text: stringify(whole) }];
  });

export const documents: fc.Arbitrary<Files> = fc.oneof(
  { weight: 4, arbitrary: mutated },
  { weight: 1, arbitrary: generated },
);
