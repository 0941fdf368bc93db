/** The stricter of two policies, setting by setting. Pure. */

import { type Policy, RULE_NAMES, type RuleSetting } from '../../model/policy.ts';
import type { Terms } from '../../model/terms.ts';
import { includes, WEIGHTS, waivesAll } from './loosened.ts';

/**
 * Allows only changes that both policies allow. If the parameters of a rule differ, the parameters of `base` count, because only the rule
 * knows which are stricter.
 */
export function stricter(base: Terms, other: Terms): Terms {
  return {
    protected: base.protected || other.protected,
    drift: base.drift === 'hold' || other.drift === 'hold' ? 'hold' : 'revert',
    policy: {
      allow: bothAllow(base.policy.allow, other.policy.allow, includes),
      maxChanges: {
        percent: Math.min(base.policy.maxChanges.percent, other.policy.maxChanges.percent),
        above: Math.min(base.policy.maxChanges.above, other.policy.maxChanges.above),
      },
      rules: stricterRules(base.policy.rules, other.policy.rules),
      waivers: bothAllow(base.policy.waivers, other.policy.waivers, waivesAll),
    },
  };
}

/** Returns the entries of each list that the other list covers. Of two such entries, the narrower entry is kept. */
function bothAllow<T>(base: readonly T[], other: readonly T[], covers: (wide: T, narrow: T) => boolean): readonly T[] {
  const kept = base.filter((one) => other.some((wide) => covers(wide, one)));
  return [...kept, ...other.filter((one) => base.some((w) => covers(w, one)) && !kept.some((k) => covers(k, one)))];
}

function stricterRules(base: Policy['rules'], other: Policy['rules']): Policy['rules'] {
  const rules = RULE_NAMES.flatMap((rule) => {
    const setting = stricterRule(base[rule], other[rule]);
    return setting === undefined ? [] : [[rule, setting] as const];
  });
  return Object.fromEntries(rules);
}

function stricterRule(base: RuleSetting | undefined, other: RuleSetting | undefined): RuleSetting | undefined {
  if (other === undefined || other.severity === 'off') return base;
  if (base === undefined || base.severity === 'off') return other;
  return WEIGHTS[other.severity] > WEIGHTS[base.severity] ? { ...base, severity: other.severity } : base;
}
