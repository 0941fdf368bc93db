import { expect, test } from 'vitest';
import type { ApplyResult } from '../../../src/model/outcome.ts';
import { docHtml } from '../../../src/report/html/render.ts';
import { docMarkdown } from '../../../src/report/markdown/render.ts';
import { outcomeBrief, outcomeDoc } from '../../../src/report/text/outcome.ts';
import { docText } from '../../../src/report/text/render.ts';
import { anApplyResult, anOpenCall, anOutcome, aStyle, NOW } from '../../support/builders.ts';

const TIER = 'property:contacts/loyaltytier';
const typed = { files: [], targets: [], allow: [] };

test('outcomes that need a person come last, with the remedy', () => {
  const result = anApplyResult({
    open: [anOpenCall()],
    outcomes: [
      anOutcome({
        address: 'webhook-subscription:2001/contact.creation',
        status: 'uncertain',
        message: 'The reply was lost.',
      }),
      anOutcome({
        address: 'property:contacts/x',
        status: 'failed',
        message: 'The service refused.',
        hint: 'Rename it.',
      }),
      anOutcome({
        address: 'property:contacts/y',
        action: 'update',
        status: 'conflict',
        message: 'It changed since the plan.',
        fields: [{ field: 'label', before: 'a', after: 'b' }],
      }),
      anOutcome(),
    ],
  });
  expect(docText(outcomeDoc(result, { typed }), aStyle())).toBe(`\
  + applied   create  property:contacts/loyaltytier

  ! conflict  update  property:contacts/y
      It changed since the plan.
      when planned -> found
        label  "a" -> "b"

  ! failed    create  property:contacts/x
      The service refused.
      help: Rename it.

  ? uncertain create  webhook-subscription:2001/contact.creation
      The reply was lost.

1 applied, 1 failed, 1 conflict, 1 uncertain. 4 writes made.

Next, to settle it as applied, if the account shows its effect:
  trueup ledger settle webhook-subscription:2001/contact.creation --as applied
Next, to settle it as not-applied, if it does not:
  trueup ledger settle webhook-subscription:2001/contact.creation --as not-applied
Next, to see what remains:
  trueup plan
`);
});

test('open calls of earlier runs are counted apart from uncertain outcomes', () => {
  const open = [anOpenCall(), anOpenCall({ id: 'i2', covers: [TIER], settledBy: 'apply' })];
  const outcomes = [anOutcome({ address: TIER, status: 'uncertain', message: 'The reply was lost.' })];
  const told = (result: Partial<ApplyResult>) =>
    docText(outcomeDoc(anApplyResult(result), { typed }), aStyle()).split('\n');
  expect(told({ open, outcomes, settled: 2 }).slice(-9)).toEqual([
    '1 uncertain, 2 open calls settled, 1 still open. 1 write made.',
    '',
    'Next, to settle it as applied, if the account shows its effect:',
    '  trueup ledger settle webhook-subscription:2001/contact.creation --as applied',
    'Next, to settle it as not-applied, if it does not:',
    '  trueup ledger settle webhook-subscription:2001/contact.creation --as not-applied',
    'Next, to see what remains:',
    '  trueup plan',
    '',
  ]);
  expect(told({ settled: 1 })).toEqual(['1 open call settled. 0 writes made.', '']);
});

test('many applied changes are folded, and the counts stay exact', () => {
  const outcomes = Array.from({ length: 60 }, (_, index) => anOutcome({ address: `property:contacts/p${index}` }));
  const lines = docText(outcomeDoc(anApplyResult({ outcomes })), aStyle()).split('\n');
  expect(lines.slice(49)).toEqual([
    '  + applied   create  property:contacts/p49',
    '  ... and 10 more applied (--verbose lists them)',
    '',
    '60 applied. 60 writes made.',
    '',
  ]);
});

test('equal outcomes have their message once, and only uncertain changes are all listed', () => {
  const of = (status: 'skipped' | 'failed' | 'uncertain', message: (index: number) => string = () => `No ${status}.`) =>
    Array.from({ length: 60 }, (_, index) =>
      anOutcome({ address: `property:contacts/${status}${index}`, status, message: message(index) }),
    );
  const shownOf = (outcomes: ReturnType<typeof of>, verbose = false) => {
    const lines = docText(outcomeDoc(anApplyResult({ outcomes })), aStyle({ verbose })).split('\n');
    const count = (start: string) => lines.filter((line) => line.trim().startsWith(start)).length;
    return {
      changes: lines.filter((line) => /^ {2}\S \w+ +create/.test(line)).length,
      messages: count('No'),
      more: count('...'),
      above: lines.filter((line) => line.endsWith('as above')).length,
    };
  };
  expect(shownOf(of('failed'))).toEqual({ changes: 20, messages: 1, more: 1, above: 19 });
  expect(shownOf(of('failed'), true)).toEqual({ changes: 60, messages: 1, more: 0, above: 59 });
  expect(shownOf(of('failed', (index) => `No ${index}.`))).toEqual({ changes: 60, messages: 60, more: 0, above: 0 });
  expect(shownOf(of('uncertain'))).toEqual({ changes: 60, messages: 1, more: 0, above: 59 });
  expect(shownOf(of('skipped', (index) => `No ${index}.`))).toEqual({ changes: 50, messages: 50, more: 1, above: 0 });
});

test('Markdown names the cause of equal outcomes once, and the page opens one of them', () => {
  const outcomes = ['a', 'b', 'c'].map((name) =>
    anOutcome({
      address: `property:contacts/${name}`,
      status: 'failed',
      message: 'The disk is full.',
      hint: 'Free it.',
    }),
  );
  const leftOut = ['d', 'e'].map((name) => ({
    address: `property:contacts/${name}` as const,
    because: 'read-only' as const,
    reason: 'It cannot be changed.',
  }));
  const result = anApplyResult({ outcomes, leftOut });
  const markdown = docMarkdown(outcomeDoc(result));
  expect(markdown).toContain(
    '- **failed** create `property:contacts/a`, `property:contacts/b`, `property:contacts/c`: The disk is full. Free it.',
  );
  expect(markdown).toContain('- **left out** `property:contacts/d`, `property:contacts/e`: It cannot be changed.');
  const page = docHtml(outcomeDoc(result), { now: NOW });
  expect(page.match(/<details class="row failed[^>]* open>/g)).toHaveLength(1);
  expect(docText(outcomeDoc(result), aStyle()).match(/It cannot be changed\./g)).toHaveLength(1);
});

test('a page does not praise a run that left changes out', () => {
  const leftOut = [{ address: 'property:contacts/d', because: 'read-only', reason: 'It cannot be changed.' }] as const;
  const verdict = (result: ReturnType<typeof anApplyResult>) =>
    /class="verdict (\w+)">.*?<\/p>/.exec(docHtml(outcomeDoc(result), { now: NOW }));
  const [all, some] = [
    anApplyResult({ outcomes: [], leftOut, changed: false }),
    anApplyResult({ outcomes: [anOutcome()], leftOut }),
  ].map(verdict);
  expect([all?.[1], some?.[1]]).toEqual(['stop', 'warn']);
  expect(some?.[0]).toContain('1 blocked change left out. Next: plan again');
});

test('each form has a failure above the changes that were skipped because of it', () => {
  const skipped = anOutcome({ address: 'property:contacts/a', status: 'skipped', message: 'It needs the group.' });
  const failed = anOutcome({ address: 'property-group:contacts/g', status: 'failed', message: 'The disk is full.' });
  const result = anApplyResult({ outcomes: [skipped, failed] });
  for (const shown of [
    docText(outcomeDoc(result), aStyle()),
    outcomeBrief(result, aStyle()),
    docMarkdown(outcomeDoc(result)),
  ]) {
    expect(shown.indexOf('The disk is full.')).toBeGreaterThan(0);
    expect(shown.indexOf('The disk is full.')).toBeLessThan(shown.indexOf('It needs the group.'));
  }
});

test('skipped and recorded resources are counted and listed', () => {
  const leftOut = [
    {
      address: 'property:contacts/tier',
      because: 'consent-required',
      reason: 'Requires consent: option "x\u001b" is removed.',
    },
  ] as const;
  const result = anApplyResult({
    outcomes: [anOutcome()],
    leftOut,
    adopted: ['property:contacts/a', 'property:contacts/b'],
  });
  expect(docText(outcomeDoc(result), aStyle())).toBe(`\
  + applied   create  property:contacts/loyaltytier

  ! left out  property:contacts/tier
      Requires consent: option "x\\u001b" is removed.

1 applied, 1 left out, 2 recorded. 1 write made.
2 resources already in sync are now recorded in the ledger; that took no calls.
`);
  expect(docText(outcomeDoc(result, { verbose: true }), aStyle())).toContain('  . recorded  property:contacts/a\n');
});
