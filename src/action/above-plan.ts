/** What a plan says first besides its policy: what is merged and not yet applied, and whether a merge applies anything. */

import { defaultBranch } from '../github/branches.ts';
import type { Reconciler } from '../index.ts';
import { markdownCode, terminalLine } from '../report/escape.ts';
import type { PullRequest } from './event.ts';
import { type Merged, mergedSince, waitingText } from './merged.ts';
import { recordedIn } from './recorded.ts';
import type { Run } from './run.ts';
import type { Watched } from './touched.ts';

export type Before =
  | {
      /** Whose plans are applied. */
      readonly branch: string;
      readonly merged: Merged;
    }
  | { readonly error: unknown };

export type Above =
  | {
      readonly note: string;
      /** Branch whose plans are applied, where the pull request is for another one. */
      readonly elsewhere?: string;
    }
  | { readonly error: unknown };

/**
 * What the default branch asks for already and the account does not have: the plan contains it too, unless it is for another branch. What
 * is merged into another branch alone waits for nothing: its own merge into the default branch is planned and reviewed.
 */
export async function mergedBefore(run: Run, account: string, reconciler: Pick<Reconciler, 'ledger'>): Promise<Before> {
  try {
    const host = run.host();
    const branch = await defaultBranch(host.github, host.repository);
    const since = { from: branch, branch, before: await placesBefore(run), ...recordedIn(reconciler) };
    return { branch, merged: await mergedSince(run, host, account, since) };
  } catch (error) {
    return { error };
  }
}

/** Of the base of the change. */
export async function placesBefore(run: Run): Promise<readonly Watched[]> {
  const base = await run.base();
  return base.state === 'read' ? base.places : [];
}

/** `before`: undefined where the branch of the pull request is unknown. */
export async function aboveThePlan(run: Run, { base }: PullRequest, before: Before | undefined): Promise<Above> {
  if (base === undefined || before === undefined) return { note: '' };
  if ('error' in before) return before;
  const { branch, merged } = before;
  const waiting = waitingText(merged);
  const texts = [
    ...(base === branch ? [] : [{ log: notApplied(base, branch, terminalLine), shown: notApplied(base, branch) }]),
    ...(waiting === undefined ? [] : [{ log: waiting, shown: waiting }]),
  ];
  for (const { log, shown } of texts) {
    run.step.log(`${log}\n`);
    await run.step.summary(`${shown}\n\n`);
  }
  const note = texts.map(({ shown }) => `> ${shown}`).join('\n>\n');
  return base === branch ? { note } : { note, elsewhere: branch };
}

export function notApplied(base: string, branch: string, named = markdownCode): string {
  return `A merge into ${named(base)} applies nothing: what counts is the plan of the pull request that brings it to ${named(branch)}.`;
}
