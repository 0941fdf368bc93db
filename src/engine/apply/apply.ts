/** Executes the calls of a plan and says what became of every change. It never sees the configuration and never diffs. */

import type { Caller } from '../../contract/calls.ts';
import type { Clock, NewId } from '../../contract/clock.ts';
import { defined } from '../../contract/defined.ts';
import { UnsafePlanError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Change } from '../../model/change.ts';
import type { OnEvent } from '../../model/event.ts';
import { hostOf } from '../../model/host.ts';
import type { Kind } from '../../model/kind.ts';
import type { JournalEntry, Ledger, LedgerStore } from '../../model/ledger.ts';
import { moment } from '../../model/moment.ts';
import { openCallsIn } from '../../model/open-call.ts';
import { type ApplyResult, isGood, type LeftOut, OUTCOME_FORMAT, type Outcome } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import { planParts } from '../fingerprint.ts';
import { blockedFinding } from '../gate/guard.ts';
import { reviewedPart } from '../gate/reviewed.ts';
import { settleHint } from '../hints.ts';
import { provingReader } from '../observe/reread.ts';
import { type CallEnd, type CallResult, partialResult, type ResultWithCall, summaryOf, worst } from './call-result.ts';
import { finalCheck } from './final-check.ts';
import { foldRun } from './fold-run.ts';
import { type Run, type RunInput, startRun } from './run.ts';
import { type Repeat, repeatCall, runCall } from './run-call.ts';
import { requireGraph, schedule } from './schedule.ts';

export interface ApplyInput {
  readonly plan: Plan;
  readonly kinds: readonly Kind[];
  readonly caller: Caller;
  /** Its lock is held. */
  readonly ledger: LedgerStore;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Calls in flight at most. */
  readonly concurrency: number;
  /** Blocked changes are left out; without it one of them refuses the plan. */
  readonly skipBlocked: boolean;
  /** Id of the account, as proven by the token. */
  readonly hubId: number;
  /** Digest of the reviewed plan that this one is, or is the rest of: the ledger keeps it beside each call. */
  readonly reviewed?: string;
  /** What the recovery before it sent again and the service has not finished. */
  readonly accepted?: readonly CallResult[];
  readonly signal?: AbortSignal;
  readonly onEvent?: OnEvent;
}

/** Throws LedgerError, UnsafePlanError or UsageError before the first write; after it, outcomes and findings tell. */
export async function applyPlan(input: ApplyInput): Promise<ApplyResult> {
  const { plan, ledger, onEvent } = input;
  const account = { name: plan.account.name, hubId: input.hubId, host: hostOf(plan.account.baseUrl) };
  requireGraph(plan.calls);
  requireUnblocked(input);
  const known = await ledger.compact(account);
  requireSettled(plan, known);
  const run = startRun({ ...input, ...reviewing(input) }, known);
  const changes = plan.changes.filter(({ action }) => action !== 'keep' && action !== 'blocked');
  onEvent?.({ type: 'apply-start', run: run.id, calls: plan.calls.length, changes: changes.length });
  await ledger.append([...adoptions(run, plan), ...doubts(run, plan), ...forgets(run, changes)]);

  const ends = await callAll(run, plan, input.concurrency);
  const seen = run.halted() === undefined ? await finalCheck(run, ends) : new Map<Address, CallResult>();
  await run.recorded();
  const results = resultsByAddress(ends);
  const outcomes = changes.map((change) =>
    outcomeOf(run, change, results.get(change.address) ?? [], seen.get(change.address)),
  );
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
  };
}

function leftOut({ address, because, reason }: Change): LeftOut {
  return { address, because, reason };
}

function reviewing({ plan, reviewed }: ApplyInput): Pick<RunInput, 'reviewedPart'> {
  if (reviewed === undefined) return {};
  const parts = planParts(plan);
  return { reviewedPart: (call) => reviewedPart(parts, call, reviewed) };
}

function requireUnblocked({ plan, skipBlocked }: ApplyInput): void {
  const blocked = plan.changes.filter(({ action }) => action === 'blocked').map(blockedFinding);
  if (skipBlocked || blocked.length === 0) return;
  throw new UnsafePlanError('Nothing was written: the plan has blocked changes.', blocked);
}

/** A plan cannot know of a call that another run left open after it was made: making it again could do it twice. */
function requireSettled(plan: Plan, known: Ledger): void {
  const planned = new Set(plan.calls.flatMap(({ covers }) => covers));
  const open = known.intentions.filter(
    ({ recovery, covers }) => recovery === 'ask' && covers.some((address) => planned.has(address)),
  );
  if (open.length === 0) return;
  throw new UnsafePlanError(
    'An earlier call to what the plan changes may have happened, and has to be settled first.',
    open.map((intention) => ({
      code: 'unsettled-intention',
      severity: 'error',
      message: `${intention.method} ${intention.path} of ${moment(intention.at)} may or may not have happened.`,
      hint: settleHint(intention),
      ...defined({ address: intention.covers[0] }),
    })),
  );
}

function adoptions(run: Run, plan: Plan): readonly JournalEntry[] {
  return plan.adopt.map(({ address, kind, fields, stored }) => {
    const id = run.known.records[address]?.id;
    const basis = provingReader(run.kindOf(address)) === undefined ? 'recorded' : 'observed';
    const record = {
      address,
      kind,
      fields,
      ...defined({ stored, id }),
      basis,
      at: run.at(),
      run: run.id,
    } as const;
    return { type: 'record', record };
  });
}

/** Before any call: once the run has made again what can be read, nothing speaks of the doubt any more. */
function doubts(run: Run, { doubtful = [] }: Plan): readonly JournalEntry[] {
  return doubtful.flatMap((address): readonly JournalEntry[] => {
    const record = run.known.records[address];
    return record === undefined ? [] : [{ type: 'record', record: { ...record, doubtedAt: run.at() } }];
  });
}

function forgets(run: Run, changes: readonly Change[]): readonly JournalEntry[] {
  return changes
    .filter(({ action }) => action === 'forget')
    .map(({ address }) => ({ type: 'forget', address, at: run.at() }));
}

async function callAll(run: Run, { calls }: Plan, concurrency: number): Promise<readonly CallEnd[]> {
  const repeats: Repeat[] = [];
  const ends = await schedule({
    calls,
    concurrency,
    halted: run.halted,
    run: (call) => runCall(run, call, (repeat) => repeats.push(repeat)),
  });
  const replaced = new Map<string, CallEnd>();
  for (const repeat of repeats) {
    if (run.halted() === undefined) replaced.set(repeat.call.id, await repeatCall(run, repeat));
  }
  return ends.map((end) => replaced.get(end.call.id) ?? end);
}

function resultsByAddress(ends: readonly CallEnd[]): ReadonlyMap<Address, readonly ResultWithCall[]> {
  const all = ends.flatMap(({ call, results }) => results.map((result) => ({ ...result, call })));
  return Map.groupBy(all, ({ address }) => address);
}

function outcomeOf(
  run: Run,
  change: Change,
  results: readonly ResultWithCall[],
  seen: CallResult | undefined,
): Outcome {
  const { address, action } = change;
  const decisive = worst(results);
  if (decisive === undefined) {
    const message = 'Dropped from the ledger; the account was not touched.';
    return action === 'forget'
      ? { address, action, status: 'applied', message }
      : { address, action, status: 'failed', message: 'The plan has no call for it.', hint: 'Create a new plan.' };
  }
  const { status, message, hint, fields } = seen ?? partialResult(run, results) ?? decisive;
  return {
    address,
    action,
    status,
    message,
    ...defined({ hint }),
    call: decisive.call.id,
    ...defined({ fields }),
  };
}
