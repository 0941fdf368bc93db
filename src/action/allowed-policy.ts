/** What somebody allowed for an apply that used no approval up: the newest merge before it carries that on. */

import { keepApproval } from './approvals.ts';
import { shortOf } from './checkout.ts';
import { isAllowed } from './policy-changes.ts';
import type { Reviewed } from './reviewed.ts';
import type { Run } from './run.ts';

/** Once everything is applied. Where no merge was ever applied, there is nothing that a later one is compared with. */
export async function keepAllowed(run: Run, { merged, applied, held }: Reviewed): Promise<void> {
  const isCarried = merged.some(({ approval }) => approval !== undefined);
  if (!isAllowed(run) || isCarried || applied?.approval === undefined) return;
  if (!applied.heldUnknown && held.every((commit) => applied.held.includes(commit))) return;
  const { changes: _, addresses: __, ...about } = applied.approval;
  await keepApproval(run, run.host(), applied.pull.headSha, {
    title: 'Applied, and a later policy allowed',
    summary: `Somebody allowed the policy of commit ${held.map(shortOf).join(', ')}. What is merged next is compared with that.`,
    approval: { ...about, state: 'applied', held: [...held] },
    conclusion: 'success',
  });
}
