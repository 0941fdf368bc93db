/** What the plan of a merge overwrites and a fresh one leaves as the account has it: the run lacks the input that the plan had. */

import { StalePlanError } from '../errors.ts';
import { changeDigests, type Reconciler } from '../index.ts';
import type { Plan } from '../model/plan.ts';
import { addressDigest } from './approval.ts';
import { approvalsIn, type Plans } from './approved.ts';

/** Throws StalePlanError `reviewed-held`: an empty plan would use the approval up, and nothing of it is made. */
export async function requireNotHeld(
  account: string,
  { ledger }: Pick<Reconciler, 'ledger'>,
  plan: Plan,
  reviewed: Plans,
): Promise<void> {
  const held = new Map(
    plan.findings.flatMap(({ code, address }) =>
      code === 'drift-held' && address !== undefined ? [[addressDigest(address), address] as const] : [],
    ),
  );
  if (held.size === 0) return;
  const approved = approvalsIn(reviewed).flatMap(({ changes = [], addresses = [] }) =>
    changes.flatMap((change, at) => {
      const address = held.get(addresses[at] ?? '');
      return address === undefined ? [] : [{ change, address }];
    }),
  );
  const planned = new Set(changeDigests(plan).values());
  const left = approved.filter(({ change }) => !planned.has(change));
  if (left.length === 0) return;
  // What an earlier run made may have been changed again since.
  const runs = await ledger.runs();
  const made = new Set(runs.flatMap(({ calls }) => calls.flatMap((call) => call.reviewed?.changes ?? [])));
  const [first, ...others] = new Set(left.flatMap(({ change, address }) => (made.has(change) ? [] : [address])));
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  throw new StalePlanError(
    'reviewed-held',
    `The plan for ${account} leaves ${first}${more} as it is in the account, and a reviewed plan changes it.`,
    {
      hint: 'The account has drift: hold. Set the input overwrite of this job as the reviewed plan had it, and run it again.',
    },
  );
}
