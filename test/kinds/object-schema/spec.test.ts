import { describe, expect, it } from 'vitest';
import { offlineFindings } from '../../../src/engine/rules/evaluate.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import { objectSchema as on } from '../../../src/kinds/object-schema/index.ts';
import { NO_NAMES } from '../../../src/model/account-names.ts';
import type { Fields } from '../../../src/model/json.ts';
import { places, resolveTexts } from '../../config/builders.ts';

const kind = on('dated', NO_NAMES);
const LABELS = { singular: 'Boat', plural: 'Boats' };

function found(objectType: string, schema: Fields) {
  const spec = kind.spec({ objectType, schema: { labels: LABELS, ...schema } });
  if (spec === undefined) throw new Error('The schema is declared.');
  expect(kind.checkGiven(spec)).toEqual(kind.check(spec));
  return kind.check(spec).map(({ code, severity, path }) => `${severity} ${code} ${path.slice(1).join('.')}`.trim());
}

const labelled = (singular: string) => ({ labels: { ...LABELS, singular } });

describe('the check of an object schema', () => {
  it.each([
    ['boats', {}, []],
    ['Boats_2', {}, []],
    ['b'.repeat(50), {}, []],
    ['b'.repeat(51), {}, ['error schema-name']],
    ['2-3451', {}, ['error schema-name']],
    ['2boats', {}, ['error schema-name']],
    ['fishing-boats', {}, ['error schema-name']],
    ['companies', {}, ['error schema-of-standard-object']],
    ['company', {}, ['error schema-of-standard-object']],
    ['0-1', {}, ['error schema-of-standard-object']],
    ['boats', labelled('B'.repeat(50)), []],
    ['boats', labelled('\u{1F6A3}'.repeat(50)), []],
    ['boats', labelled('B'.repeat(51)), ['error label-too-long labels.singular']],
    ['boats', labelled(' '), ['error text-blank labels.singular']],
    ['boats', labelled('Boat '), ['warning text-untrimmed labels.singular']],
    ['boats', labelled('Boat\t1'), ['warning text-control-character labels.singular']],
    ['boats', { labels: { ...LABELS, plural: '' } }, ['error text-blank labels.plural']],
    ['boats', { secondaryDisplayProperties: ['a', 'b'] }, []],
    ['boats', { secondaryDisplayProperties: [] }, []],
    [
      'boats',
      { secondaryDisplayProperties: ['a', 'b', 'c'] },
      ['error secondary-properties secondaryDisplayProperties'],
    ],
    ['boats', { secondaryDisplayProperties: ['a', 'a'] }, ['error secondary-properties secondaryDisplayProperties']],
  ] as const)('finds in %s with %j: %j', (objectType, schema, findings) => {
    expect(found(objectType, schema)).toEqual(findings);
  });
});

describe('the spec of an object schema', () => {
  it('sorts the lists that have no order, and keeps the order of the secondary properties', () => {
    const schema = {
      labels: LABELS,
      secondaryDisplayProperties: ['b', 'a'],
      requiredProperties: ['b', 'a', 'b'],
      searchableProperties: ['c', 'a'],
    };
    expect(kind.spec({ objectType: 'boats', schema })).toEqual({
      objectType: 'boats',
      labels: LABELS,
      secondaryDisplayProperties: ['b', 'a'],
      requiredProperties: ['a', 'b'],
      searchableProperties: ['a', 'c'],
    });
  });

  it('is absent if a file only has resources of the object', () => {
    expect(kind.spec({ objectType: 'boats' })).toBeUndefined();
  });

  it('mentions the properties that it shows, each once, without those of every object', () => {
    const spec = kind.spec({
      objectType: 'boats',
      schema: {
        labels: LABELS,
        primaryDisplayProperty: 'hull',
        secondaryDisplayProperties: ['hs_object_id', 'berth'],
        searchableProperties: ['hull'],
      },
    });
    expect(spec && kind.mentions?.(spec)).toEqual(['property:boats/hull', 'property:boats/berth']);
  });
});

describe('a file with a schema', () => {
  const DATED = `version: 1\naccounts: { a: { hubId: 1001, auth: { accessToken: "\${env.TOKEN}" } } }\n`;
  const offline = (text: string) => {
    const resolution = resolveTexts(DATED + text, { env: { TOKEN: 'token' } });
    return { findings: offlineFindings(resolution, listKinds('dated'), 0) };
  };
  const errorsOf = (text: string) => places(offline(text).findings);

  const SCHEMA = 'schema: { labels: { singular: Boat, plural: Boats } }';
  it.each([
    [`objects: { boats: { ${SCHEMA} } }`, []],
    ['objects: { boats: { schema: { description: Boats } } }', ['missing-key 3:21']],
    ['objects: { boats: { schema: { labels: { singular: Boat } } } }', ['missing-key 3:31']],
    [`objects: { 2-345: { ${SCHEMA} } }`, ['schema-name 3:12']],
    [`objects: { deals: { ${SCHEMA} } }`, ['schema-of-standard-object 3:29']],
    ['objects: { boats: { schema: {} } }', ['missing-key 3:21']],
    ['objects: { boats: { schema: } }', ['empty-value 3:21']],
    ['objects: { boats: { schema: [] } }', ['wrong-type 3:29']],
    ['objects: { boats: { schema: { labels: { singular: Boat, plural: Boats }, name: x } } }', ['unknown-key 3:74']],
    [
      'objects: { boats: { schema: { labels: { singular: Boat, plural: Boats }, requiredProperties: hull } } }',
      ['wrong-type 3:94'],
    ],
    [
      'objects: { boats: { schema: { labels: { singular: Boat, plural: Boats }, searchableProperties: ["a b/c", 7] } } }',
      ['wrong-type 3:106'],
    ],
  ])('%s has the findings %j', (text, findings) => {
    expect(errorsOf(text)).toEqual(findings);
  });

  it('declares an object once, ignoring the case of its name', () => {
    const { findings } = offline(`objects:\n  boats: { ${SCHEMA} }\n  ships: { ${SCHEMA} }\n  Boats: { ${SCHEMA} }\n`);
    expect(findings).toMatchObject([
      {
        code: 'object-named-twice',
        severity: 'error',
        message: 'Boats and boats are one object, because the service ignores the case of a name.',
        provenance: { line: 6 },
        related: { line: 4 },
      },
    ]);
  });
});
