/** What loosens the policy of an account against the base branch: said before the plan, and refused where the plan needs it. */

import { UnsafePlanError } from '../errors.ts';
import { looseningText, type Plan, type Reconciler } from '../index.ts';
import { markdownText, terminalLine } from '../report/escape.ts';
import { type Allowance, isCoveredBy } from './allowance.ts';
import { compared } from './compared-policy.ts';
import { looseningDigest, unreadableDigest } from './policy-digests.ts';
import { allowing, type Naming, OF_BASE } from './policy-naming.ts';
import { isMade, madeIn, needsOf } from './policy-needs.ts';
import { noticeOf, refused } from './policy-notice.ts';
import type { Run, Unreadable } from './run.ts';
import { untold } from './untold-policy.ts';

export interface PolicyChanges {
  /** Markdown above the plan; empty where there is nothing to say. */
  readonly notice: string;
  /** Set where the plan must not be applied. */
  readonly refusal: UnsafePlanError | undefined;
  /** Digests of what is looser, as the notice says it. */
  readonly shown: readonly string[];
  /** Digests of what of that the plan needs, and somebody allows. */
  readonly allowed: readonly string[];
}

export const NO_CHANGES: PolicyChanges = { notice: '', refusal: undefined, shown: [], allowed: [] };

interface Asked {
  /** What somebody allowed earlier, for what is planned. */
  readonly allowances?: readonly Allowance[];
  readonly naming?: Naming;
}

export async function policyChanges(
  run: Run,
  account: string,
  reconciler: Reconciler,
  plan: Plan,
  { allowances = [], naming = OF_BASE }: Asked = {},
): Promise<PolicyChanges> {
  const base = await run.base();
  if (base.state === 'none') return NO_CHANGES;
  const found = await compared(run, reconciler, plan, base);
  if ('reason' in found) {
    if (found.unanswered !== undefined) throw untold(found.unanswered, naming.of);
    const digest = unreadableDigest(base.commit);
    const isKnown = digest !== undefined && isCoveredBy(allowances, { digest, about: madeIn(plan) });
    return isKnown ? NO_CHANGES : unreadable(run, account, plan, { ...found, naming, digest });
  }
  const { loosenings } = found;
  const from = naming === OF_BASE ? found.from : '';
  if (loosenings.length === 0) return { ...NO_CHANGES, notice: from };
  const all = await needsOf(run, reconciler, plan, found.terms);
  const needs = all.filter((need) => !isCoveredBy(allowances, need));
  const needed = [...new Set(needs.map(({ text }) => text))];
  const texts = [...new Set(loosenings.map(looseningText))];
  run.step.annotate(texts.map((text) => `::warning title=policy-changes::${terminalLine(text)}`));
  const refusal = needs.length === 0 || isAllowed(run) ? undefined : refused(run, account, needed, naming);
  const notices = [noticeOf(run, { account, texts, needs: needed, naming }, refusal !== undefined), from];
  return {
    notice: notices.filter((text) => text !== '').join('\n\n'),
    refusal,
    shown: loosenings.map(looseningDigest),
    allowed: refusal === undefined ? needs.map(({ digest }) => digest) : [],
  };
}

/** Nothing is known of the earlier policy, so whatever the plan does may need a looser one. */
function unreadable(
  run: Run,
  account: string,
  plan: Plan,
  { reason, hint, naming, digest }: Unreadable & { readonly naming: Naming; readonly digest: string | undefined },
): PolicyChanges {
  const isNeeded = plan.changes.some(isMade);
  const isRefused = isNeeded && !isAllowed(run);
  const text = `The policy ${naming.of} could not be read: ${reason}`;
  const refusal = isRefused
    ? new UnsafePlanError(`${text} Whether the plan for ${account} needs a looser one is unknown.`, [], {
        hint: `${hint === undefined ? '' : `${hint} `}To apply it all the same, ${allowing(run)}.`,
      })
    : undefined;
  if (!isRefused) run.step.annotate([`::warning title=policy-changes::${terminalLine(text)}`]);
  const digests = digest === undefined ? [] : [digest];
  return {
    notice: `> **${markdownText(text)}**${isRefused ? ' The plan is refused.' : ''}`,
    refusal,
    shown: digests,
    allowed: isNeeded && !isRefused ? digests : [],
  };
}

export function isAllowed({ inputs }: Run): boolean {
  return inputs['policy-changes'] === 'allow';
}
