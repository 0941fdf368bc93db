/** Digests in comments that the plan job did not write there: told as notices, as somebody may take them for an approval. */

import { commentMark } from './comment.ts';
import type { Waiting } from './merged.ts';
import type { HostAccess, Run } from './run.ts';

/** Everyone who may write can edit a comment: a digest in one counts for nothing, and one that was never published was put there by somebody. */
export async function editedMarks(
  run: Run,
  host: HostAccess,
  account: string,
  waiting: readonly Waiting[],
): Promise<readonly string[]> {
  const notices = [];
  for (const { pull, published } of waiting) {
    const mark = await commentMark(run, host, pull.number, account);
    if (mark?.digest === undefined || published.includes(mark.digest)) continue;
    notices.push(
      `The comment in #${pull.number} shows the digest ${mark.digest}, which its plan job did not write: it was edited, and is ignored.`,
    );
  }
  return notices;
}
