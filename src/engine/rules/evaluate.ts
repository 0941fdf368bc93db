/** Findings that need no account: what config found, the house rules, and the waivers of both. */

import type { Desired, Resolution } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import { type Policy, RULE_NAMES } from '../../model/policy.ts';
import { houseRules } from './index.ts';
import type { Rule } from './rule.ts';
import { expiredFindings, unusedRuleWaivers, waive } from './waivers.ts';

/** Returns all findings that need no account: those of the configuration, the house rules, and the waivers of both. */
export function offlineFindings(
  resolution: Resolution,
  kinds: readonly Kind[],
  now: number,
  { broken, ofKinds }: Judgement = judge(resolution, kinds),
): readonly Finding[] {
  const { policy, findings } = resolution;
  return [
    ...waive(findings, policy, now),
    ...waive(broken, policy, now),
    ...unusedRuleWaivers(policy, broken, now),
    ...expiredFindings(policy, now),
    ...ofKinds,
  ];
}

/** Findings of the house rules and of the kinds about the declarations. */
export interface Judgement {
  readonly broken: readonly Finding[];
  readonly ofKinds: readonly Finding[];
}

export function judge({ desired, policy }: Pick<Resolution, 'desired' | 'policy'>, kinds: readonly Kind[]): Judgement {
  const rules = houseRules(kinds);
  const byKind = Map.groupBy(desired.resources, ({ kind }) => kind);
  return {
    broken: RULE_NAMES.flatMap((name) => brokenRule(rules[name], desired, policy)),
    ofKinds: kinds.flatMap((kind) => kind.checkAll(byKind.get(kind.name) ?? [])),
  };
}

function brokenRule(rule: Rule, desired: Desired, { rules }: Policy): readonly Finding[] {
  const { name } = rule;
  const setting = rules[name];
  if (setting === undefined || setting.severity === 'off') return [];
  const { severity, parameters } = setting;
  return rule.findings(desired, parameters).map((found) => ({ code: name, severity, ...found }));
}
