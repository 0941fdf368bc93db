/** The faults of a running service: which rules hit a call, so that failures can be reproduced exactly. */

import type { EndpointId } from '../../contract/endpoints.ts';
import { checkedRule, type FaultRule } from './rule.ts';

export interface Faults {
  /** Throws UsageError that names every problem of the rule. */
  add(rule: FaultRule): void;
  clear(): void;
  /** Counts this call and gives the rules that hit it, in the order they were added. */
  take(endpoint: EndpointId): readonly FaultRule[];
  /** The longest lag of the read-lag rules in milliseconds; undefined when there is none. */
  longestLag(): number | undefined;
}

export const DEFAULT_LAG_MS = 700;

export function createFaults(rules: readonly FaultRule[]): Faults {
  let active: { readonly rule: FaultRule; seen: number }[] = [];
  const add = (rule: FaultRule) => {
    active = [...active, { rule: checkedRule(rule), seen: 0 }];
  };
  for (const rule of rules) add(rule);
  return {
    add,
    clear() {
      active = [];
    },
    take(endpoint) {
      const matching = active.filter(({ rule }) => rule.endpoint === undefined || rule.endpoint === endpoint);
      for (const entry of matching) entry.seen += 1;
      return matching.filter(({ rule, seen }) => hits(rule, seen)).map(({ rule }) => rule);
    },
    longestLag() {
      const lags = active.flatMap(({ rule }) => (rule.do === 'read-lag' ? [rule.ms ?? DEFAULT_LAG_MS] : []));
      return lags.length === 0 ? undefined : Math.max(...lags);
    },
  };
}

function hits(rule: FaultRule, seen: number): boolean {
  const first = rule.nth ?? 1;
  const times = rule.times ?? 1;
  return seen >= first && (times === 'always' || seen < first + times);
}
