/** The policy of the chosen account: the shared policy of all files, overridden key by key by the policy of the account. */

import type { Rules } from '../../engine/rules/index.ts';
import type { Finding, Severity } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import { DEFAULT_POLICY, type Policy, RULE_NAMES, type RuleName, type RuleSetting } from '../../model/policy.ts';
import type { CheckedFile } from '../check/check.ts';
import { readPolicy, type Said, type WrittenPolicy } from './section.ts';

export interface PolicyChoice {
  /** All declared accounts, so that problems in each policy are found, regardless of the chosen account. */
  readonly accounts: readonly string[];
  readonly chosen: string | undefined;
  readonly rules: Rules;
}

/**
 * Combines the shared consents and waivers of several files. A list of consents of the account replaces them. Waivers of the account are
 * added.
 */
export function mergePolicy(
  files: readonly CheckedFile[],
  { accounts, chosen, rules: known }: PolicyChoice,
): { readonly policy: Policy; readonly findings: readonly Finding[] } {
  const shared = readPolicy(files, ['policy']);
  const own = new Map([...new Set(accounts)].map((name) => [name, readPolicy(files, ['accounts', name, 'policy'])]));
  const account = chosen === undefined ? undefined : own.get(chosen);
  const { rules, findings } = mergeRules(known, shared, account);
  const limit = (name: 'percent' | 'above') =>
    account?.maxChanges.get(name) ?? shared.maxChanges.get(name) ?? DEFAULT_POLICY.maxChanges[name];
  return {
    policy: {
      allow: account?.allow ?? shared.allow ?? [],
      maxChanges: { percent: limit('percent'), above: limit('above') },
      rules,
      waivers: [...shared.waivers, ...(account?.waivers ?? [])],
    },
    findings: [...shared.findings, ...[...own.values()].flatMap((one) => one.findings), ...findings],
  };
}

function mergeRules(known: Rules, shared: WrittenPolicy, account: WrittenPolicy | undefined) {
  const rules: Partial<Record<RuleName, RuleSetting>> = {};
  const findings: Finding[] = [];
  for (const name of RULE_NAMES) {
    const said = [shared.rules.get(name), account?.rules.get(name)].filter((one) => one !== undefined);
    const last = said.at(-1);
    if (last === undefined) continue;
    const { severity: written, ...parameters } = Object.assign(
      {},
      ...said.map(({ value }) => asFields(value)),
    ) as Fields;
    const severity = parseLevel(written);
    const missing = [...(severity === undefined ? ['severity'] : []), ...known[name].missing(parameters)];
    if (severity !== 'off' && missing.length > 0) findings.push(incomplete(name, missing, last));
    else if (severity !== undefined) rules[name] = { severity, parameters };
  }
  return { rules, findings };
}

/** A severity without a mapping is short for a mapping with only this severity. */
function asFields(value: Said['value']): Fields {
  return typeof value === 'string' ? { severity: value } : value;
}

function parseLevel(value: unknown): Severity | 'off' | undefined {
  if (value === 'warn') return 'warning';
  return value === 'error' || value === 'warning' || value === 'info' || value === 'off' ? value : undefined;
}

function incomplete(name: RuleName, missing: readonly string[], { provenance }: Said): Finding {
  return {
    code: 'rule-incomplete',
    severity: 'error',
    message: `The rule ${name} is missing ${missing.join(' and ')}.`,
    hint: `Write it as a mapping: ${name}: { ${['severity: warn', ...missing.filter((one) => one !== 'severity').map((one) => `${one}: ...`)].join(', ')} }.`,
    provenance,
  };
}
