/** What the plan of a merge overwrites and a fresh one leaves as the account has it: the run lacks the input that the plan had. */

import { StalePlanError } from '../errors.ts';
import { changeDigests, type Reconciler } from '../index.ts';
import type { RunHistory } from '../model/ledger.ts';
import type { Plan } from '../model/plan.ts';
import { isEmpty } from '../report/text/counts.ts';
import { addressDigest } from './approval.ts';
import { isCounted, isRestOf, type Plans } from './approved.ts';
import type { Waiting } from './merged.ts';

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
  const runs = await ledger.runs();
  const approved = reviewed.waiting.filter((one) => isMeant(one, reviewed));
  const planned = new Set(changeDigests(plan).values());
  const left = new Set(approved.flatMap((one) => leftOf(one, { held, planned, runs })));
  const [first, ...others] = left;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  if (first !== undefined) throw refused(account, `${first}${more}`, 'and a reviewed plan changes it');
  const [any = ''] = held.values();
  for (const digest of unlisted(approved, reviewed))
    if (isEmpty(plan) && !(await isRestOf(digest, plan, { read: () => ledger.read(), runs: async () => runs })))
      throw refused(account, any, `and the plan with the digest ${digest} may change it`);
}

/** A digest that somebody gives stands for the plan of a merge that has it. */
function isMeant(one: Waiting, reviewed: Plans): boolean {
  return reviewed.given === undefined ? isCounted(one, reviewed) : one.approval?.digest === reviewed.given;
}

interface Found {
  readonly held: ReadonlyMap<string, string>;
  readonly planned: ReadonlySet<string>;
  readonly runs: readonly RunHistory[];
}

/** What a run made since the merge may have been changed again since. One before that made the same of another plan. */
function leftOf({ pull, approval }: Waiting, { held, planned, runs }: Found): readonly string[] {
  const { changes = [], addresses = [] } = approval ?? {};
  const since = runs.filter(({ at }) => Date.parse(at) >= (pull.mergedAt ?? Number.NEGATIVE_INFINITY));
  const made = new Set(since.flatMap(changesOf));
  return changes.flatMap((change, at) => {
    const address = held.get(addresses[at] ?? '');
    return address === undefined || planned.has(change) || made.has(change) ? [] : [address];
  });
}

function changesOf({ calls }: RunHistory): readonly string[] {
  return calls.flatMap(({ reviewed }) => reviewed?.changes ?? []);
}

/** Digests of plans of which nothing else is known: too large for a list of their changes, or of no merge that waits. */
function unlisted(approved: readonly Waiting[], { given }: Plans): readonly string[] {
  if (given !== undefined && approved.length === 0) return [given];
  return approved.flatMap(({ approval }) =>
    approval?.digest === undefined || (approval.changes !== undefined && approval.addresses !== undefined)
      ? []
      : [approval.digest],
  );
}

function refused(account: string, what: string, why: string): StalePlanError {
  return new StalePlanError(
    'reviewed-held',
    `The plan for ${account} leaves ${what} as it is in the account, ${why}.`,
    {
      hint: 'The account has drift: hold. Set the input overwrite of this job as the reviewed plan had it, and run it again.',
    },
  );
}
