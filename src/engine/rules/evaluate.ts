/** Findings that need no account: what config found, the house rules, and the waivers of both. */

import { isAddress } from '../../model/address.ts';
import type { Desired, Resolution } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import { type Policy, RULE_NAMES } from '../../model/policy.ts';
import { kindLookup } from '../kind-lookup.ts';
import { objectMakers } from '../object-makers.ts';
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
  const { policy, desired, findings } = resolution;
  return [
    ...waive(withoutMade(findings, desired, kinds), policy, now),
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
    ofKinds: kinds.flatMap((kind) => kind.checkAll?.(byKind.get(kind.name) ?? []) ?? []),
  };
}

/** Removes misspelling findings about objects that the files create. */
function withoutMade(findings: readonly Finding[], { resources }: Desired, kinds: readonly Kind[]): readonly Finding[] {
  const { kindOf } = kindLookup(kinds);
  const made = objectMakers(resources, kinds);
  const isMade = (address = ''): boolean => {
    const types = isAddress(address) ? (kindOf(address)?.objectTypes?.(address) ?? []) : [];
    return types.some((type) => made.has(type));
  };
  return findings.filter(({ code, address }) => code !== 'object-misspelt' || !isMade(address));
}

function brokenRule(rule: Rule, desired: Desired, { rules }: Policy): readonly Finding[] {
  const { name } = rule;
  const setting = rules[name];
  if (setting === undefined || setting.severity === 'off') return [];
  const { severity, parameters } = setting;
  return rule.findings(desired, parameters).map((found) => ({ code: name, severity, ...found }));
}
