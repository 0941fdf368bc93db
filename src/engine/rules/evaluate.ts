/** Rules over the whole desired state, and references that only the account can confirm. */

import { type Address, parseAddress } from '../../model/address.ts';
import type { Desired, DesiredResource, Resolution } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind, type Missing } from '../../model/kind.ts';
import type { Live } from '../../model/live.ts';
import { type Policy, RULE_NAMES } from '../../model/policy.ts';
import { kindsByName } from '../kind-lookup.ts';
import { houseRules } from './index.ts';
import type { Rule } from './rule.ts';
import { expiredFindings, unusedRuleWaivers, waive } from './waivers.ts';

/** Everything that can be said without the account: what config found, the house rules, and the waivers of both. */
export function offlineFindings(
  { desired, policy, findings }: Resolution,
  kinds: readonly Kind[],
  now: number,
): readonly Finding[] {
  const rules = houseRules(kinds);
  const broken = RULE_NAMES.flatMap((name) => brokenRule(rules[name], desired, policy));
  const byKind = Map.groupBy(desired.resources, ({ kind }) => kind);
  return [
    ...waive(findings, policy, now),
    ...waive(broken, policy, now),
    ...unusedRuleWaivers(policy, broken, now),
    ...expiredFindings(policy, now),
    ...kinds.flatMap((kind) => kind.checkAll(byKind.get(kind.name) ?? [])),
  ];
}

function brokenRule(rule: Rule, desired: Desired, { rules }: Policy): readonly Finding[] {
  const { name } = rule;
  const setting = rules[name];
  if (setting === undefined || setting.severity === 'off') return [];
  const { severity, parameters } = setting;
  return rule.findings(desired, parameters).map((found) => ({ code: name, severity, ...found }));
}

/** Online: what is mentioned is neither declared nor in the account, or cannot be created and is not shown. */
export function referenceFindings(desired: Desired, live: Live, kinds: readonly Kind[]): readonly Finding[] {
  const declared = new Set(desired.resources.map(({ address }) => address));
  const byName = kindsByName(kinds);
  return desired.resources.flatMap((resource) =>
    (byName.get(resource.kind)?.mentions(resource.spec) ?? [])
      .filter((address) => address === resource.address || !declared.has(address))
      .filter((address) => !live.resources.has(address) && !live.unseen.has(address))
      .map((address) =>
        missing(address, resource, { kind: byName.get(parseAddress(address)?.kind ?? resource.kind), live }),
      ),
  );
}

interface Seen {
  readonly kind: Kind | undefined;
  readonly live: Live;
}

function missing(needed: Address, { address, provenance }: DesiredResource, seen: Seen): Finding {
  const { code, message, hint } = saidOf(needed, address, seen);
  return { code, severity: 'warning', message, hint, address, provenance };
}

function saidOf(needed: Address, by: Address, { kind, live: { near } }: Seen): Missing & Pick<Finding, 'code'> {
  const reader = kind === undefined || isUnsupported(kind.reader) ? undefined : kind.reader;
  if (reader?.proves === 'both' && needed === by) {
    const message = `${needed} is not in the account, and cannot be created as it is declared.`;
    return { code: 'reference-missing', message, hint: 'Correct its name, or declare all that a new one needs.' };
  }
  if (reader?.proves === 'both') {
    const message = `${by} needs ${needed}, which is neither declared nor in the account.`;
    const hint = [near?.get(needed) ?? [], 'Declare it, or correct the name.'].flat().join(' ');
    return { code: 'reference-missing', message, hint };
  }
  const unshown = reader?.unshown?.(needed, by) ?? {
    message: `${by} needs ${needed}, and it is unknown whether that exists.`,
    hint: 'If it exists this is fine.',
  };
  return { code: 'reference-unseen', ...unshown };
}
