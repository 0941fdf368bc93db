/** Rules over the whole desired state, and references that only the account can confirm. */

import { isObjectLevel } from '../../contract/association-limits.ts';
import { parseAddress } from '../../model/address.ts';
import type { Desired, DesiredResource, Resolution } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Live } from '../../model/live.ts';
import { type Policy, RULE_NAMES, type RuleName } from '../../model/policy.ts';
import { RULES } from './index.ts';
import { expiredFindings, unusedRuleWaivers, waive } from './waivers.ts';

/** Everything that can be said without the account: what config found, the house rules, and the waivers of both. */
export function offlineFindings({ desired, policy, findings }: Resolution, now: number): readonly Finding[] {
  return [...waive(findings, policy, now), ...ruleFindings(desired, policy, now)];
}

/** The policy's rules with their waivers, what has expired, and what several resources must not say together. */
function ruleFindings(desired: Desired, policy: Policy, now: number): readonly Finding[] {
  const broken = RULE_NAMES.flatMap((name) => brokenRule(name, desired, policy));
  return [
    ...waive(broken, policy, now),
    ...unusedRuleWaivers(policy, broken, now),
    ...expiredFindings(policy, now),
    ...limitsConsistent(desired),
  ];
}

function brokenRule(name: RuleName, desired: Desired, { rules }: Policy): readonly Finding[] {
  const setting = rules[name];
  if (setting === undefined || setting.severity === 'off') return [];
  const { severity, parameters } = setting;
  return RULES[name].findings(desired, parameters).map((found) => ({ code: name, severity, ...found }));
}

/** Online: what is mentioned is neither declared nor in the account. */
export function mentionFindings(desired: Desired, live: Live, kinds: readonly Kind[]): readonly Finding[] {
  const declared = new Set(desired.resources.map(({ address }) => address));
  const byName = new Map(kinds.map((kind) => [kind.name, kind] as const));
  return desired.resources.flatMap((resource) =>
    (byName.get(resource.kind)?.mentions(resource.spec) ?? [])
      .filter((address) => address === resource.address || !declared.has(address))
      .filter((address) => !live.resources.has(address) && !live.unseen.has(address))
      .map((address): Finding => {
        if (address === resource.address) return mayNotExist(resource);
        const reader = byName.get(parseAddress(address)?.kind ?? resource.kind)?.reader;
        const certain = reader !== undefined && !isUnsupported(reader) && reader.proves === 'both';
        return {
          code: certain ? 'reference-missing' : 'reference-unseen',
          severity: 'warning',
          message: certain
            ? `${resource.address} needs ${address}, which is neither declared nor in the account.`
            : `${resource.address} needs ${address}, which is not declared and which no property in the account belongs to.`,
          hint: certain
            ? 'Declare it, or correct the name.'
            : 'If it exists and is empty this is fine; otherwise give it a displayName here so that it is created.',
          address: resource.address,
          provenance: resource.provenance,
        };
      }),
  );
}

/** What cannot be created as it is declared has to exist, and nothing shows that it does. */
function mayNotExist({ address, provenance }: DesiredResource): Finding {
  return {
    code: 'reference-unseen',
    severity: 'warning',
    message: `${address} cannot be created as it is declared, and no property in the account belongs to it.`,
    hint: 'If it exists and is empty this is fine; otherwise give it a displayName, and a name that a create takes.',
    address,
    provenance,
  };
}

/** A label limit may not exceed the object-level limit of its pair (assumption A23). */
function limitsConsistent(desired: Desired): readonly Finding[] {
  const limits = desired.resources.filter(({ kind }) => kind === 'association-limit');
  const objectLevel = new Map(
    limits.filter((limit) => objectLevelLimit(limit)).map((limit) => [pairOf(limit), limit] as const),
  );
  return limits.flatMap((limit) => {
    const top = objectLevel.get(pairOf(limit));
    const exceeds =
      top !== undefined && top !== limit && Number(limit.spec['maxToObjectIds']) > Number(top.spec['maxToObjectIds']);
    return exceeds
      ? [
          {
            code: 'label-limit-exceeds-object-limit',
            severity: 'error' as const,
            message: `${limit.address} allows ${String(limit.spec['maxToObjectIds'])}, more than the object-level limit of ${String(top.spec['maxToObjectIds'])}.`,
            hint: 'Lower this limit, or raise the object-level one.',
            address: limit.address,
            provenance: limit.provenance,
            related: top.provenance,
          },
        ]
      : [];
  });
}

function objectLevelLimit({ spec }: DesiredResource): boolean {
  return isObjectLevel(String(spec['from']), String(spec['to']), String(spec['category']), Number(spec['typeId']));
}

function pairOf({ spec }: DesiredResource): string {
  return `${String(spec['from'])}/${String(spec['to'])}`;
}
