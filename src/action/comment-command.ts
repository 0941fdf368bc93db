/** `command: comment`: what a comment of a pull request asks for, and whether its author may ask. */

import { UsageError } from '../errors.ts';
import { defaultHead } from '../github/branches.ts';
import { mayWrite } from '../github/permission.ts';
import { pullNumbered } from '../github/pulls.ts';
import { terminalLine } from '../report/escape.ts';
import type { PullRequest, RunEvent } from './event.ts';
import type { HostAccess } from './host-access.ts';
import type { Inputs } from './inputs.ts';

export interface Asked {
  readonly inputs: Inputs;
  readonly event: RunEvent;
}

/** Nothing is done, and that is no failure. `result`: neutral where somebody asked for something. */
export interface NotAsked {
  readonly result: 'passed' | 'neutral';
  /** A sentence. */
  readonly why: string;
}

/** The first line; names of accounts may follow. */
const COMMAND = /^\/(plan|apply)((?:[ \t]+\S+)*)[ \t]*\r?(?:\n|$)/;

/**
 * A plan is of an open pull request, an apply of a merged one: merging approves. Throws UsageError for accounts that the workflow does
 * not run, and what the Git host throws.
 */
export async function askedByComment({ inputs, event }: Asked, host: () => HostAccess): Promise<Asked | NotAsked> {
  const { comment, discussed: number } = event;
  if (comment === undefined || number === undefined)
    return { result: 'passed', why: 'The run was not started by a new comment of a pull request.' };
  const [, command, names = ''] = COMMAND.exec(comment.body) ?? [];
  if (command !== 'plan' && command !== 'apply')
    return { result: 'passed', why: 'The comment begins neither with /plan nor with /apply.' };
  const { github, repository } = host();
  const refused = (why: string): NotAsked => ({ result: 'neutral', why: `/${command} was not run: ${why}.` });
  if (!(await mayWrite(github, repository, comment.author)))
    return refused(`${terminalLine(comment.author)} may not write to the repository`);
  const pull = await pullNumbered(github, repository, number);
  const isMerged = pull.mergedAt !== undefined;
  if (command === 'plan' && isMerged) return refused(`#${number} is merged already`);
  if (command === 'plan' && pull.isClosed) return refused(`#${number} is closed`);
  if (command === 'apply' && !isMerged) return refused(`#${number} is not merged, and merging approves its plan`);
  if (command === 'apply') {
    const { branch } = await defaultHead(github, repository);
    if (pull.base !== branch)
      return refused(
        `#${number} was merged into ${terminalLine(pull.base)}, and apply works from ${terminalLine(branch)}`,
      );
  }
  const account = names.split(/[ \t]+/).filter((name) => name !== '');
  requireRun(account, inputs.account);
  const { headSha, isFork, base } = pull;
  const about: PullRequest = { number, headSha, isFork, isMerged, base };
  return {
    inputs: { ...inputs, command, account: account.length === 0 ? inputs.account : account },
    event: { ...event, pull: about, asked: pull },
  };
}

/** What the workflow leaves to other jobs, with other tokens, no comment brings here. */
function requireRun(asked: readonly string[], run: readonly string[]): void {
  const other = asked.find((name) => run.length > 0 && !run.includes(name));
  if (other === undefined) return;
  throw new UsageError(
    'inputs-invalid',
    `The comment names the account ${terminalLine(other)}, which this job does not run.`,
    {
      hint: `It runs ${run.map(terminalLine).join(', ')}.`,
    },
  );
}
