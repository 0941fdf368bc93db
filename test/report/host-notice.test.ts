import { describe, expect, test } from 'vitest';
import { aChange, aPlan, aStyle, NOW } from '../support/builders.ts';
import { planBrief, planHtml, planMarkdown, planMarkdownWithin, planText } from '../support/plan-forms.ts';

const at = (baseUrl: string, hostChange?: { readonly from: string; readonly to: string }) => {
  const plan = aPlan({ changes: [aChange()] });
  return { ...plan, account: { ...plan.account, baseUrl }, ...(hostChange && { hostChange }) };
};
const OPTIONS = { verbose: false, now: NOW };
const firstLine = (text: string) => text.split('\n')[0];
const texts = (plan: ReturnType<typeof at>, face: 'terminal' | 'action') => [
  firstLine(planText(plan, aStyle({ face }))),
  firstLine(planBrief(plan, aStyle({ face }))),
];

describe('a plan for another service than the vendor’s', () => {
  const plan = at('https://crm.example.com');

  test('says so in its first line, in every form', () => {
    const line = 'Tokens go to https://crm.example.com, which is not an address of the vendor.';
    expect(texts(plan, 'terminal')).toEqual([line, line]);
    const marked = '> **Tokens go to `https://crm.example.com`, which is not an address of the vendor.**';
    expect(firstLine(planMarkdown(plan, OPTIONS))).toBe(marked);
    const page = planHtml(plan, OPTIONS);
    expect(page).toMatch(
      /<header>\n<p class="verdict stop">.* Tokens go to <code>https:\/\/crm\.example\.com<\/code>, which is not an address of the vendor\.<\/p>\n<h1>/,
    );
  });

  test('keeps the host line at any length limit, above any notice', () => {
    const marked = /^> \*\*Tokens go to `https:\/\/crm\.example\.com`/;
    const changes = Array.from({ length: 5000 }, () => aChange({ action: 'blocked', reason: 'No.' }));
    const large = { ...aPlan({ changes }), account: plan.account };
    for (const limit of [1_000_000_000, 60_000, 10, 0]) {
      const { text, whole } = planMarkdownWithin(large, {
        ...OPTIONS,
        limit,
        elsewhere: 'the log',
        notice: '> Stale.',
      });
      expect(text, String(limit)).toMatch(marked);
      expect(text.indexOf('> Stale.')).toBeLessThan(text.indexOf('### Plan'));
      expect(whole).toBe(limit > 60_000);
    }
  });

  test.each([
    ['https://api.hubapi.com', 'terminal', 0],
    ['https://api-eu1.hubapi.com', 'action', 0],
    ['http://127.0.0.1:4010', 'terminal', 0],
    ['http://127.0.0.1:4010', 'action', 1],
    ['https://api-eu1.hubapi.com.evil.example', 'action', 1],
  ] as const)('%s has a host line or none, %s', (baseUrl, face, lines) => {
    const [first = ''] = texts(at(baseUrl), face);
    expect(first.includes('Tokens go to')).toBe(lines === 1);
    expect(planMarkdown(at(baseUrl), { ...OPTIONS, face }).includes('Tokens go to')).toBe(lines === 1);
    expect(planHtml(at(baseUrl), { ...OPTIONS, face }).includes('Tokens go to')).toBe(lines === 1);
  });
});

test('a plan for another service than the ledger’s names both, the vendor’s too', () => {
  const plan = at('https://api.hubapi.com', { from: 'https://crm.example.com', to: 'https://api.hubapi.com' });
  const line =
    'The base URL changed: tokens go to https://api.hubapi.com, but the ledger was written for https://crm.example.com.';
  expect(texts(plan, 'terminal')).toEqual([line, line]);
  expect(firstLine(planMarkdown(plan, OPTIONS))).toBe(`> **${line.replace(/https:[^\s,]+(?=[,.]( |$))/g, '`$&`')}**`);
});

test('the address is shown as it is used, and nothing in it breaks out', () => {
  const hostile = at('https://CRM.bücher.EXAMPLE./a`b**@everyone<script>\n### \u202e');
  const [line = ''] = texts(hostile, 'action');
  expect(line).toContain('https://crm.xn--bcher-kva.example.');
  expect(line).toMatch(/vendor\.$/);
  const odd = at('no address `**\n### <script>\u202e');
  const markdown = planMarkdown(odd, { ...OPTIONS, face: 'action' });
  expect(firstLine(markdown)).toBe(
    '> **Tokens go to `` no address `**\\n### <script>\\u202e ``, which is not an address of the vendor.**',
  );
  expect(planHtml(odd, { ...OPTIONS, face: 'action' })).not.toMatch(/<script>\\u202e|\u202e/);
});
