import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { recordText } from '../../src/report/text/ledger.ts';
import { aChange, aPlan, aRecord, aStyle, NOW } from '../support/builders.ts';
import { planHtml, planMarkdown, planText } from '../support/plan-forms.ts';

const created = [
  { value: 'a', label: 'A', displayOrder: 0 },
  { value: 'b', label: 'B', displayOrder: 1, hidden: true },
  { value: 'c', label: 'C', displayOrder: 9, hidden: false, description: 'Since May' },
];
const added = [
  { value: 'a', label: 'A', displayOrder: 0 },
  { value: 'b', label: 'B', displayOrder: 1, hidden: true },
] as const;
const create = aPlan({ changes: [aChange({ fields: [{ field: 'options', after: created }] })] });
const update = aPlan({
  changes: [
    aChange({
      action: 'update',
      fields: [
        {
          field: 'options',
          before: [{ value: 'x', label: 'X', hidden: true }],
          after: added,
          options: [
            { value: 'b', change: 'add', after: added[1] },
            { value: 'x', change: 'remove', before: { value: 'x', label: 'X', hidden: true } },
          ],
        },
      ],
    }),
  ],
});
const LINES = ['+ a  "A"', '+ b  "B" (hidden)', '+ c  "C" (description "Since May", displayOrder 9)'];

test('an option shows hidden, its description and an unusual order next to its label', () => {
  expect(optionLines(planText(create, aStyle()))).toEqual(LINES);
  expect(optionLines(planMarkdown(create, { verbose: false, now: NOW }))).toEqual(LINES);
  expect(optionLines(planText(update, aStyle()))).toEqual(['- x  "X" (hidden)', '+ b  "B" (hidden)']);
});

test('a record of the ledger shows options without change marks', () => {
  const text = stripVTControlCharacters(recordText(aRecord({ fields: { options: created } }), aStyle()));
  const shown = text.split('\n').flatMap((line) => line.match(/^ +(?:options +)?((?:[+-] )?[abc] {2}.*)/)?.[1] ?? []);
  expect(shown).toEqual(LINES.map((line) => line.slice(2)));
});

test('a page shows every member of an option', () => {
  const words = planHtml(create, { verbose: false, now: NOW })
    .replace(/<[^>]*>|&#10;|\n/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/ +/g, ' ');
  expect(words).toContain('+ added label "B" displayOrder 1 hidden true');
});

function optionLines(text: string): readonly string[] {
  return stripVTControlCharacters(text)
    .split('\n')
    .flatMap((line) => line.match(/[-+] [abcx] {2}.*/)?.[0] ?? []);
}

test('options of a removed property are listed, and an unchanged value is shown once', () => {
  const removed = aPlan({
    changes: [aChange({ action: 'remove', fields: [{ field: 'options', before: created }] })],
  });
  const text = stripVTControlCharacters(planText(removed, aStyle()));
  expect(text).toContain(
    'options  - a  "A"\n               - b  "B" (hidden)\n               - c  "C" (description "Since May")\n',
  );
  for (const report of [
    text,
    planMarkdown(removed, { verbose: false, now: NOW }),
    planHtml(removed, { verbose: false, now: NOW }),
  ])
    expect(report).not.toMatch(/[{](&quot;|")value/);
  const restored = aPlan({ changes: [aChange({ fields: [{ field: 'label', before: 'Same', after: 'Same' }] })] });
  expect(planText(restored, aStyle())).toContain('label  "Same"\n');
});

test('a validation rule is shown with its arguments, whatever happens to it', () => {
  const rule = (value: string, label: string) => ({ value, label, arguments: label === '' ? [] : [label] });
  const flagged = { ...rule('MIN_LENGTH', '2'), shouldApplyNormalization: true };
  const after = [rule('EMAIL', ''), rule('FORMAT', 'UPPER'), rule('MAX_LENGTH', '50'), flagged];
  const plan = aPlan({
    changes: [
      aChange({
        action: 'update',
        fields: [
          {
            field: 'validation',
            before: [rule('FORMAT', 'UPPER'), rule('MAX_LENGTH', '40')],
            after,
            options: [
              { value: 'EMAIL', change: 'add', after: rule('EMAIL', '') },
              { value: 'FORMAT', change: 'foreign' },
              {
                value: 'MAX_LENGTH',
                change: 'update',
                before: rule('MAX_LENGTH', '40'),
                after: rule('MAX_LENGTH', '50'),
              },
              { value: 'MIN_LENGTH', change: 'add', after: flagged },
            ],
          },
        ],
      }),
    ],
  });
  for (const text of [planText(plan, aStyle()), planMarkdown(plan, { verbose: false, now: NOW })]) {
    expect(text).toContain('+ EMAIL\n');
    expect(text).toContain('~ MAX_LENGTH  40 -> 50\n');
    expect(text).toContain('+ MIN_LENGTH  2 (shouldApplyNormalization true)\n');
    expect(text).toContain('1 kept, not declared: FORMAT UPPER\n');
  }
  const html = planHtml(plan, { verbose: false, now: NOW });
  expect(html).toContain('<td class="o">40<td class="n">50');
});
