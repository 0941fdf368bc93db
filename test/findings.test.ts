import { describe, expect, it } from 'vitest';
import { readAllowedHosts, USUAL_HOSTS } from '../src/config/accounts/allowed-hosts.ts';
import { offlineFindings } from '../src/engine/rules/evaluate.ts';
import { listKinds } from '../src/kinds/index.ts';
import { RULE_NAMES, WAIVABLE_WARNINGS } from '../src/model/policy.ts';
import { resolveTexts } from './config/builders.ts';
import { codesOf } from './findings/codes.ts';
import { readExamples, readSections } from './findings/sections.ts';

const NOW = Date.UTC(2026, 5, 1);
const ENV = { SANDBOX_TOKEN: 'token-of-the-sandbox' };
const ALLOWED = readAllowedHosts(USUAL_HOSTS).hosts;
const CODES = codesOf();
const SECTIONS = readSections();
const SEVERITY = /^(Error|Warning|Info|As configured|That of the worst finding)\b[^.]*\. /;

/**
 * Codes of configuration and rules whose cause is outside the text: a disk, the environment, an account or a large
 * size.
 */
const WITHOUT_EXAMPLE = [
  ...['file-missing', 'file-not-text', 'file-too-large', 'file-unreadable', 'folder-empty', 'project-too-large'],
  ...[
    'sensitive-unread',
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

describe('docs/findings.md', () => {
  it('can be compared with every code in the sources', () => {
    expect(CODES.unclear).toEqual([]);
  });

  it('has one section for each code of a finding', () => {
    expect(SECTIONS.findings.map(({ code }) => code).sort()).toEqual(CODES.findings);
  });

  it('has one section for each code of an error that is no finding', () => {
    const errors = CODES.errors.filter((code) => !CODES.findings.includes(code));
    expect(SECTIONS.errors.map(({ code }) => code).sort()).toEqual([...errors, 'api-NNN', 'host-NNN'].sort());
  });

  it('starts each section of a finding with its severity', () => {
    const unclear = SECTIONS.findings.filter(({ text }) => !SEVERITY.test(text));
    expect(unclear.map(({ code }) => code)).toEqual([]);
  });

  it('explains each code below its severity', () => {
    const empty = [...SECTIONS.findings, ...SECTIONS.errors].filter(
      ({ text }) => text.replace(SEVERITY, '').length < 20,
    );
    expect(empty.map(({ code }) => code)).toEqual([]);
  });

  it('says that a finding can be waived exactly if it can', () => {
    const waivable = SECTIONS.findings.filter(({ text }) => /^[^.]*, can be waived\b/.test(text));
    expect(waivable.map(({ code }) => code).sort()).toEqual([...RULE_NAMES, ...WAIVABLE_WARNINGS].sort());
  });
});

describe('an example', () => {
  it.each(readExamples())('gives $gives', ({ gives, yaml }) => {
    const resolution = resolveTexts(yaml, { env: ENV, allowed: ALLOWED });
    const found = offlineFindings(resolution, listKinds(resolution.account.surface), NOW).map(({ code }) => code);
    expect([...new Set(found)].sort()).toEqual(gives.toSorted());
  });

  it('is there for every finding that a text gives', () => {
    const shown = new Set(readExamples().map(({ gives: [code = 'nothing'] }) => code));
    const expected = CODES.offline.filter((code) => !code.startsWith('yaml-') && !WITHOUT_EXAMPLE.includes(code));
    expect(expected.filter((code) => !shown.has(code))).toEqual([]);
    expect(WITHOUT_EXAMPLE.filter((code) => shown.has(code) || !CODES.offline.includes(code))).toEqual([]);
  });
});
