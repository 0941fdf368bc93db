/**
 * Changes that a policy of an account allows and another policy does not. Compares resolved policies, so that a moved line is not a change.
 * Pure.
 */

import { defined } from '../../contract/defined.ts';
import type { Finding, Severity } from '../../model/finding.ts';
import { type Fields, inKeyOrder } from '../../model/json.ts';
import { type Consent, RULE_NAMES, type RuleName, type RuleSetting, type Waiver } from '../../model/policy.ts';
import type { Terms } from '../../model/terms.ts';

export type Loosening =
  | { readonly about: 'protected' }
  /** Drift is reset instead of held. */
  | { readonly about: 'drift' }
  | { readonly about: 'allow'; readonly consent: Pick<Consent, 'risk' | 'address' | 'until'> }
  | { readonly about: 'max-changes'; readonly member: 'percent' | 'above'; readonly from: number; readonly to: number }
  | { readonly about: 'rule'; readonly rule: RuleName; readonly from: Level; readonly to: Level }
  /** Only the rule knows which parameters are looser, so every change of a parameter counts. */
  | { readonly about: 'rule-parameters'; readonly rule: RuleName; readonly from: Fields; readonly to: Fields }
  | { readonly about: 'waiver'; readonly waiver: Pick<Waiver, 'finding' | 'address' | 'until'> };

type Level = Severity | 'off';

/** Sorts by importance. A loosening that is valid everywhere comes before a loosening at one address. */
export function loosened(base: Terms, head: Terms): readonly Loosening[] {
  const all: readonly Loosening[] = [
    ...(base.protected && !head.protected ? [{ about: 'protected' } as const] : []),
    ...(base.drift === 'hold' && head.drift !== 'hold' ? [{ about: 'drift' } as const] : []),
    ...head.policy.allow
      .filter((consent) => !base.policy.allow.some((other) => includes(other, consent)))
      .map(
        ({ risk, address, until }): Loosening => ({
          about: 'allow',
          consent: { risk, ...defined({ address, until }) },
        }),
      ),
    ...(['percent', 'above'] as const).flatMap((member): Loosening[] => {
      const [from, to] = [base.policy.maxChanges[member], head.policy.maxChanges[member]];
      return to > from ? [{ about: 'max-changes', member, from, to }] : [];
    }),
    ...RULE_NAMES.flatMap((rule) => ruleLoosened(rule, base.policy.rules[rule], head.policy.rules[rule])),
    ...head.policy.waivers
      .filter((waiver) => !base.policy.waivers.some((other) => waivesAll(other, waiver)))
      .map(
        ({ finding, address, until }): Loosening => ({
          about: 'waiver',
          waiver: { finding, until, ...defined({ address }) },
        }),
      ),
  ];
  return [...all.filter((one) => !isNarrow(one)), ...all.filter(isNarrow)];
}

/** True if the loosening is valid at one address only. */
function isNarrow(loosening: Loosening): boolean {
  switch (loosening.about) {
    case 'allow':
      return loosening.consent.address !== undefined;
    case 'waiver':
      return loosening.waiver.address !== undefined;
    case 'protected':
    case 'drift':
    case 'max-changes':
    case 'rule':
    case 'rule-parameters':
      return false;
  }
}

/** True if `one` allows everything that `other` allows. */
export function includes(one: Consent, other: Consent): boolean {
  return (
    one.risk === other.risk &&
    (one.address === undefined || one.address === other.address) &&
    lasts(one.until, other.until)
  );
}

/** True if `one` waives everything that `other` waives. */
export function waivesAll(one: Waiver, other: Waiver): boolean {
  return (
    one.finding === other.finding &&
    (one.address === undefined || one.address === other.address) &&
    lasts(one.until, other.until)
  );
}

/** Compares days as texts. Undefined means no end. */
function lasts(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || (other !== undefined && one >= other);
}

/** A higher weight is stricter. */
export const WEIGHTS: Readonly<Record<Level, number>> = { off: 0, info: 1, warning: 2, error: 3 };

function ruleLoosened(
  rule: RuleName,
  base: RuleSetting | undefined,
  head: RuleSetting | undefined,
): readonly Loosening[] {
  const [from, to] = [base?.severity ?? 'off', head?.severity ?? 'off'];
  const [former = {}, later = {}] = [base?.parameters, head?.parameters];
  const isOther = from !== 'off' && to !== 'off' && !isSame(former, later);
  return [
    ...(WEIGHTS[to] < WEIGHTS[from] ? [{ about: 'rule', rule, from, to } as const] : []),
    ...(isOther ? [{ about: 'rule-parameters', rule, from: former, to: later } as const] : []),
  ];
}

function isSame(one: Fields, other: Fields): boolean {
  return JSON.stringify(inKeyOrder(one)) === JSON.stringify(inKeyOrder(other));
}

/** Codes of findings about the policy itself, which do not concern the changes of a plan. */
const ABOUT_POLICY: ReadonlySet<string> = new Set([
  'consent-expired',
  'waiver-expired',
  'waiver-unused',
  'consent-unused',
]);

/** Returns the errors that only the policy of the base reports. */
export function refusedBy(base: readonly Finding[], head: readonly Finding[]): readonly Finding[] {
  const known = new Set(errors(head).map(keyOf));
  return errors(base).filter((finding) => !ABOUT_POLICY.has(finding.code) && !known.has(keyOf(finding)));
}

function errors(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'error');
}

function keyOf({ code, address }: Finding): string {
  return `${code} ${address ?? ''}`;
}

/** Returns a sentence for the loosening, without Markdown. */
export function looseningText(loosening: Loosening): string {
  switch (loosening.about) {
    case 'protected':
      return 'The account is no longer protected.';
    case 'drift':
      return 'What changed in the account is overwritten instead of held (drift: revert).';
    case 'allow':
      return `The risk ${loosening.consent.risk} is allowed${place(loosening.consent)}${until(loosening.consent)}.`;
    case 'max-changes':
      return `maxChanges.${loosening.member} is raised from ${loosening.from} to ${loosening.to}.`;
    case 'rule':
      return `The rule ${loosening.rule} is lowered from ${loosening.from} to ${loosening.to}.`;
    case 'rule-parameters':
      return `The rule ${loosening.rule} has other parameters.`;
    case 'waiver':
      return `The finding ${loosening.waiver.finding} is waived${place(loosening.waiver)}${until(loosening.waiver)}.`;
  }
}

function place({ address }: { readonly address?: string }): string {
  return address === undefined ? ' everywhere' : ` at ${address}`;
}

function until({ until }: { readonly until?: string }): string {
  return until === undefined ? '' : ` until ${until}`;
}
