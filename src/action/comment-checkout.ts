/** What `/plan` may have checked out: what merging the pull request makes now, and nothing older. */

import { UsageError } from '../errors.ts';
import { headOf, isBehind } from '../github/branches.ts';
import type { HostPull } from '../github/pulls.ts';
import { unlessAbsent } from '../github/unless-gone.ts';
import { terminalLine } from '../report/escape.ts';
import { mergedInto } from './base-commit.ts';
import type { RunEvent } from './event.ts';
import type { HostAccess } from './host-access.ts';

/**
 * A plan is shown as that of the pull request, so it has to be of its merge with what the base branch has now: the newest commit alone
 * lacks what was merged meanwhile, and its plan would take that back. Throws UsageError, and what the Git host throws.
 */
export async function requireMerge(
  { comment, asked: pull }: RunEvent,
  command: string,
  commit: string,
  host: () => HostAccess,
): Promise<void> {
  if (comment === undefined || command !== 'plan' || pull === undefined) return;
  const access = host();
  const isHead = commit === pull.headSha;
  const into = await unlessAbsent(() => mergedInto(access, pull.headSha, commit));
  if (!isHead && into === undefined) throw elsewhere(pull);
  // Of a fork only the files are checked.
  if (pull.isFork) return;
  const { github, repository } = access;
  const base = await headOf(github, repository, pull.base);
  if (isHead) {
    if (!(await isBehind(github, repository, { head: commit, commit: base }))) throw behind(pull);
    return;
  }
  if (into !== base) throw older(pull, `is older than ${terminalLine(pull.base)}`);
  // Whoever can make a commit can give it these parents, and other files.
  if (commit !== pull.mergeSha) throw older(pull, 'is not the one that the Git host names now');
}

function elsewhere({ number }: HostPull): UsageError {
  return new UsageError(
    'inputs-invalid',
    `The commit that is checked out is neither the newest of #${number} nor its merge.`,
    {
      hint: `Set ref: ${mergeOf(number)} for actions/checkout. After a push the Git host makes the merge again when it is asked about #${number}, as this run did: comment again in a minute.`,
    },
  );
}

function behind({ number, base }: HostPull): UsageError {
  const branch = terminalLine(base);
  return new UsageError(
    'checkout-behind',
    `#${number} is behind ${branch}, and its newest commit is checked out without what ${branch} has.`,
    {
      hint: `Set ref: ${mergeOf(number)} for actions/checkout, or update the branch of #${number}, and comment again.`,
    },
  );
}

function older({ number, base }: HostPull, what: string): UsageError {
  return new UsageError('checkout-behind', `The merge of #${number} that is checked out ${what}.`, {
    hint: `The Git host makes it again when it is asked about #${number}, as this run did: comment again in a minute. Where #${number} conflicts with ${terminalLine(base)}, it makes none: update the branch first.`,
  });
}

function mergeOf(number: number): string {
  return `refs/pull/${number}/merge`;
}
