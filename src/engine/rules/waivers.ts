/** Waivers: findings that are accepted temporarily, and the finding when a waiver expires. */

import { defined } from '../../contract/defined.ts';
import type { Finding } from '../../model/finding.ts';
import { nearHint } from '../../model/nearest.ts';
import {
  hasExpired,
  type Policy,
  RULE_NAMES,
  type RuleName,
  selectConsents,
  WAIVABLE_WARNINGS,
  type Waiver,
  waives,
} from '../../model/policy.ts';

/** Lowers each finding that a waiver speaks of to info, with the reason in its message. */
export function waive(findings: readonly Finding[], { waivers }: Policy, now: number): readonly Finding[] {
  const valid = waivers.filter(({ until }) => !hasExpired(until, now));
  if (valid.length === 0) return findings;
  return findings.map((finding) => {
    const waiver = valid.find((one) => waives(one, finding));
    if (waiver === undefined) return finding;
    const { hint: _hint, fix: _fix, ...rest } = finding;
    return {
      ...rest,
      severity: 'info',
      message: `${finding.message} Waived until ${waiver.until}: ${waiver.reason}`,
      related: finding.related ?? waiver.provenance,
    };
  });
}

/** Returns an error for each expired waiver and consent. */
export function expiredFindings({ allow, waivers }: Policy, now: number): readonly Finding[] {
  const counting = new Set(selectConsents(allow, now));
  return [
    ...waivers
      .filter(({ until }) => hasExpired(until, now))
      .map(
        (waiver): Finding => ({
          code: 'waiver-expired',
          severity: 'error',
          message: `The waiver of ${waiver.finding}${at(waiver.address)} expired at the end of ${waiver.until}: ${waiver.reason}`,
          hint: 'Fix the underlying problem and remove the waiver, or set a later date.',
          ...selectPosition(waiver),
        }),
      ),
    ...allow
      .filter((consent) => !counting.has(consent))
      .map(
        (consent): Finding => ({
          code: 'consent-expired',
          severity: 'error',
          message: `The consent to ${consent.risk}${at(consent.address)} expired at the end of ${consent.until ?? ''}${consent.reason === undefined ? '.' : `: ${consent.reason}`}`,
          hint: 'It no longer counts. Remove it, or set a later date.',
          ...selectPosition(consent),
        }),
      ),
  ];
}

/** Returns findings about waivers of rules that match no finding. A waiver of a disabled rule is kept for accounts with the rule. */
export function unusedRuleWaivers(policy: Policy, findings: readonly Finding[], now: number): readonly Finding[] {
  const off = (name: RuleName) => policy.rules[name]?.severity === 'off';
  const looked: readonly string[] = RULE_NAMES.filter((name) => !off(name));
  return unused(policy, findings, looked, now);
}

/** Waivers of warnings that match none of the findings; only to be asked when every finding is there. */
export function unusedWarningWaivers(policy: Policy, findings: readonly Finding[], now: number): readonly Finding[] {
  return unused(policy, findings, WAIVABLE_WARNINGS, now);
}

function unused(
  { waivers }: Policy,
  findings: readonly Finding[],
  looked: readonly string[],
  now: number,
): readonly Finding[] {
  return waivers
    .filter((waiver) => looked.includes(waiver.finding) && !hasExpired(waiver.until, now))
    .filter((waiver) => !findings.some((finding) => waives(waiver, finding)))
    .map((waiver) => ({
      code: 'waiver-unused',
      severity: 'warning',
      message: `The waiver of ${waiver.finding}${at(waiver.address)} matches no finding.`,
      hint: findNearest(waiver, findings) ?? 'Remove it, or correct its address.',
      ...selectPosition(waiver),
    }));
}

/** Among the addresses that have the finding. */
function findNearest({ address, finding }: Waiver, findings: readonly Finding[]): string | undefined {
  const having = findings.flatMap((other) => (other.code === finding ? (other.address ?? []) : []));
  return address === undefined ? undefined : nearHint(address, having);
}

function at(address: string | undefined): string {
  return address === undefined ? '' : ` at ${address}`;
}

function selectPosition({ address, provenance }: Partial<Pick<Waiver, 'address' | 'provenance'>>): Partial<Finding> {
  return {
    ...defined({ address, provenance }),
  };
}
