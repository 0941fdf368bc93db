/** The policy of all files together: consents add up, everything else is said once. */

import { isAddress } from '../model/address.ts';
import type { Finding, Severity } from '../model/finding.ts';
import { type Consent, DEFAULT_POLICY, type Policy, RISK_NAMES, RULE_NAMES } from '../model/policy.ts';
import { mapping } from './accounts.ts';
import type { CheckedFile } from './check.ts';
import { isList } from './interpolate.ts';
import { didYouMean } from './nearest.ts';
import { findingAt, type Path, type Problem } from './place.ts';
import { quoted } from './shown.ts';

export function policyOf(files: readonly CheckedFile[]): {
  readonly policy: Policy;
  readonly findings: readonly Finding[];
} {
  const findings: Finding[] = [];
  const allow: Consent[] = [];
  const said = new Map<string, { readonly file: CheckedFile; readonly value: unknown }>();
  const once = (file: CheckedFile, path: Path, value: unknown) => {
    const key = path.join('.');
    const first = said.get(key);
    if (first === undefined) {
      said.set(key, { file, value });
      return;
    }
    const related = first.file.document.place(path, 'key');
    const message = `${key} is declared twice.`;
    const provenance = file.document.place(path, 'key');
    findings.push({
      code: 'declared-twice',
      severity: 'error',
      message,
      hint: 'Keep one of the two.',
      provenance,
      related,
    });
  };
  for (const file of files) {
    const policy = mapping(mapping(file.value)?.['policy']) ?? {};
    const entries = isList(policy['allow']) ? policy['allow'] : [];
    for (const [index, entry] of entries.entries()) {
      const path = ['policy', 'allow', index];
      const consent = typeof entry === 'string' && !file.faults.at(path) ? parseConsent(entry) : undefined;
      if (consent === undefined) continue;
      if ('risk' in consent) allow.push(consent);
      else findings.push(findingAt(file.document, { ...consent, severity: 'error', path, at: 'value' }));
    }
    for (const section of ['maxChanges', 'rules']) {
      for (const [name, value] of Object.entries(mapping(policy[section]) ?? {})) {
        const path = ['policy', section, name];
        if (!file.faults.within(path)) once(file, path, value);
      }
    }
  }
  const number = (name: 'percent' | 'above') => {
    const value = said.get(`policy.maxChanges.${name}`)?.value;
    return typeof value === 'number' ? value : DEFAULT_POLICY.maxChanges[name];
  };
  const rules = Object.fromEntries(
    RULE_NAMES.flatMap((name) => {
      const level = levelOf(said.get(`policy.rules.${name}`)?.value);
      return level === undefined ? [] : [[name, level]];
    }),
  );
  return { policy: { allow, maxChanges: { percent: number('percent'), above: number('above') }, rules }, findings };
}

/** `risk` or `risk=address`, as in the files and on the command line; the text says what is wrong otherwise. */
export function parseConsent(text: string): Consent | Pick<Problem, 'code' | 'message' | 'hint'> {
  const equals = text.indexOf('=');
  const name = equals < 0 ? text : text.slice(0, equals);
  const risk = RISK_NAMES.find((one) => one === name);
  if (risk === undefined) {
    const hint = didYouMean(name, RISK_NAMES);
    return { code: 'unknown-risk', message: `${quoted(name)} is not a risk.`, ...(hint === undefined ? {} : { hint }) };
  }
  if (equals < 0) return { risk };
  const address = text.slice(equals + 1);
  if (isAddress(address)) return { risk, address };
  const hint = 'An address is a kind and an identity, such as property:contacts/loyaltytier.';
  return { code: 'bad-address', message: `${quoted(address)} is not an address.`, hint };
}

function levelOf(value: unknown): Severity | 'off' | undefined {
  if (value === 'warn') return 'warning';
  return value === 'error' || value === 'warning' || value === 'info' || value === 'off' ? value : undefined;
}
