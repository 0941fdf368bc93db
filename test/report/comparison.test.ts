import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Address } from '../../src/model/address.ts';
import type { Comparison } from '../../src/model/comparison.ts';
import type { Finding } from '../../src/model/finding.ts';
import { exitOfComparison } from '../../src/report/exit.ts';
import { docHtml } from '../../src/report/html/render.ts';
import { docMarkdown } from '../../src/report/markdown/render.ts';
import { comparisonDoc } from '../../src/report/text/comparison.ts';
import { docText } from '../../src/report/text/render.ts';
import { palette } from '../../src/report/text/style.ts';
import { aProperty, aReading, compared, PRODUCTION } from '../engine/comparison/states.ts';

const STYLE = { palette: palette(false), width: 60, verbose: false, now: 0 };
const TYPED = { files: ['crm.yaml'] };
const HOSTILE = '</details><script>alert(1)</script> `x` @everyone \u001b[2J ```';

/** Returns every status and a resource that is not compared, with this text in each place that an account controls. */
function sample(text: string): Comparison {
  const options = (...labels: readonly string[]) => ({
    options: labels.map((label, index) => ({ value: `${index}`, label })),
  });
  const unread: Finding = { code: 'read-failed', severity: 'error', message: `It was refused: ${text}.` };
  const UNREAD = 'property:contacts/unread';
  const live = {
    parts: [{ kind: 'property', of: 'contacts' }],
    unseen: new Set<Address>([UNREAD]),
    causes: new Map<Address, Finding>([[UNREAD, unread]]),
  } as const;
  const left = aReading([
    aProperty('unread'),
    aProperty('only_left', { label: `left ${text}` }),
    aProperty('tier', { label: text, ...options('Gold', 'Silver', 'Bronze') }),
  ]);
  const right = [aProperty('tier', options('Gold', `new ${text}`)), aProperty('only_right')];
  return compared(left, aReading(right, { account: PRODUCTION, live }));
}

const none = compared(aReading([]), aReading([], { account: PRODUCTION }));

test('the text fits 60 and 140 columns, except for addresses', () => {
  for (const width of [60, 140]) {
    const text = docText(comparisonDoc(sample('a rather long text that has to be wrapped somewhere'), TYPED), {
      ...STYLE,
      width,
    });
    const long = text.split('\n').filter((line) => line.length > width && !line.includes('property'));
    expect(long, `${width}`).toEqual([]);
    expect(text).toContain('  ~ different          property:contacts/tier\n');
    expect(text).toContain('  ? Not compared: ');
  }
});

test('the text escapes control characters of an account', () => {
  expect(docText(comparisonDoc(sample(HOSTILE), TYPED), { ...STYLE, verbose: true })).not.toContain('\u001b');
});

test('the text of a difference names a plan as the next command', () => {
  expect(docText(comparisonDoc(sample('a'), TYPED), STYLE)).toContain(
    '  trueup plan -f crm.yaml --account production\n',
  );
  expect(docText(comparisonDoc(none, TYPED), STYLE)).not.toContain('trueup plan');
});

test('the page has the same elements for every text', () => {
  const tags = (text: string) => docHtml(comparisonDoc(sample(text)), { now: 0 }).match(/<\/?[a-z][a-z0-9]*/g);
  const plain = tags('a');
  expect(tags(HOSTILE)).toEqual(plain);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(tags(`x${text}`)).toEqual(plain);
    }),
    { numRuns: 30 },
  );
});

test('Markdown names every resource and escapes text', () => {
  const text = docMarkdown(comparisonDoc(sample(HOSTILE)));
  // Inside a fence, text is text.
  expect(text.replaceAll(/^(`{3,})\n[\s\S]*?^\1$/gm, '')).not.toContain('<script>');
  for (const name of ['tier', 'only_left', 'only_right', 'unread']) expect(text).toContain(`contacts/${name}`);
  expect(text).toContain('1 different, 1 only in sandbox, 1 only in production');
});

const LAYOUTS = { what: 'Record layouts', where: 'Settings > Objects > [object]' };

test('uncovered settings precede the verdict, and are omitted if none applies', () => {
  const text = docText(comparisonDoc({ ...none, notCovered: [LAYOUTS] }), STYLE);
  expect(text).toContain(`\
Not covered, set by hand in HubSpot
  Record layouts: Settings > Objects > [object]

No difference.`);
  expect(docText(comparisonDoc(none), STYLE)).not.toContain('Not covered');
  expect(docMarkdown(comparisonDoc({ ...none, notCovered: [LAYOUTS] }))).toContain(
    '#### Not covered, set by hand in HubSpot\n\n- Record layouts: Settings &gt; Objects &gt; \\[object\\]',
  );
});

test('exits with 2 for a difference, 1 for a failed read, and 0 otherwise', () => {
  expect(exitOfComparison({ ...sample('a'), complete: false })).toBe(2);
  expect(exitOfComparison({ ...none, complete: false })).toBe(1);
  expect(exitOfComparison(none)).toBe(0);
});
