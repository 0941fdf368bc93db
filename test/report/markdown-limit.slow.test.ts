import { describe, expect, test } from 'vitest';
import { formatAddress } from '../../src/model/address.ts';
import type { Change } from '../../src/model/change.ts';
import { COMMENT_LIMIT, docMarkdown } from '../../src/report/markdown/render.ts';
import { driftDoc } from '../../src/report/text/drift.ts';
import { outcomeDoc } from '../../src/report/text/outcome.ts';
import {
  aCall,
  aChange,
  aDriftedResource,
  aDriftReport,
  anApplyResult,
  anOutcome,
  aPlan,
  NOW,
} from '../support/builders.ts';
import { planMarkdownWithin } from '../support/plan-forms.ts';

const options = { verbose: false, now: NOW, limit: COMMENT_LIMIT, elsewhere: 'the summary of the run' };
const HOSTILE = '</details><script>x</script> @everyone #1 ![i](http://x) `` ``` <!-- trueup:plan --> ::error::x';
const named = (name: string) => formatAddress('property', 'contacts', name);

const creates = (amount: number): readonly Change[] =>
  Array.from({ length: amount }, (_, at) =>
    aChange({ address: named(`safe_${at}`), fields: [{ field: 'label', after: `${HOSTILE} ${at}` }] }),
  );
const updates = (amount: number): readonly Change[] =>
  Array.from({ length: amount }, (_, at) =>
    aChange({ address: named(`moved_${at}`), action: 'update', fields: [{ field: 'label', before: 'a', after: 'b' }] }),
  );
const critical = (amount: number): readonly Change[] =>
  Array.from({ length: amount }, (_, at) =>
    aChange({
      address: named(`critical_${at}`),
      action: at % 2 === 0 ? 'update' : 'blocked',
      reason: `Requires consent: ${HOSTILE}`,
      risk: 'destructive',
      risks: ['option-removal'],
      fields: [{ field: 'options', options: [{ value: `gold_${at}`, change: 'remove', before: { value: 'gold' } }] }],
    }),
  );

function addressesIn(text: string, start: string): number {
  return new Set(text.match(new RegExp(`property:contacts/${start}_\\d+`, 'g'))).size;
}

describe('a plan of 10,000 changes', () => {
  test.each([
    ['creates alone', [...creates(10_000)], 0],
    ['updates among them', [...creates(5000), ...updates(5000)], 0],
    ['some that are destructive or blocked', [...creates(9000), ...updates(960), ...critical(40)], 40],
    ['hundreds of them', [...creates(9000), ...updates(400), ...critical(600)], 600],
  ] as const)('with %s fits a comment, and names every destructive or blocked one', (_, changes, most) => {
    const { text, whole } = planMarkdownWithin(aPlan({ changes, calls: [aCall()] }), options);
    expect(whole).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(addressesIn(text, 'critical')).toBe(most);
    expect(new Set(text.match(/gold_\d+/g)).size).toBe(most);
    expect(text).toMatch(/\*\*.*\d+ to create.*\*\*/);
  });

  test('begins with a notice and hides all of them if they do not fit', () => {
    const findings = [{ code: 'too-many-changes', severity: 'error' as const, message: 'Too many.' }];
    const { text, whole } = planMarkdownWithin(aPlan({ changes: critical(10_000), findings }), options);
    expect(whole).toBe(false);
    expect(addressesIn(text, 'critical')).toBe(0);
    const [title, notice] = text.split('\n\n');
    expect(title).toBe('### Plan for sandbox (account 1001)');
    expect(notice?.split('\n')).toEqual([
      '> **This plan is too large to review here, so merging approves nothing.**',
      '> 5000 destructive changes, 5000 blocked changes, 1 error do not fit, and none of them is shown. In full: the summary of the run.',
      '> Split it into several pull requests, or narrow it with `target`.',
    ]);
  });

  test('fits for thousands of object types, with every risky change in full', () => {
    const spread = Array.from({ length: 9990 }, (_, at) =>
      aChange({ address: formatAddress('property', `2-${at}`, 'colour') }),
    );
    const { text, whole } = planMarkdownWithin(aPlan({ changes: [...spread, ...critical(10)] }), options);
    expect([whole, addressesIn(text, 'critical')]).toEqual([true, 10]);
    expect(text).toContain('And 9990 new properties, in 9990 places, not listed here.');
    expect(text.match(/Requires consent/g)).toHaveLength(10);
  });

  test('names blocked and destructive changes with reasons in its shortest form', () => {
    const changes = [
      ...critical(2),
      aChange({ address: named('stuck'), action: 'blocked', because: 'no-endpoint', reason: 'x'.repeat(900) }),
      aChange({ address: named('gone'), action: 'remove', risk: 'irreversible', reason: 'x'.repeat(900) }),
    ];
    const { text } = planMarkdownWithin(aPlan({ changes }), { ...options, limit: 700 });
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual([
      '- **update** `property:contacts/critical_0`: option\\-removal \\(removes `gold_0`\\)',
      '- **remove** `property:contacts/gone`: irreversible',
      '- **blocked** `property:contacts/critical_1`: option\\-removal \\(removes `gold_1`\\)',
      '- **blocked** `property:contacts/stuck`: no\\-endpoint',
    ]);
  });

  test('counts a few object types one by one, and many in one line', () => {
    const spread = (types: number) =>
      Array.from({ length: 9000 }, (_, at) =>
        aChange({ address: formatAddress('property', `2-${at % types}`, `colour_${at}`) }),
      );
    const text = (types: number) => planMarkdownWithin(aPlan({ changes: spread(types) }), options).text;
    expect(text(40).match(/^- Object 2\\-\d+: 225 new properties$/gm)).toHaveLength(40);
    expect(text(41)).not.toMatch(/^- Object/m);
    expect(text(41)).toContain('And 9000 new properties, in 41 places, not listed here.');
  });

  test('lists each safe create in one line if the limit allows', () => {
    const { text, whole } = planMarkdownWithin(aPlan({ changes: [...creates(9900), ...critical(100)] }), {
      ...options,
      limit: 1024 * 1024,
    });
    expect([whole, addressesIn(text, 'safe'), addressesIn(text, 'critical')]).toEqual([true, 9900, 100]);
    expect(text).toContain('- **create** `property:contacts/safe_9899`');
  });

  test('loses the fields of its safe changes first, then their names with calls and warnings', () => {
    const findings = Array.from({ length: 300 }, (_, at) => ({
      code: 'name-reserved',
      severity: 'warning' as const,
      message: `Warning ${at}: ${HOSTILE}`,
    }));
    const plan = aPlan({ changes: [...creates(50), ...updates(3)], calls: [aCall()], findings });
    const shown = (text: string) => [
      text.includes('::error::x 7"'),
      text.includes('safe_7'),
      text.includes('Calls made by apply'),
      text.includes('Warning 7'),
      text.includes('"a" -> "b"'),
      text.includes('moved_2'),
    ];
    const steps = [];
    for (let limit = 1_000_000; ; ) {
      const { text, whole } = planMarkdownWithin(plan, { ...options, limit });
      if (!whole) break;
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
      steps.push(shown(text));
      limit = Buffer.byteLength(text) - 1;
    }
    expect(steps).toEqual([
      [true, true, true, true, true, true],
      [false, true, true, true, false, true],
      [false, false, false, false, false, false],
    ]);
  });
});

test('foreign text cannot break the format of a plan, an outcome or a drift report', () => {
  const drift = aDriftReport([
    aDriftedResource({ changedBy: HOSTILE, fields: [{ field: 'label', before: HOSTILE, after: `\n\n${HOSTILE}` }] }),
    aDriftedResource({ status: 'unverifiable', reason: HOSTILE }),
  ]);
  const texts = [
    ...[1_000_000, 20_000, 6_000, 3_000].map(
      (limit) =>
        planMarkdownWithin(aPlan({ changes: [...creates(5), ...updates(5), ...critical(5)] }), { ...options, limit })
          .text,
    ),
    docMarkdown(outcomeDoc(anApplyResult({ outcomes: [anOutcome({ status: 'failed', message: HOSTILE })] }))),
    docMarkdown(driftDoc(drift), { limit: 60_000 }),
    docMarkdown(driftDoc(drift), { limit: 700 }),
  ];
  for (const text of texts) {
    const prose = outsideCode(text).replace(/<summary>([^<]*)<\/summary>/g, (_, title) => title.replaceAll('![', ''));
    expect(prose).not.toMatch(/<script|<!--|@(?!&#8203;)|(?<!&)#\d|!\[|:\/\/|^::/m);
    expect(prose.match(/<details>/g)?.length).toBe(prose.match(/<\/details>/g)?.length);
  }
});

test('an outcome of 10,000 successes keeps every row that is none', () => {
  const outcomes = [
    ...Array.from({ length: 10_000 }, (_, at) => anOutcome({ address: named(`done_${at}`) })),
    anOutcome({ address: named('refused'), status: 'failed' }),
    anOutcome({ address: named('open'), status: 'uncertain' }),
  ];
  const text = docMarkdown(outcomeDoc(anApplyResult({ outcomes })), { limit: COMMENT_LIMIT });
  expect(text).toContain('\n- 10000 applied\n');
  expect(text.match(/property:contacts\/(refused|open)/g)).toEqual([
    'property:contacts/refused',
    'property:contacts/open',
  ]);
});

test('skipped changes are listed within the limit and always counted', () => {
  const leftOut = (amount: number) =>
    Array.from({ length: amount }, (_, at) => ({
      address: named(`left_${at}`),
      because: 'consent-required' as const,
      reason: HOSTILE,
    }));
  const outcomes = [anOutcome({ status: 'failed' })];
  const shown = (amount: number) =>
    docMarkdown(outcomeDoc(anApplyResult({ outcomes, leftOut: leftOut(amount) })), { limit: COMMENT_LIMIT });
  const few = shown(100);
  expect(addressesIn(few, 'left')).toBe(100);
  const many = shown(10_000);
  expect(addressesIn(many, 'left')).toBe(0);
  expect(many).toContain('**1 failed, 10000 left out**');
  expect(Buffer.byteLength(many)).toBeLessThan(COMMENT_LIMIT);
});

test('drift names every resource, shorter and shorter', () => {
  const resources = Array.from({ length: 900 }, (_, at) =>
    aDriftedResource({
      address: named(`moved_${at}`),
      changedBy: 'ann@example.org',
      changedAt: '2026-11-19T12:00:00.000Z',
    }),
  );
  const text = docMarkdown(driftDoc(aDriftReport(resources)), { limit: COMMENT_LIMIT });
  expect(addressesIn(text, 'moved')).toBe(900);
  const whole1 = docMarkdown(driftDoc(aDriftReport(resources.slice(0, 1))), { limit: COMMENT_LIMIT });
  expect(whole1).toContain('changed by user ann@&#8203;example.org on ');
  expect(whole1).toContain('label  "Loyalty tier" -> "Tier"');
});

/** The text without fenced blocks and code spans: what Markdown reads as prose. */
function outsideCode(text: string): string {
  return text
    .replace(/\\`/g, '')
    .replace(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '')
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
}
