/** Rules over the whole desired state, and references that only the account can confirm. */

import { isObjectLevel } from '../contract/association-limits.ts';
import { parseAddress } from '../model/address.ts';
import type { Desired, DesiredResource } from '../model/desired.ts';
import type { Finding, Severity } from '../model/finding.ts';
import { isUnsupported, type Kind } from '../model/kind.ts';
import type { Live } from '../model/live.ts';
import type { Policy, RuleName } from '../model/policy.ts';

/** Offline: the policy's rules, and what several resources must not say together. */
export function ruleFindings(desired: Desired, policy: Policy): readonly Finding[] {
  return [
    ...whenOn(policy, 'description-required', (severity) => descriptionRequired(desired, severity)),
    ...whenOn(policy, 'label-unique', (severity) => labelUnique(desired, severity)),
    ...limitsConsistent(desired),
  ];
}

/** Online: what is mentioned is neither declared nor in the account. */
export function mentionFindings(desired: Desired, live: Live, kinds: readonly Kind[]): readonly Finding[] {
  const declared = new Set(desired.resources.map(({ address }) => address));
  const byName = new Map(kinds.map((kind) => [kind.name, kind] as const));
  return desired.resources.flatMap((resource) =>
    (byName.get(resource.kind)?.mentions(resource.spec) ?? [])
      .filter((address) => !declared.has(address) && !live.resources.has(address) && !live.unseen.has(address))
      .map((address): Finding => {
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

function whenOn(policy: Policy, rule: RuleName, check: (severity: Severity) => readonly Finding[]): readonly Finding[] {
  const severity = policy.rules[rule];
  return severity === undefined || severity === 'off' ? [] : check(severity);
}

function descriptionRequired(desired: Desired, severity: Severity): readonly Finding[] {
  return desired.resources
    .filter(({ kind }) => kind === 'property' || kind === 'event-definition-property')
    .filter(({ spec }) => typeof spec['description'] !== 'string' || spec['description'].trim() === '')
    .map((resource) => finding(resource, 'description-required', severity, `${resource.address} has no description.`));
}

function labelUnique(desired: Desired, severity: Severity): readonly Finding[] {
  const properties = desired.resources.filter(({ kind }) => kind === 'property');
  const groups = Map.groupBy(
    properties,
    ({ spec }) => `${String(spec['objectType'])}\u0000${String(spec['label']).toLowerCase()}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : others.map((other) => ({
          ...finding(other, 'label-unique', severity, `${other.address} has the same label as ${first.address}.`),
          related: first.provenance,
        })),
  );
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
            ...finding(
              limit,
              'label-limit-exceeds-object-limit',
              'error',
              `${limit.address} allows ${String(limit.spec['maxToObjectIds'])}, more than the object-level limit of ${String(top.spec['maxToObjectIds'])}.`,
            ),
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

function finding(resource: DesiredResource, code: string, severity: Severity, message: string): Finding {
  return { code, severity, message, address: resource.address, provenance: resource.provenance };
}
