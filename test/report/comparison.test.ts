import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Comparison } from '../../src/model/comparison.ts';
import { exitOfComparison } from '../../src/report/exit.ts';
import { comparisonHtml } from '../../src/report/html/comparison.ts';
import { comparisonMarkdown } from '../../src/report/markdown/comparison.ts';
import { comparisonText } from '../../src/report/text/comparison.ts';
import { stepsAfterComparison } from '../../src/report/text/next-compared.ts';
import { palette } from '../../src/report/text/style.ts';
import { aProperty, aSnapshot, compared, PRODUCTION } from '../engine/comparison/states.ts';

const STYLE = { palette: palette(false), width: 60, verbose: false, now: 0 };
const HOSTILE = '</details><script>alert(1)</script> `x` @everyone \u001b[2J ```';

/** Every status, and a cause of everything that is not compared, with this text wherever an account can put one. */
function sample(text: string): Comparison {
  const options = (...labels: readonly string[]) => ({
    options: labels.map((label, index) => ({ value: `${index}`, label })),
  });
  const right = aSnapshot([aProperty('tier', options('Gold', `new ${text}`)), aProperty('only_right')], PRODUCTION);
  const unread = { because: 'read-failed', reason: `It was refused: ${text}.` };
  const parts = right.parts.map((part) => (part.kind === 'property-group' ? { ...part, unread } : part));
  const group = { address: 'property-group:contacts/loyalty', kind: 'property-group', fields: {} } as const;
  const left = aSnapshot([
    group,
    aProperty('only_left', { label: `left ${text}` }),
    aProperty('tier', { label: text, ...options('Gold', 'Silver', 'Bronze') }),
  ]);
  return compared(left, { ...right, parts });
}

test('the text fits 60 and 140 columns, but for addresses, which are never broken', () => {
  for (const width of [60, 140]) {
    const text = comparisonText(sample('a rather long text that has to be wrapped somewhere'), [], { ...STYLE, width });
    const long = text.split('\n').filter((line) => line.length > width && !line.includes('property'));
    expect(long, `${width}`).toEqual([]);
    expect(text).toContain('  ~ property:contacts/tier\n');
    expect(text).toContain('Not compared, so neither the same nor missing:');
  }
});

test('no text of an account acts on a terminal', () => {
  expect(comparisonText(sample(HOSTILE), [], { ...STYLE, verbose: true })).not.toContain('\u001b');
});

test('whatever a text holds, the page has the same elements', () => {
  const tags = (text: string) => comparisonHtml(sample(text)).match(/<\/?[a-z][a-z0-9]*/g);
  const plain = tags('a');
  expect(tags(HOSTILE)).toEqual(plain);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(tags(`x${text}`)).toEqual(plain);
    }),
    { numRuns: 30 },
  );
});

test('Markdown names everything, and says when it does not fit', () => {
  const { text, whole } = comparisonMarkdown(sample(HOSTILE), Number.POSITIVE_INFINITY);
  expect(whole).toBe(true);
  // Inside a fence, text is text.
  expect(text.replaceAll(/^(`{3,})\n[\s\S]*?^\1$/gm, '')).not.toContain('<script>');
  for (const name of ['contacts/tier', 'contacts/only_left', 'contacts/only_right', 'contacts/loyalty'])
    expect(text).toContain(name);
  expect(text).toContain('**They differ.** 1 different, 1 only in left, 1 only in right');
  const short = comparisonMarkdown(sample('a'), text.length / 2);
  expect(comparisonMarkdown(sample('a'), 300)).toMatchObject({
    whole: false,
    text: expect.stringContaining('does not fit'),
  });
  expect(short.text.length).toBeLessThan(text.length / 2);
});

test('a difference counts before a failed read, and a failed read before none', () => {
  const code = (comparison: Comparison) => exitOfComparison(comparison);
  expect(code(sample('a'))).toBe(2);
  const none = compared(aSnapshot([]), aSnapshot([]));
  expect([code(none), code({ ...none, complete: false })]).toEqual([0, 1]);
});

test('the next command is a plan for the account, and with files a pull from it', () => {
  const typed = { files: ['crm.yaml'] };
  const commands = (comparison: Comparison) => stepsAfterComparison(comparison, typed).map(({ command }) => command);
  expect(commands(sample('a'))).toEqual(['trueup plan -f crm.yaml --account production']);
  const files = { ...sample('a'), left: { ...sample('a').left, source: 'files' as const } };
  expect(commands(files)).toEqual([
    'trueup plan -f crm.yaml --account production',
    'trueup pull -f crm.yaml --account production',
  ]);
  expect(commands(compared(aSnapshot([]), aSnapshot([])))).toEqual([]);
});
