/** Executes the calls of a plan and determines the outcome of every change. It knows nothing of the configuration and compares nothing. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import { hostOf } from '../../model/host.ts';
import { openCallsIn } from '../../model/open-call.ts';
import { type ApplyResult, isGood, OUTCOME_FORMAT } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import { planParts } from '../fingerprint.ts';
import { reviewedPart } from '../gate/reviewed.ts';
import { withRenamed } from '../observe/renamed.ts';
import { restoresIn } from './archived-look.ts';
import { type CallEnd, type CallResult, summaryOf } from './call-result.ts';
import { type Repeat, repeatCall } from './conclude.ts';
import { finalCheck } from './final-check.ts';
import { foldRun } from './fold-run.ts';
import { leftOut, outcomesOf } from './outcomes.ts';
import { partOf } from './part.ts';
import { entriesOf } from './plan-entries.ts';
import { requireSettled, requireUnblocked } from './require-safe.ts';
import { type Run, type RunInput, startRun } from './run.ts';
import { runCall } from './run-call.ts';
import { requireGraph, schedule } from './schedule.ts';

export interface ApplyInput extends Omit<RunInput, 'reviewedPart' | 'files' | 'restores'> {
  readonly plan: Plan;
  /** Calls in flight at most. */
  readonly concurrency: number;
  /** Blocked changes are left out; without it one of them refuses the plan. */
  readonly skipBlocked: boolean;
  /** Digest of the reviewed plan that this plan equals or completes. The ledger stores it with each call. */
  readonly reviewed?: string;
}

/** Throws LedgerError, UnsafePlanError or UsageError before the first write; after it, outcomes and findings tell. */
export async function applyPlan(input: ApplyInput): Promise<ApplyResult> {
  const { plan, ledger, onEvent } = input;
  const account = { name: plan.account.name, hubId: input.hubId, host: hostOf(plan.account.baseUrl) };
  requireGraph(plan.calls);
  requireUnblocked(plan, input.skipBlocked);
  const known = await ledger.compact(account);
  requireSettled(plan, known);
  const run = startRun(
    { ...input, ...reviewing(input), ...defined({ files: plan.files }), restores: restoresIn(plan) },
    withRenamed(known, plan),
  );
  const changes = plan.changes.filter(({ action }) => action !== 'keep' && action !== 'blocked');
  onEvent?.({ type: 'apply-start', run: run.id, calls: plan.calls.length, changes: changes.length });
  await ledger.append(entriesOf(run, plan));

  const ends = await callAll(run, plan, input.concurrency);
  const seen = run.halted() === undefined ? await finalCheck(run, ends) : new Map<Address, CallResult>();
  await run.recorded();
  const outcomes = outcomesOf(run, changes, { ends, seen });
  for (const outcome of outcomes) onEvent?.({ type: 'outcome', outcome });
  const { intentions, missing } = await foldRun(run, ends, account);
  return {
    format: OUTCOME_FORMAT,
    run: run.id,
    summary: summaryOf(outcomes),
    outcomes,
    settled: 0,
    ...(intentions.length === 0 ? {} : { open: openCallsIn({ intentions }, undefined) }),
    ...(missing.length === 0 ? {} : { unrecorded: missing }),
    leftOut: plan.changes.filter(({ action }) => action === 'blocked').map(leftOut),
    adopted: plan.adopt.map(({ address }) => address),
    findings: run.findings,
    calls: run.calls,
    changed: run.effects.size > 0 || outcomes.some(isGood),
    interrupted: input.signal?.aborted === true,
    ...defined({ failure: run.failure() }),
  };
}

function reviewing({ plan, reviewed }: ApplyInput): Pick<RunInput, 'reviewedPart'> {
  if (reviewed === undefined) return {};
  const parts = planParts(plan);
  return { reviewedPart: (call) => reviewedPart(parts, call, reviewed) };
}

async function callAll(run: Run, { calls, changes }: Plan, concurrency: number): Promise<readonly CallEnd[]> {
  const repeats: Repeat[] = [];
  const needs = new Map(changes.map(({ address, dependsOn }) => [address, dependsOn] as const));
  const ends = await schedule({
    calls,
    concurrency,
    halted: run.halted,
    run: (call) => runCall(run, call, (repeat) => repeats.push(repeat)),
    dependsOn: (address) => needs.get(address) ?? [],
    partOf: (call, covers) => partOf(run, call, covers),
  });
  const replaced = new Map<string, CallEnd>();
  for (const repeat of repeats) {
    if (run.halted() === undefined) replaced.set(repeat.call.id, await repeatCall(run, repeat));
  }
  return ends.map((end) => replaced.get(end.call.id) ?? end);
}
