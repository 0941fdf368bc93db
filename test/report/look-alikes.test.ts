/** Texts that a reader cannot see or tell apart: empty, invisible, and of another Unicode form. */

import { expect, test } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { terminalLine } from '../../src/report/escape.ts';
import { docHtml } from '../../src/report/html/render.ts';
import { docMarkdown } from '../../src/report/markdown/render.ts';
import { driftDoc } from '../../src/report/text/drift.ts';
import { docText } from '../../src/report/text/render.ts';
import { aChange, aDriftedResource, aDriftReport, aPlan, aStyle, NOW } from '../support/builders.ts';
import { planHtml, planMarkdown, planText } from '../support/plan-forms.ts';

const COMPOSED = 'Caf\u00e9 club';
const DECOMPOSED = 'Cafe\u0301 club';
const NOTE = 'same text, another Unicode form';

function planForms(change: Parameters<typeof aChange>[0]): Readonly<Record<string, string>> {
  const plan = aPlan({ changes: [aChange({ action: 'update', ...change })] });
  return {
    text: planText(plan, aStyle()),
    markdown: planMarkdown(plan, { verbose: false, now: NOW }),
    html: planHtml(plan, { verbose: false, now: NOW }),
  };
}

const option = (value: string, label = value) => ({ value, label });

test.each(['text', 'markdown', 'html'])('an option with an empty value is shown in quotes as %s', (form) => {
  const quotes = form === 'html' ? '&quot;&quot;' : '""';
  const shown = planForms({
    risk: 'destructive',
    risks: ['option-removal'],
    fields: [
      {
        field: 'options',
        before: [option(''), option('a'), option(' b')],
        after: [option('a')],
        options: [
          { value: '', change: 'remove', before: option('') },
          { value: ' b', change: 'foreign' },
        ],
      },
    ],
  })[form];
  const row = { text: '- ""  ""', markdown: '- ""  ""', html: `<th scope="row">${quotes}<td>` }[form];
  expect(shown).toContain(row);
  const foreign = {
    text: 'kept, not declared: " b"',
    markdown: 'kept, not declared: " b"',
    html: '<th scope="row">&quot; b&quot;<td>',
  }[form];
  expect(shown).toContain(foreign);
});

test('drift names the empty option of another user in every form', () => {
  const report = aDriftReport([
    aDriftedResource({ status: 'in-sync', fields: [], foreign: [{ value: '', label: '' }] }),
  ]);
  expect(docText(driftDoc(report), aStyle())).toContain('1 kept, not declared: ""');
  expect(docMarkdown(driftDoc(report), { limit: 60_000 })).toContain(': `""`');
  expect(docHtml(driftDoc(report), { now: NOW })).toContain('<code>&quot;&quot;</code>');
});

test.each<[string, Json, Json]>([
  ['short', COMPOSED, DECOMPOSED],
  ['long', `${COMPOSED} `.repeat(30), `${DECOMPOSED} `.repeat(30)],
  ['of several lines', `a\n${COMPOSED}`, `a\n${DECOMPOSED}`],
])('every form says that only the Unicode form of a text differs: %s', (_, before, after) => {
  for (const shown of Object.values(planForms({ fields: [{ field: 'label', before, after }] }))) {
    expect(shown.replace(/\s+/g, ' ')).toContain(NOTE);
  }
  for (const shown of Object.values(planForms({ fields: [{ field: 'label', before, after: 'Other' }] }))) {
    expect(shown).not.toContain(NOTE);
  }
});

test('every form says it of the label of an option', () => {
  const options = [
    { value: 'a', change: 'update' as const, before: option('a', COMPOSED), after: option('a', DECOMPOSED) },
  ];
  for (const shown of Object.values(planForms({ fields: [{ field: 'options', options }] })))
    expect(shown).toContain(NOTE);
});

test.each(['\u00a0', '\u2007', '\u202f', '\u205f', '\u034f', '\u115f', '\u2800', '\u3164', '\uffa0'])(
  'the invisible character %j is shown as an escape',
  (character) => {
    expect(terminalLine(`a${character}`)).toBe(`a\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  },
);
