/** The comment of an earlier commit, where the run of the newest one ends before it plans: it says so, and keeps what it shows. */

import { commentsOf, editComment } from '../github/comments.ts';
import { pullNumbered } from '../github/pulls.ts';
import { shortOf } from './commit-name.ts';
import { readMarker } from './marker.ts';
import type { Run } from './run.ts';

const START = '> **This is of an earlier commit.**';

/** Of all accounts of the folder. What fails here is only logged: the run has ended for another reason. */
export async function tellEarlierPlans(run: Run): Promise<void> {
  try {
    await tell(run);
  } catch {
    run.step.log('The comment of an earlier commit could not be edited.\n');
  }
}

async function tell(run: Run): Promise<void> {
  const { inputs, event, folder, runUrl } = run;
  const { pull } = event;
  if (inputs.command !== 'plan' || !inputs.comment || pull === undefined || pull.isMerged || pull.isFork) return;
  const { github, repository } = run.host();
  const { mergedAt, headSha } = await pullNumbered(github, repository, pull.number);
  // The comment is that of the merge by now, or of a newer run.
  if (mergedAt !== undefined || headSha !== pull.headSha) return;
  const at = runUrl === undefined ? 'The run' : `[The run](${runUrl})`;
  const notice = `${START} ${at} of commit \`${shortOf(headSha)}\` ended before it planned: what this shows is not what a merge approves.`;
  for (const { id, author, body } of await commentsOf(github, repository, pull.number)) {
    const mark = author === inputs['comment-author'] ? readMarker(body) : undefined;
    if (mark?.about !== 'plan' || mark.folder !== folder || mark.commit === headSha) continue;
    const [first = '', ...lines] = body.split('\n');
    const rest = lines[0]?.startsWith(START) === true ? lines.slice(2) : lines;
    await editComment(github, repository, id, [first, notice, '', ...rest].join('\n'));
  }
}
