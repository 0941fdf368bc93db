/** What loosens the policy of an account against the base branch: said before the plan, and refused where the plan needs it. */

import { UnsafePlanError } from '../errors.ts';
import { looseningText, type Plan, planParts, type Reconciler, refusedBy, type Terms } from '../index.ts';
import { markdownText, terminalLine } from '../report/escape.ts';
import { compared } from './former-policy.ts';
import { type Naming, noticeOf, OF_BASE, refused, said } from './policy-notice.ts';
import { planOptions, type Run, type Unreadable } from './run.ts';
import { termsDigest } from './terms-digest.ts';

export interface PolicyChanges {
  /** Markdown above the plan; empty where there is nothing to say. */
  readonly notice: string;
  /** Set where the plan must not be applied. */
  readonly refusal: UnsafePlanError | undefined;
  /** Digest of what the base branch allows; undefined where there is no base. */
  readonly terms: string | undefined;
}

/** What was compared when the plan was made. */
export interface Seen {
  /** Digests of policies. */
  readonly terms: readonly string[];
  /** What of the plan needed a looser policy, and was allowed. */
  readonly needs: () => Promise<readonly string[]>;
}

const NOTHING: PolicyChanges = { notice: '', refusal: undefined, terms: undefined };
export async function policyChanges(
  run: Run,
  account: string,
  reconciler: Reconciler,
  plan: Plan,
  { seen, naming = OF_BASE }: { readonly seen?: Seen; readonly naming?: Naming } = {},
): Promise<PolicyChanges> {
  const base = await run.base();
  if (base.state === 'none') return NOTHING;
  const found = await compared(run, reconciler, plan, base);
  const terms = termsDigest('reason' in found ? undefined : found.all);
  if (seen?.terms.includes(terms) === true) return { ...NOTHING, terms };
  if ('reason' in found) return { ...unreadable(run, account, plan, { ...found, naming }), terms };
  const { loosenings } = found;
  const from = naming === OF_BASE ? found.from : '';
  if (loosenings.length === 0) return { ...NOTHING, notice: from, terms };
  const allowed = new Set(await seen?.needs());
  const needs = (await needsOf(run, reconciler, plan, found.terms)).filter((need) => !allowed.has(need));
  const { texts, isCut } = said(loosenings);
  if (isCut)
    run.step.log(
      `${[`What is looser than ${naming.at}, in full:`, ...loosenings.map(looseningText).map(terminalLine)].join('\n- ')}\n`,
    );
  run.step.annotate(texts.map((text) => `::warning title=policy-changes::${terminalLine(text)}`));
  const refusal = needs.length === 0 || isAllowed(run) ? undefined : refused(account, needs, naming);
  const notices = [noticeOf({ account, texts, needs, naming }, refusal !== undefined), from].filter(
    (text) => text !== '',
  );
  return { notice: notices.join('\n\n'), refusal, terms };
}

/** What of the plan is possible only under a looser policy than that of the base, in words; nothing where that cannot be read. */
export async function policyNeeds(run: Run, reconciler: Reconciler, plan: Plan): Promise<readonly string[]> {
  const base = await run.base();
  const found = base.state === 'none' ? undefined : await compared(run, reconciler, plan, base);
  return found === undefined || 'reason' in found ? [] : needsOf(run, reconciler, plan, found.terms);
}

/** What of the plan is possible only because the policy is looser, in words. */
async function needsOf(
  run: Run,
  reconciler: Reconciler,
  plan: Plan,
  terms: readonly Terms[],
): Promise<readonly string[]> {
  const needs = new Set<string>();
  for (const one of terms) for (const need of await needsUnder(run, reconciler, plan, one)) needs.add(need);
  return [...needs];
}

async function needsUnder(run: Run, reconciler: Reconciler, plan: Plan, terms: Terms): Promise<readonly string[]> {
  const under = await reconciler.plan({ ...planOptions(run), terms });
  const possible = new Set(planParts({ ...under, changes: under.changes.filter(isMade) }).changes.values());
  const made = plan.changes.filter(isMade);
  const parts = planParts({ ...plan, changes: made }).changes;
  const changes = made.filter(({ address }) => !possible.has(parts.get(address) ?? ''));
  const unprotected = terms.protected && !reconciler.account.protected && made.length > 0;
  return [
    ...(unprotected ? ['The account was protected.'] : []),
    ...changes.map(({ action, address }) => `${action} ${address}`),
    ...refusedBy(under.findings, plan.findings).map(({ code, message }) => `${code}: ${message}`),
  ];
}

export function isMade({ action }: Plan['changes'][number]): boolean {
  return action !== 'keep' && action !== 'blocked';
}

/** Nothing is known of the earlier policy, so whatever the plan does may need a looser one. */
function unreadable(
  run: Run,
  account: string,
  plan: Plan,
  { reason, hint, naming }: Unreadable & { readonly naming: Naming },
): Omit<PolicyChanges, 'terms'> {
  const isNeeded = plan.changes.some(isMade) && !isAllowed(run);
  const text = `The policy ${naming.of} could not be read: ${reason}`;
  const refusal = isNeeded
    ? new UnsafePlanError(`${text} Whether the plan for ${account} needs a looser one is unknown.`, [], {
        hint: `${hint === undefined ? '' : `${hint} `}${naming.wayOut}`,
      })
    : undefined;
  if (!isNeeded) run.step.annotate([`::warning title=policy-changes::${terminalLine(text)}`]);
  return { notice: `> **${markdownText(text)}**${isNeeded ? ' The plan is refused.' : ''}`, refusal };
}

export function isAllowed({ inputs }: Run): boolean {
  return inputs['policy-changes'] === 'allow';
}
