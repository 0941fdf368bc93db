/** How much of a looser policy a comment takes: what nobody could read there nobody has reviewed. */

import { UnsafePlanError } from '../errors.ts';

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
