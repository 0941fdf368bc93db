import { describe, expect, test } from 'vitest';
import { addressOf } from '../../src/model/address.ts';
import type { Change } from '../../src/model/change.ts';
import { driftMarkdown } from '../../src/report/markdown-drift.ts';
import { COMMENT_LIMIT, outcomeMarkdownWithin, planMarkdownWithin } from '../../src/report/markdown-limit.ts';
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

const options = { verbose: false, now: NOW, limit: COMMENT_LIMIT };
const HOSTILE = '</details><script>x</script> @everyone #1 ![i](http://x) `` ``` <!-- trueup:plan --> ::error::x';
const named = (name: string) => addressOf('property', 'contacts', name);

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
      reason: `Needs consent: ${HOSTILE}`,
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

  test('that nobody could review there says so, and shows no part of them', () => {
    const { text, whole } = planMarkdownWithin(aPlan({ changes: critical(10_000) }), options);
    expect(whole).toBe(false);
    expect(addressesIn(text, 'critical')).toBe(0);
    expect(text).toContain('5000 destructive and 5000 blocked changes do not fit');
  });

  test('loses its safe creates first, then the list of calls, then warnings', () => {
    const findings = Array.from({ length: 300 }, (_, at) => ({
      code: 'name-reserved',
      severity: 'warning' as const,
      message: `Warning ${at}: ${HOSTILE}`,
    }));
    const sized = (limit: number) =>
      planMarkdownWithin(aPlan({ changes: [...creates(50), ...updates(3)], calls: [aCall()], findings }), {
        ...options,
        limit,
      }).text;
    const shown = (text: string) => [
      text.includes('safe_7'),
      text.includes('Calls that apply makes'),
      text.includes('Warning 7'),
      text.includes('moved_2'),
    ];
    expect(shown(sized(1_000_000))).toEqual([true, true, true, true]);
    expect(shown(sized(70_000))).toEqual([false, true, true, true]);
    expect(shown(sized(5_000))).toEqual([false, false, false, true]);
    expect(sized(5_000)).toContain('- **warning** `name-reserved`: 300 times');
    expect(shown(sized(300))).toEqual([false, false, false, false]);
  });
});

test('foreign text breaks out of no form of a plan, an outcome or a drift report', () => {
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
    outcomeMarkdownWithin(anApplyResult({ outcomes: [anOutcome({ status: 'failed', message: HOSTILE })] }), 60_000)
      .text,
    driftMarkdown(drift, { now: NOW, limit: 60_000 }).text,
    driftMarkdown(drift, { now: NOW, limit: 700 }).text,
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
  const { text, whole } = outcomeMarkdownWithin(anApplyResult({ outcomes }), COMMENT_LIMIT);
  expect([whole, addressesIn(text, 'done')]).toEqual([true, 0]);
  expect(text.match(/property:contacts\/(refused|open)/g)).toEqual([
    'property:contacts/refused',
    'property:contacts/open',
  ]);
});

test('drift names every resource, shorter and shorter', () => {
  const resources = Array.from({ length: 900 }, (_, at) =>
    aDriftedResource({
      address: named(`moved_${at}`),
      changedBy: 'ann@example.org',
      changedAt: '2026-11-19T12:00:00.000Z',
    }),
  );
  const { text, whole } = driftMarkdown(aDriftReport(resources), { now: NOW, limit: COMMENT_LIMIT });
  expect([whole, addressesIn(text, 'moved')]).toEqual([true, 900]);
  const whole1 = driftMarkdown(aDriftReport(resources.slice(0, 1)), { now: NOW, limit: COMMENT_LIMIT }).text;
  expect(whole1).toContain('changed by ann@&#8203;example.org on ');
  expect(whole1).toContain('label  "Loyalty tier" -> "Tier"');
});

/** The text without fenced blocks and code spans: what Markdown reads as prose. */
function outsideCode(text: string): string {
  return text
    .replace(/\\`/g, '')
    .replace(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '')
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
}
