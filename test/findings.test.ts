import { describe, expect, it } from 'vitest';
import { readAllowedHosts, USUAL_HOSTS } from '../src/config/accounts/allowed-hosts.ts';
import { offlineFindings } from '../src/engine/rules/evaluate.ts';
import { kindsOn } from '../src/kinds/index.ts';
import { WAIVABLE_WARNINGS } from '../src/model/policy.ts';
import { resolveTexts } from './config/builders.ts';
import { codesOf } from './findings/codes.ts';
import { examples, GROUPED, headings, pages } from './findings/pages.ts';

const NOW = Date.UTC(2026, 5, 1);
const ENV = { SANDBOX_TOKEN: 'token-of-the-sandbox' };
const ALLOWED = readAllowedHosts(USUAL_HOSTS).hosts;
const CODES = codesOf();
const PAGES = pages();

/** Found by configuration and rules all the same, but not in a text alone: on a disk, in the environment, in an account, or too large to show. */
const WITHOUT_EXAMPLE = [
  ...['file-missing', 'file-not-text', 'file-too-large', 'file-unreadable', 'folder-empty', 'project-too-large'],
  ...[
    'sensitive-unread',
    'account-limit',
    'stage-outcome-changed',
    'validation-tightens',
    'validation-unread',
    'account-unknown',
    'base-url-unused',
    'credential-malformed',
    'env-not-listed',
    'hub-id-malformed',
    'label-name-unknown',
    'surface-unknown',
    'reference-dropped',
    'reference-missing',
    'reference-unseen',
    'subscription-duplicate',
  ],
  ...['alias-bomb', 'too-deep', 'too-long', 'outside-project', 'not-configuration'],
];

describe('the pages of the findings', () => {
  it('can be compared with every code in the sources', () => {
    expect(CODES.unclear).toEqual([]);
  });

  it('are one for each code of a finding', () => {
    const single = PAGES.map(({ name }) => name).filter((name) => name !== 'README' && !Object.hasOwn(GROUPED, name));
    const grouped = PAGES.filter(({ name }) => name === 'github-settings' || name === 'yaml-syntax').flatMap(headings);
    expect([...single, ...grouped].sort()).toEqual(CODES.findings);
  });

  it('explain the code of each error under a heading of its own', () => {
    const explained = PAGES.filter(({ name }) => name === 'errors').flatMap(headings);
    const numbered = ['api-NNN', 'host-NNN'];
    expect(explained.filter((code) => !numbered.includes(code)).sort()).toEqual(CODES.errors);
    expect(explained).toEqual(expect.arrayContaining(numbered));
  });

  it('say what it means, why it is checked, an example and the fix', () => {
    for (const { name, text } of PAGES) {
      if (name === 'README' || Object.hasOwn(GROUPED, name)) continue;
      const parts = text
        .replace(/```[\s\S]*?```/g, '')
        .split('\n')
        .filter((line) => line.startsWith('#'));
      expect(parts, name).toEqual([`# ${name}`, '## Why it is checked', '## Example', '## The fix']);
      expect(text, name).toMatch(/\n\nSeverity: (error|warning|info|as configured|that of the worst)/);
    }
  });

  it('stand in the index, each once', () => {
    const index = PAGES.find(({ name }) => name === 'README')?.text ?? '';
    const linked = [...index.matchAll(/^- \[([a-z-]+)\]\(\1\.md\): /gm)].map(([, name]) => name);
    const listed = PAGES.map(({ name }) => name).filter((name) => name !== 'README' && name !== 'errors');
    expect(linked.toSorted()).toEqual(listed);
  });

  it('exist for every warning that can be waived', () => {
    expect(WAIVABLE_WARNINGS.filter((code) => !CODES.findings.includes(code))).toEqual([]);
  });
});

describe('an example on a page', () => {
  it.each(examples())('of $page gives $code', ({ gives, yaml }) => {
    const resolution = resolveTexts(yaml, { env: ENV, allowed: ALLOWED });
    const found = offlineFindings(resolution, kindsOn(resolution.account.surface), NOW).map(({ code }) => code);
    expect([...new Set(found)].sort()).toEqual(gives.toSorted());
  });

  it('on the page of one code is of that code', () => {
    const single = examples().filter(({ page }) => page !== 'README' && !Object.hasOwn(GROUPED, page));
    expect(single.filter(({ page, code }) => page !== code)).toEqual([]);
  });

  it('is there for every finding that a text gives', () => {
    const shown = new Set(examples().map(({ code }) => code));
    const expected = CODES.offline.filter((code) => !code.startsWith('yaml-') && !WITHOUT_EXAMPLE.includes(code));
    expect(expected.filter((code) => !shown.has(code))).toEqual([]);
    expect(WITHOUT_EXAMPLE.filter((code) => shown.has(code) || !CODES.offline.includes(code))).toEqual([]);
  });
});
