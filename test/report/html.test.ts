import fc from 'fast-check';
import { expect, test } from 'vitest';
import { docHtml } from '../../src/report/html/render.ts';
import { driftDoc } from '../../src/report/text/drift.ts';
import { outcomeDoc } from '../../src/report/text/outcome.ts';
import { HOSTILE, sampleDrift, sampleOutcome, samplePlan } from '../browser/samples.ts';
import { aChange, aDriftedResource, aDriftReport, aPlan, NOW } from '../support/builders.ts';
import { planHtml } from '../support/plan-forms.ts';

const options = { verbose: false, now: NOW };

/** Names of the elements of a page, without its own style and script, and the marks of changed words. */
function tagsOf(page: string): readonly string[] {
  const markup = page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '');
  const names = [...markup.matchAll(/<\/?([a-z0-9-]+)/gi)].map(([, name]) => name ?? '');
  return [...new Set(names)].filter((name) => name !== 'ins' && name !== 'del').sort();
}

/** Words that a reader sees, entities read. */
function wordsOf(page: string): string {
  const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#10': ' ' };
  return page
    .replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&([^;]+);/g, (_, name: string) => signs[name] ?? '')
    .replace(/\s+/g, ' ');
}

test('a plan shows the verdict, counts, reasons, sources, positions and calls', () => {
  const words = wordsOf(planHtml(samplePlan(), options));
  for (const part of [
    'Plan for sandbox (account 1001)',
    'It cannot be applied: property:deals/stage_note is blocked. Next: edit schema/deals.yaml:3:5 , or follow the advice of the change, and plan again.',
    'Valid until 2026-11-21 12:00 UTC',
    'Consent given option-removal at property:contacts/loyaltytier',
    'warning description-required schema/contacts.yaml:21:9 Property shoe_size has no description.',
    'Needs attention 2 blocked property:deals/stage_note destructive Requires consent',
    'update Loyalty tier ( property:contacts/loyaltytier ) destructive The file declares other values',
    'Object contacts 2 Group loyalty 2 create Loyalty programme ( property-group:contacts/loyalty ) safe It is not in the account.',
    '[last changed by user 4711 on 2026-11-18 10:20 UTC]',
    'destructive: options are removed: records that use them lose a valid value',
    'Call POST /properties/v2/contacts/loyaltytier The v2 create takes every declared field.',
    'options: 1 removed; 1 hidden, still valid on records; 1 changed; 1 added; 1 kept, not declared',
    'bronze - removed label "Bronze" displayOrder 1',
    'gold ~ changed label "Gold" label "Gold card"',
    'Associations contacts -> companies 1 update association-limit:contacts/companies/SERVICE_DEFINED/279 safe The file declares another value.',
    'maxToObjectIds 5 1',
  ]) {
    expect(words).toContain(part);
  }
});

test('a plan shows the reach of a revert if a change can be reverted', () => {
  const summary = { ...samplePlan().summary, revert: { restores: 2, stays: 3, loses: 1 } };
  const words = wordsOf(planHtml(samplePlan({ summary }), options));
  expect(words).toContain(
    'After apply, revert can restore 2 of 6 changes; 3 changes stay: trueup cannot take them back; 1 overwrites values that are unknown or permanently lost.',
  );
  expect(wordsOf(planHtml(samplePlan(), options))).not.toContain('revert can restore');
});

test.each([
  [0, 'It can be applied; nothing is lost. Next: apply the 2 changes.'],
  [1, 'It can be applied; 1 overwrites values that are unknown or permanently lost. Next: apply the 2 changes.'],
  [2, 'It can be applied; 2 overwrite values that are unknown or permanently lost. Next: apply the 2 changes.'],
])('the verdict of a plan with %i losses agrees with its counts', (loses, verdict) => {
  const changes = [aChange({ action: 'update' }), aChange({ address: 'property:contacts/b', action: 'update' })];
  const { summary } = aPlan({ changes });
  const words = wordsOf(
    planHtml(aPlan({ changes, summary: { ...summary, revert: { restores: 1, stays: 0, loses } } }), options),
  );
  expect(words).toContain(verdict);
  expect(words.includes('nothing is lost')).toBe(loses === 0);
});

test('the verdict names a single change', () => {
  const words = wordsOf(planHtml(aPlan({ changes: [aChange({ label: 'Loyalty tier' })] }), options));
  expect(words).toContain(
    'It can be applied; nothing is lost. Next: apply the create of Loyalty tier ( property:contacts/loyaltytier ).',
  );
});

test('unchanged resources are listed only when asked for', () => {
  const plan = aPlan({ changes: [aChange({ action: 'keep', because: 'in-sync', reason: 'It is as declared.' })] });
  expect(wordsOf(planHtml(plan, options))).toMatch(/Nothing to do: the account is as declared\. .* 1 unchanged\. /);
  expect(wordsOf(planHtml(plan, options))).not.toContain('It is as declared.');
  expect(wordsOf(planHtml(plan, { ...options, verbose: true }))).toContain('It is as declared.');
});

test('an outcome opens the rows that need attention, with the found values', () => {
  const page = docHtml(outcomeDoc(sampleOutcome()), options);
  const words = wordsOf(page);
  expect(words).toContain(
    'webhook-subscription:2001/contact.propertyChange/loyaltytier , one of 2, may or may not have taken effect. Next: check it in the account and settle it.',
  );
  expect(words).toContain('1 applied, 1 conflict, 1 uncertain . 3 writes made.');
  expect(words).toContain('It changed since the plan; nothing was sent. Plan again. Field When planned Found');
  expect(
    [...page.matchAll(/<details class="row ([a-z-]+) [^"]*"( open)?>/g)].map(([, one, open]) => [one, open]),
  ).toEqual([
    ['uncertain', ' open'],
    ['conflict', ' open'],
    ['applied', undefined],
  ]);
});

test('drift shows drifted and unverifiable resources with authors, others on request', () => {
  const words = wordsOf(docHtml(driftDoc(sampleDrift(), options), options));
  for (const part of [
    'Drift of sandbox (account 1001)',
    'property:contacts/loyaltytier , one of 2, has drifted. Next: change the files to what the account should keep, and apply them to undo the rest.',
    '2 resources drifted from what was last applied, 1 in sync, 1 not verifiable.',
    'Read at 2026-11-20 12:00 UTC',
    'drifted property:contacts/loyaltytier last changed by user ann@example.org on 2026-11-18 10:20 UTC; last applied 2026-11-17 12:00 UTC, 3 days ago',
    'Field Last applied In the account label "Loyalty tier"',
    'bronze - removed label "Bronze"',
    'gone property:contacts/shoe_size changed by an unknown user at an unknown time;',
    'not verifiable webhook-subscription:2001/contact.propertyChange/loyaltytier last applied 2026-11-17 12:00 UTC, 3 days ago The interface has no read',
  ]) {
    expect(words).toContain(part);
  }
  expect(words).not.toContain('property:deals/stage_note');
  expect(wordsOf(docHtml(driftDoc(sampleDrift(), { verbose: true }), options))).toContain(
    'in sync property:deals/stage_note',
  );
});

test('a look that did not see everything says so before anything else', () => {
  const unseen = aDriftedResource({ status: 'unverifiable', basis: 'unknown', fields: [], reason: 'The read failed.' });
  const words = wordsOf(docHtml(driftDoc(aDriftReport([unseen])), options));
  expect(words).toMatch(
    /Drift of sandbox \(account 1001\) ✖ The read of the account is incomplete\. .* ✓ No drift seen: 0 in sync, 1 not verifiable\./,
  );
});

test('a page has the same elements for any text, and shows the text', () => {
  const tags = (text: string): readonly string[] =>
    tagsOf(planHtml(planWith(text), options) + docHtml(driftDoc(driftWith(text)), options));
  const plain = tags('a');
  expect(tags(HOSTILE)).toEqual(plain);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(tags(text)).toEqual(plain);
    }),
    { numRuns: 40 },
  );
  expect(wordsOf(planHtml(planWith('<b>&amp;</b> "x"'), options))).toContain('<b>&amp;</b> "x"');
});

test('the script of a page contains neither its end tag nor an HTML comment', () => {
  const script = /<script>([\s\S]*)<\/script>/.exec(planHtml(samplePlan(), options))?.[1] ?? '';
  expect(script).toMatch(/^'use strict';\(function runPage\(\) \{[\s\S]*\}\)\(\);$/);
  expect(script).not.toMatch(/<\/script|<!--|__/i);
});

test('the policy of the page allows only its own style and script by digest', async () => {
  for (const page of [
    planHtml(samplePlan(), options),
    docHtml(outcomeDoc(sampleOutcome()), options),
    docHtml(driftDoc(sampleDrift(), options), options),
  ]) {
    const digest = async (name: string): Promise<string> => {
      const text = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(page)?.[1] ?? '';
      const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      return `sha256-${Buffer.from(bytes).toString('base64')}`;
    };
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'");
    expect(policy).toBe(
      `default-src 'none'; style-src '${await digest('style')}'; script-src '${await digest('script')}'; base-uri 'none'; form-action 'none'`,
    );
    expect(page).not.toMatch(/<(link|img|iframe)\b|<[^>]* (style|on\w+|src)=/);
  }
});

function driftWith(text: string) {
  const fields = [{ field: `f${text}`, before: text, after: `${text}${text} and some more words` }];
  const report = aDriftReport([aDriftedResource({ changedBy: text, changedAt: text, reason: text, fields })]);
  return { ...report, account: { name: text, hubId: null } };
}

function planWith(text: string) {
  return aPlan({
    account: { name: text, hubId: 1001, baseUrl: text, surface: 'documented' },
    changes: [
      aChange({
        reason: text,
        action: 'update',
        changedBy: text,
        provenance: { file: text, line: 1, column: 1 },
        fields: [
          { field: `f${text}`, before: text, after: `${text}${text} and some more words` },
          { field: 'options', options: [{ value: text, change: 'add', after: { label: text } }] },
        ],
      }),
    ],
    findings: [{ code: 'x', severity: 'info', message: text, hint: text, address: text }],
  });
}
