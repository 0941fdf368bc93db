/** A colleague adds, changes and removes validation rules in the account, and pull gives the mapping of the file the same rules. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeMapping } from '../../src/authoring/merge-mapping.ts';
import { parseText } from '../../src/config/yaml/document.ts';
import { editYaml } from '../../src/config/yaml/edit.ts';
import { makeRule, VALIDATION_LIST } from '../../src/kinds/property/validation.ts';
import { type Fields, isList, type Json, mapping } from '../../src/model/json.ts';

type Rules = Readonly<Record<string, readonly string[]>>;

const { inMapping = () => null } = VALIDATION_LIST;
const listOf = (rules: Rules): Json =>
  Object.entries(rules)
    .toSorted()
    .map(([ruleType, given]) => makeRule(ruleType, given));
const mappingOf = (rules: Rules): Fields =>
  Object.fromEntries(
    Object.entries(rules).map(([ruleType, given]) => [ruleType, inMapping(makeRule(ruleType, given))]),
  );

const rules: fc.Arbitrary<Rules> = fc.record(
  {
    MAX_LENGTH: fc.constantFrom(['40'], ['50']),
    EMAIL: fc.constant([]),
    REGEX: fc.constantFrom(['^a$', 'Only: a'], ['?', 'b']),
    PHONE_NUMBER_WITH_EXPLICIT_COUNTRY_CODE: fc.constantFrom(['no'], ['no', 'de']),
    URL_ALLOWED_DOMAINS: fc.constantFrom(['a.example'], ['a.example', 'b.example']),
  },
  { requiredKeys: [] },
);

const textOf = (declared: Fields, inline: boolean): string => {
  const lines = Object.entries(declared).map(([key, value]) => `  ${key}: ${JSON.stringify(value)} # of ${key}\n`);
  return inline || lines.length === 0
    ? `validation: ${JSON.stringify(declared)} # end\nlabel: "L"\n`
    : `validation: # all\n${lines.join('')}label: "L"\n`;
};

function merged(declared: Rules, live: Rules, applied: Rules | undefined, additions = true) {
  return mergeMapping(
    {
      ...{ field: 'validation', declared: listOf(declared), live: listOf(live) },
      ...{ applied: applied && listOf(applied), moved: 'undecided', list: VALIDATION_LIST, isPlanned: true },
    },
    { at: ['validation'], written: mappingOf(declared), additions, inMapping },
  );
}

it('takes every rule of the account and keeps the comments', () => {
  fc.assert(
    fc.property(rules, rules, fc.boolean(), (declared, live, inline) => {
      const text = textOf(mappingOf(declared), inline);
      const { edits, conflicts, pending } = merged(declared, live, declared);
      expect([conflicts, pending]).toEqual([[], false]);
      const edited =
        edits.length === 0
          ? { text, refused: [] }
          : editYaml(
              text,
              edits.map(({ edit }) => edit),
              () => [],
            );
      // A rule with a comment is removed by a person.
      const refused = edited.refused.map(({ edit }) => String(edit.at[1]));
      expect(refused.filter((key) => inline || live[key] !== undefined)).toEqual([]);
      const found = mapping(parseText({ path: 'a.yaml', text: edited.text }).value)?.['validation'] ?? {};
      const left = Object.fromEntries(refused.map((key) => [key, mappingOf(declared)[key] ?? null]));
      expect(asLists(found)).toEqual(asLists({ ...mappingOf(live), ...left }));
      expect(edited.text.match(/#.*/g)).toEqual(text.match(/#.*/g));
    }),
    { numRuns: 300 },
  );
});

it('leaves a list to a person that would become true', () => {
  const [declared, live] = [
    { PHONE_NUMBER_WITH_EXPLICIT_COUNTRY_CODE: ['no', 'de'] },
    { PHONE_NUMBER_WITH_EXPLICIT_COUNTRY_CODE: [] },
  ];
  const { edits } = merged(declared, live, declared);
  const text = 'validation:\n  PHONE_NUMBER_WITH_EXPLICIT_COUNTRY_CODE: [no, de]\n';
  const edited = editYaml(
    text,
    edits.map(({ edit }) => edit),
    () => [],
  );
  expect(edited).toMatchObject({
    text,
    refused: [{ edit: { set: true }, reason: 'It is written in a form that cannot be edited by a program.' }],
  });
});

/** A list of one argument is the same as the argument. */
const asLists = (found: Json): Json =>
  Object.fromEntries(
    Object.entries(mapping(found) ?? {}).map(([key, value]) => [key, isList(value) ? value : [value]]),
  );

it.each<[string, Rules, Rules, Rules | undefined, object]>([
  [
    'a rule that both changed is a conflict',
    { A: ['1'] },
    { A: ['2'] },
    { A: ['3'] },
    { conflicts: [{ declared: { A: 1 }, live: { A: 2 } }], edits: [] },
  ],
  ['a rule without a record is a conflict', { A: ['1'] }, { A: ['2'] }, undefined, { conflicts: [{}], edits: [] }],
  [
    'a rule that only the file changed is pending',
    { A: ['1'] },
    { A: ['2'] },
    { A: ['2'] },
    { pending: true, edits: [], conflicts: [] },
  ],
  ['a new rule of the file is pending', { A: ['1'] }, {}, {}, { pending: true, edits: [], conflicts: [] }],
  [
    'a rule that left the file stays out of it',
    {},
    { A: ['1'] },
    { A: ['1'] },
    { edits: [], conflicts: [], pending: false },
  ],
  [
    'a rule that the file changed and a person removed is a conflict',
    { A: ['1'] },
    {},
    { A: ['2'] },
    { edits: [], conflicts: [{ live: { A: null } }] },
  ],
])('%s', (_, declared, live, applied, expected) => {
  expect(merged(declared, live, applied)).toMatchObject(expected);
});

it('leaves rules of others out unless they are asked for', () => {
  expect(merged({ A: ['1'] }, { A: ['1'], B: ['2'] }, { A: ['1'] }, false)).toMatchObject({ edits: [], conflicts: [] });
});

it('leaves a rule that is written with a variable to a person', () => {
  const merge = mergeMapping(
    {
      ...{ field: 'validation', declared: listOf({ A: ['1'] }), live: listOf({ A: ['2'] }) },
      ...{ applied: listOf({ A: ['1'] }), moved: 'account', list: VALIDATION_LIST, isPlanned: true },
    },
    { at: ['validation'], written: { A: `\${values.most}` }, additions: true, inMapping },
  );
  expect(merge).toMatchObject({ edits: [], conflicts: [{ reason: 'It is written with a variable.' }] });
});
