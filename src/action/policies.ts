/** The policies that an account had at commits, each read once: which of them are the strictest, and what one allows that another did not. */

import { loosened, type Plan, type Reconciler } from '../index.ts';
import { shortOf } from './commit-name.ts';
import { type Former, formerPolicy, presentPolicy } from './former-policy.ts';
import { looseningDigest } from './policy-digests.ts';
import type { Run, Unreadable } from './run.ts';
import { untold } from './untold-policy.ts';

/** Each throws what the Git host fails with where it may answer later. */
export interface Policies {
  /** The run with what this commit says as its base. */
  at(commit: string): Run;
  isReadable(commit: string): Promise<boolean>;
  /**
   * Digests of what the later commit allows and the earlier one did not. Undefined where one of them cannot be read, or the later one does
   * not have the account.
   */
  loosened(earlier: string, later: string): Promise<readonly string[] | undefined>;
  /**
   * Without those that another one is at least as strict as in every respect: whatever is looser than such a one is looser than the other,
   * too. Of two that say the same the earlier stays, and what cannot be read stays as well.
   */
  strictest(commits: readonly string[]): Promise<readonly string[]>;
  /** The earlier one where both say the same, in the same folder: whoever holds it has nothing to write. */
  sameAs(earlier: string, later: string): Promise<boolean>;
}

export function policiesOf(run: Run, { account }: Reconciler, plan: Plan): Policies {
  const found = new Map<string, Promise<Former | undefined>>();
  const at = (commit: string): Run => ({ ...run, base: () => run.at(commit) });
  const read = async (commit: string): Promise<Former | undefined> => {
    if (commit === run.checkout.commit) return readable(presentPolicy(run, account, plan), commit);
    const there = at(commit);
    const base = await there.base();
    return base.state === 'none' ? NONE : readable(await formerPolicy(there, account, plan, base), commit);
  };
  const of = (commit: string): Promise<Former | undefined> => {
    const policy = found.get(commit) ?? read(commit);
    found.set(commit, policy);
    return policy;
  };
  /** Whether whatever the first one refuses the second one refuses as well. */
  const covers = async (other: string, commit: string): Promise<boolean> => {
    const [one, two] = [await of(commit), await of(other)];
    if (one === undefined || two === undefined) return one === two && commit === other;
    return one.terms.every((mine) => two.terms.some((theirs) => loosened(mine.terms, theirs.terms).length === 0));
  };
  return {
    at,
    isReadable: async (commit) => (await of(commit)) !== undefined,
    async loosened(earlier, later) {
      const [before, after] = [await of(earlier), await of(later)];
      if (before === undefined || after === undefined || after.terms.length === 0) return undefined;
      const named = after.terms.filter((one) => one.account === account.name);
      const now = named.length > 0 ? named : after.terms;
      return before.terms.flatMap((one) => now.flatMap((two) => loosened(one.terms, two.terms).map(looseningDigest)));
    },
    async strictest(commits) {
      let kept: readonly string[] = [];
      for (const commit of commits) {
        if (await some(kept, (other) => covers(other, commit))) continue;
        const left: string[] = [];
        for (const other of kept) if (!(await covers(commit, other))) left.push(other);
        kept = [...left, commit];
      }
      return kept;
    },
    async sameAs(earlier, later) {
      const isHere = (await of(earlier))?.folders.length === 0;
      return isHere && (await covers(earlier, later)) && (await covers(later, earlier));
    },
  };
}

const NONE: Former = { terms: [], folders: [] };

/** What the Git host does not tell now is not taken for what nobody can read: which policies hold is written down. */
function readable(policy: Former | Unreadable, commit: string): Former | undefined {
  if (!('reason' in policy)) return policy;
  if (policy.unanswered !== undefined) throw untold(policy.unanswered, `of commit ${shortOf(commit)}`);
  return undefined;
}

async function some<T>(all: readonly T[], is: (one: T) => Promise<boolean>): Promise<boolean> {
  for (const one of all) if (await is(one)) return true;
  return false;
}
