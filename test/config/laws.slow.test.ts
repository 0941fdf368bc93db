/** Laws: the order of files and keys has no effect, and every text resolves or gives findings. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveTexts } from './builders.ts';

type Tree = { readonly [key: string]: unknown };

const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/), { minLength: 1, maxLength: 4 });

const property = fc.record(
  {
    label: fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,10}[a-z]$/),
    type: fc.constant('string'),
    fieldType: fc.constantFrom('text', 'textarea'),
    displayOrder: fc.nat(20),
    formField: fc.boolean(),
  },
  { requiredKeys: ['label', 'type', 'fieldType'] },
);

/** Files with different resources. Each file has its own object type. */
const files = fc
  .uniqueArray(fc.constantFrom('contacts', 'companies', 'deals', 'tickets', 'products'), { minLength: 1, maxLength: 4 })
  .chain((types) =>
    fc.tuple(
      ...types.map((type) =>
        names.chain((groups) =>
          fc
            .tuple(
              ...groups.map((group) => fc.tuple(names, property).map(([props, value]) => ({ group, props, value }))),
            )
            .map(
              (made): Tree => ({
                version: 1,
                objects: {
                  [type]: {
                    groups: Object.fromEntries(
                      made.map(({ group, props, value }) => [
                        group,
                        {
                          displayName: `The ${group}`,
                          properties: Object.fromEntries(
                            props.map((name) => [`${group.slice(0, 3)}_${name}_p`, value]),
                          ),
                        },
                      ]),
                    ),
                  },
                },
              }),
            ),
        ),
      ),
    ),
  );

/** Returns the tree with the keys of every mapping in another order. */
function shuffled(tree: unknown, order: (keys: readonly string[]) => readonly string[]): unknown {
  if (Array.isArray(tree)) return tree.map((item) => shuffled(item, order));
  if (typeof tree !== 'object' || tree === null) return tree;
  const entries = new Map(Object.entries(tree));
  return Object.fromEntries(order([...entries.keys()]).map((key) => [key, shuffled(entries.get(key), order)]));
}

const asTexts = (trees: readonly unknown[]) =>
  Object.fromEntries(trees.map((tree, index) => [`f${index}.yaml`, JSON.stringify(tree, null, 1)]));

const specs = (trees: readonly unknown[]) => {
  const { desired, findings } = resolveTexts(asTexts(trees));
  const errors = findings.filter((finding) => finding.severity === 'error').map(({ code, address }) => [code, address]);
  return JSON.stringify([desired.resources.map(({ address, kind, spec }) => ({ address, kind, spec })), errors.sort()]);
};

test('the order of files and of keys changes nothing, to the byte', () => {
  fc.assert(
    fc.property(files, fc.integer({ min: 1, max: 1_000_000 }), (trees, seed) => {
      const order = (keys: readonly string[]) => keys.toSorted((a, b) => hash(a, seed) - hash(b, seed));
      const moved = trees
        .map((tree) => shuffled(tree, order))
        .toSorted((a, b) => hash(JSON.stringify(a), seed) - hash(JSON.stringify(b), seed));
      expect(specs(moved)).toBe(specs(trees));
    }),
    { numRuns: 60 },
  );
});

function hash(text: string, seed: number): number {
  let value = seed;
  for (const character of text) value = (Math.imul(value, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return value;
}

test('no text makes resolving throw, and every finding stands in a file that exists', () => {
  const pieces = fc.constantFrom(
    ...[
      'version: 1',
      'objects:',
      'accounts:',
      ' contacts:',
      '  groups:',
      '- ',
      '{',
      '}',
      '[',
      ']',
      ': ',
      '"',
      "'",
      '\n',
      '  ',
    ],
    ...[
      '&a ',
      '*a',
      '!t ',
      '<<: ',
      `\${env.X}`,
      `\${`,
      '|',
      '>',
      '#',
      '\t',
      '%',
      '---\n',
      'auth: ',
      'policy: ',
      '\u0000',
      '\ud800',
    ],
  );
  const text = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((some) => some.join('')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(text, (made) => {
      const lines = made.split('\n').length;
      for (const { provenance } of resolveTexts(made).findings) {
        if (provenance !== undefined) expect(provenance.line).toBeLessThanOrEqual(lines);
      }
    }),
    { numRuns: 400 },
  );
});

test('any change to a valid document that is refused is refused with a place', () => {
  fc.assert(
    fc.property(files, fc.nat(), fc.constantFrom('x', '7', 'null', '[]', '{}'), (trees, at, junk) => {
      const text = JSON.stringify(trees[0]);
      const values = [...text.matchAll(/"(?:label|type|fieldType|displayOrder|formField|properties|groups)":/g)];
      const spot = values[at % values.length];
      const end = spot === undefined ? 0 : spot.index + spot[0].length;
      const broken = `${text.slice(0, end)} ${junk}, "z": ${text.slice(end)}`;
      const { findings } = resolveTexts(broken);
      expect(findings.some((finding) => finding.severity === 'error' && finding.provenance !== undefined)).toBe(true);
    }),
    { numRuns: 100 },
  );
});
