/** What loosens the policy of an account against the base branch: said before the plan, and refused where the plan needs it. */

import { UnsafePlanError } from '../errors.ts';
import {
  isNarrow,
  type Loosening,
  looseningText,
  type Plan,
  planParts,
  type Reconciler,
  refusedBy,
  type Terms,
} from '../index.ts';
import { markdownCode, markdownText, terminalLine } from '../report/escape.ts';
import { compared } from './former-policy.ts';
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

/** How a policy is named that is compared with, after "looser than", after "the policy" and as a way out. */
export interface Naming {
  readonly at: string;
  readonly of: string;
  readonly wayOut: string;
}

export const WAY_OUT =
  'Change the policy in a pull request of its own, or let somebody who may decide it set the input policy-changes to allow.';
const OF_BASE: Naming = { at: 'on the base branch', of: 'of the base branch', wayOut: WAY_OUT };

const NOTHING: PolicyChanges = { notice: '', refusal: undefined, terms: undefined };
/** What is said of each kind; the rest is counted. */
const SHOWN = 20;

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

function isMade({ action }: Plan['changes'][number]): boolean {
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

function refused(account: string, needs: readonly string[], { of, wayOut }: Naming): UnsafePlanError {
  // Some are sentences.
  const texts = shown(needs).map((text) => text.replace(/\.$/, ''));
  return new UnsafePlanError(
    `The plan for ${account} is possible only under a looser policy than that ${of}: ${texts.join('; ')}.`,
    [],
    { hint: wayOut },
  );
}

interface Said {
  readonly account: string;
  readonly texts: readonly string[];
  readonly needs: readonly string[];
  readonly naming: Naming;
}

function noticeOf({ account, texts, needs, naming }: Said, isRefused: boolean): string {
  const item = (text: string) => `> - ${markdownText(text)}`;
  const end =
    needs.length === 0
      ? ['> The plan does not need this.']
      : [
          `> **${isRefused ? 'The plan needs this, so it is refused, and a merge approves nothing' : 'The plan needs this'}:**`,
          '>',
          ...shown(needs).map(item),
          ...(isRefused ? ['>', `> ${markdownText(naming.wayOut)}`] : []),
        ];
  const head = `> **The policy of ${markdownCode(account)} is looser than ${naming.at}:**`;
  return [head, '>', ...texts.map(item), '>', ...end].join('\n');
}

/** Only what holds at one address is ever left out. */
function said(loosenings: readonly Loosening[]): { readonly texts: readonly string[]; readonly isCut: boolean } {
  const wide = loosenings.filter((one) => !isNarrow(one));
  const narrow = loosenings.filter(isNarrow);
  const some = narrow.slice(0, Math.max(0, SHOWN - wide.length));
  const more = narrow.length - some.length;
  const rest = more > 0 ? [`and ${more} more that hold at one address each: they are in the log.`] : [];
  const texts = [...wide, ...some].map(looseningText).map((text) => text.slice(0, 300));
  return { texts: [...texts, ...rest], isCut: more > 0 };
}

function shown(texts: readonly string[]): readonly string[] {
  const more = texts.length - SHOWN;
  return [...texts.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].map((text) => text.slice(0, 300));
}
