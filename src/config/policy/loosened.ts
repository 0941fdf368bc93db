/**
 * Changes that a policy of an account allows and another policy does not. Compares resolved policies, so that a moved line is not a change.
 * Pure.
 */

import type { Finding, Severity } from '../../model/finding.ts';
import { type Fields, inKeyOrder } from '../../model/json.ts';
import { type Consent, RULE_NAMES, type RuleName, type RuleSetting, type Waiver } from '../../model/policy.ts';
import type { Terms } from '../../model/terms.ts';

type Level = Severity | 'off';

/** Returns a sentence without Markdown for each loosening. What is valid everywhere comes before what is valid at one address. */
export function loosened(base: Terms, head: Terms): readonly string[] {
  const allowed = head.policy.allow.filter((consent) => !base.policy.allow.some((other) => includes(other, consent)));
  const waived = head.policy.waivers.filter((one) => !base.policy.waivers.some((other) => waivesAll(other, one)));
  const atPlaces = [
    ...allowed.map((one) => ({ ...one, text: `The risk ${one.risk} is allowed` })),
    ...waived.map((one) => ({ ...one, text: `The finding ${one.finding} is waived` })),
  ];
  const [everywhere, atOne] = [true, false].map((isEverywhere) =>
    atPlaces
      .filter(({ address }) => (address === undefined) === isEverywhere)
      .map(({ text, address, until }) => `${text}${place(address)}${until === undefined ? '' : ` until ${until}`}.`),
  );
  return [
    ...(base.protected && !head.protected ? ['The account is no longer protected.'] : []),
    ...(base.drift === 'hold' && head.drift !== 'hold'
      ? ['What changed in the account is overwritten instead of held (drift: revert).']
      : []),
    ...(['percent', 'above'] as const).flatMap((member) => {
      const [from, to] = [base.policy.maxChanges[member], head.policy.maxChanges[member]];
      return to > from ? [`maxChanges.${member} is raised from ${from} to ${to}.`] : [];
    }),
    ...RULE_NAMES.flatMap((rule) => ruleLoosened(rule, base.policy.rules[rule], head.policy.rules[rule])),
    ...(everywhere ?? []),
    ...(atOne ?? []),
  ];
}

function place(address: string | undefined): string {
  return address === undefined ? ' everywhere' : ` at ${address}`;
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

/** Only the rule knows which parameters are looser, so every change of a parameter counts. */
function ruleLoosened(rule: RuleName, base: RuleSetting | undefined, head: RuleSetting | undefined): readonly string[] {
  const [from, to] = [base?.severity ?? 'off', head?.severity ?? 'off'];
  const isOther = from !== 'off' && to !== 'off' && !isSame(base?.parameters ?? {}, head?.parameters ?? {});
  return [
    ...(WEIGHTS[to] < WEIGHTS[from] ? [`The rule ${rule} is lowered from ${from} to ${to}.`] : []),
    ...(isOther ? [`The rule ${rule} has other parameters.`] : []),
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
export function findRefused(base: readonly Finding[], head: readonly Finding[]): readonly Finding[] {
  const known = new Set(errors(head).map(buildKey));
  return errors(base).filter((finding) => !ABOUT_POLICY.has(finding.code) && !known.has(buildKey(finding)));
}

function errors(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'error');
}

function buildKey({ code, address }: Finding): string {
  return `${code} ${address ?? ''}`;
}
