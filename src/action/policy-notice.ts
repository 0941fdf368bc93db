/** How a looser policy is put into words: above the plan, in the log, and where it is refused. */

import { UnsafePlanError } from '../errors.ts';
import { isNarrow, type Loosening, looseningText } from '../index.ts';
import { markdownCode, markdownText } from '../report/escape.ts';
import { shortOf } from './checkout.ts';

/** How a policy is named that is compared with: after "looser than", and after "the policy". */
export interface Naming {
  readonly at: string;
  readonly of: string;
  /** What to do where the plan needs what is looser. */
  readonly wayOut: string;
  /** What to do where nobody can read it. */
  readonly unread: string;
}

export const WAY_OUT =
  'Change the policy in a pull request of its own, or let somebody who may decide it set the input policy-changes to allow.';
const ALLOWED = 'Let somebody who may decide it set the input policy-changes to allow';
export const OF_BASE: Naming = { at: 'on the base branch', of: 'of the base branch', wayOut: WAY_OUT, unread: WAY_OUT };

/** What a push came on top of. */
export const OF_COMMIT_BEFORE: Naming = {
  at: 'in the commit before',
  of: 'of the commit before',
  wayOut: WAY_OUT,
  unread: WAY_OUT,
};

/** An earlier policy that still holds. */
export function ofCommit(commit: string): Naming {
  const short = shortOf(commit);
  return {
    at: `in commit ${short}, and nobody has allowed that`,
    of: `of commit ${short} that still holds`,
    wayOut: `Make the policy as strict as in commit ${short} again, or let somebody who may decide it set the input policy-changes to allow for this plan.`,
    unread: `${ALLOWED} for this plan.`,
  };
}

/** An earlier policy, for an account of which no plan was ever merged and applied. */
export function ofCommitUnplanned(commit: string): Naming {
  const naming = ofCommit(commit);
  return { ...naming, at: `in commit ${shortOf(commit)}, and no plan for this account that was applied shows that` };
}

/** What a merge that is not yet applied has to keep, whatever its own policy is. */
export function beforeMerge(number: number): Naming {
  return {
    at: `before #${number} was merged`,
    of: `from before #${number} was merged`,
    wayOut:
      'Review what it brings in a new pull request, or let somebody who may decide it set the input policy-changes to allow.',
    unread: `${ALLOWED}.`,
  };
}

/** Bytes of a comment that the policy takes at most: the plan has to fit below it. */
const LONGEST_NOTICE = 30_000;

/** `whole`: false where a part of it is left out, which nobody can review then. */
export function noticeWithin(notice: string): { readonly text: string; readonly whole: boolean } {
  if (Buffer.byteLength(notice) <= LONGEST_NOTICE) return { text: notice, whole: true };
  const lines = notice.split('\n');
  let bytes = 0;
  const shown = lines.filter((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes <= LONGEST_NOTICE;
  });
  const more = lines.length - shown.length;
  const rest = `> **And ${more} more lines on the policy, which are in the log of the run: this is no review of it.**`;
  return { text: [...shown, '>', rest].join('\n'), whole: false };
}

export function tooLong(account: string): UnsafePlanError {
  const message = `What of the policy of ${account} is looser is too long to be reviewed in a comment.`;
  return new UnsafePlanError(message, [], { hint: 'Loosen the policy in several pull requests.' });
}

/** What is said of each kind; the rest is counted. */
const SHOWN = 20;

export function refused(account: string, needs: readonly string[], { of, wayOut }: Naming): UnsafePlanError {
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

export function noticeOf({ account, texts, needs, naming }: Said, isRefused: boolean): string {
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
export function said(loosenings: readonly Loosening[]): { readonly texts: readonly string[]; readonly isCut: boolean } {
  const wide = loosenings.filter((one) => !isNarrow(one));
  const narrow = loosenings.filter(isNarrow);
  const some = narrow.slice(0, Math.max(0, SHOWN - wide.length));
  const more = narrow.length - some.length;
  const rest = more > 0 ? [`and ${more} more that hold at one address each: they are in the log.`] : [];
  const texts = new Set([...wide, ...some].map(looseningText).map((text) => text.slice(0, 300)));
  return { texts: [...texts, ...rest], isCut: more > 0 };
}

function shown(texts: readonly string[]): readonly string[] {
  const more = texts.length - SHOWN;
  return [...texts.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].map((text) => text.slice(0, 300));
}
