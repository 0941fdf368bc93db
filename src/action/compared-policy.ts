/** What of the policy of the base the files of the run loosen, and where the base has it. */

import { isNarrow, type Loosening, loosened, type Plan, projectTerms, type Reconciler, type Terms } from '../index.ts';
import { markdownCode } from '../report/escape.ts';
import { formerPolicy } from './former-policy.ts';
import { looseningDigest } from './policy-digests.ts';
import type { Base, Run, Unreadable } from './run.ts';
import { configurationOptions } from './variables.ts';

export interface Compared {
  /** Each once, wide ones first. */
  readonly loosenings: readonly Loosening[];
  /** Of the base: those of each of its accounts that allows less. */
  readonly terms: readonly Terms[];
  /** Markdown that says where the base has them, where that is not in the same folder. */
  readonly from: string;
}

/** The base may know the account under another name, or under several: all of them hold. */
export async function compared(
  run: Run,
  { account }: Reconciler,
  plan: Plan,
  base: Exclude<Base, { state: 'none' }>,
): Promise<Compared | Unreadable> {
  const former = await formerPolicy(run, account, plan, base);
  if ('reason' in former) return former;
  const now = projectTerms(run.project, account.name, configurationOptions(run)).terms;
  const tighter = former.terms
    .map(({ terms }) => ({ terms, loosenings: loosened(terms, now) }))
    .filter(({ loosenings }) => loosenings.length > 0);
  const all = tighter.flatMap(({ loosenings }) => loosenings).map((one) => [looseningDigest(one), one] as const);
  return {
    loosenings: [...new Map(all).values()].toSorted((one, other) => Number(isNarrow(one)) - Number(isNarrow(other))),
    terms: tighter.map(({ terms }) => terms),
    from: former.terms.length === 0 ? NO_POLICY : fromText(account.name, former.folders),
  };
}

const NO_POLICY = '> The base branch has no configuration: there is no policy to compare with.';

function fromText(account: string, folders: readonly string[]): string {
  if (folders.length === 0) return '';
  const places = folders.map((folder) => markdownCode(folder)).join(', ');
  return `> The base branch has ${markdownCode(account)} in another folder (${places}): the policy there is compared.`;
}
