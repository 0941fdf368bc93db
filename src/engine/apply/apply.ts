/**
 * Executes the calls of a plan and determines the outcome of every change. Other files read the configuration and compare values.
 */

import { defined } from '../../contract/defined.ts';
import { UnsafePlanError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Change } from '../../model/change.ts';
import { parseHost } from '../../model/host.ts';
import type { JournalEntry, Ledger, LedgerRecord } from '../../model/ledger.ts';
import { moment } from '../../model/moment.ts';
import { listOpenCalls } from '../../model/open-call.ts';
import { type ApplyResult, isGood, type LeftOut, OUTCOME_FORMAT, type Outcome } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import { planParts } from '../fingerprint.ts';
import { blockedFindings } from '../gate/guard.ts';
import { reviewedPart } from '../gate/reviewed.ts';
import { settling } from '../hints.ts';
import { listVacated, withRenamed } from '../observe/renamed.ts';
import { provingReader } from '../observe/reread.ts';
import {
  type CallEnd,
  type CallResult,
  countOutcomes,
  partialResult,
  type ResultWithCall,
  worst,
} from './call-result.ts';
import { finalCheck } from './final-check.ts';
import { foldRun } from './fold-run.ts';
import { reduceCall } from './part.ts';
import { newRecord } from './record.ts';
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
  const account = { name: plan.account.name, hubId: input.hubId, host: parseHost(plan.account.baseUrl) };
  requireGraph(plan.calls);
  requireUnblocked(plan, input.skipBlocked);
  const known = await ledger.compact(account);
  requireSettled(plan, known);
  const run = startRun(
    {
      ...input,
      ...reviewing(input),
      ...defined({ files: plan.files }),
      restores: findRestores(plan),
      plannedCalls: plan.calls,
    },
    withRenamed(known, plan, input.kinds),
  );
  const changes = plan.changes.filter(({ action }) => action !== 'keep' && action !== 'blocked');
  onEvent?.({ type: 'apply-start', run: run.id, calls: plan.calls.length, changes: changes.length });
  await run.append(buildRunEntries(run, plan));

  const ends = await callAll(run, plan, input.concurrency);
  const checks = run.halted() === undefined ? await finalCheck(run, ends) : new Map<Address, CallResult>();
  await run.recorded();
  const outcomes = listOutcomes(run, changes, { ends, checks });
  for (const outcome of outcomes) onEvent?.({ type: 'outcome', outcome });
  const { intentions, missing } = await foldRun(run, ends, account);
  return {
    format: OUTCOME_FORMAT,
    run: run.id,
    summary: countOutcomes(outcomes),
    outcomes,
    settled: 0,
    ...(intentions.length === 0 ? {} : { open: listOpenCalls({ intentions }, undefined) }),
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

/** Returns the creates that restore an archived resource with consent. */
function findRestores({ changes }: Plan): ReadonlySet<Address> {
  return new Set(changes.filter(({ risks }) => risks.includes('property-restore')).map(({ address }) => address));
}

function reviewing({ plan, reviewed }: ApplyInput): Pick<RunInput, 'reviewedPart'> {
  if (reviewed === undefined) return {};
  const parts = planParts(plan);
  return { reviewedPart: (call) => reviewedPart(parts, call, reviewed) };
}

async function callAll(run: Run, { calls, changes }: Plan, concurrency: number): Promise<readonly CallEnd[]> {
  const needs = new Map(changes.map(({ address, dependsOn }) => [address, dependsOn] as const));
  return schedule({
    calls,
    concurrency,
    halted: run.halted,
    run: (call) => runCall(run, call),
    dependsOn: (address) => needs.get(address) ?? [],
    partOf: (call, covers) => reduceCall(run, call, covers),
  });
}

/** Throws UnsafePlanError unless blocked changes are to be left out. */
function requireUnblocked(plan: Plan, skipBlocked: boolean): void {
  const blocked = blockedFindings(plan);
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
    'An earlier call on resources of the plan may have taken effect and must be settled first.',
    open.map((intention) => ({
      code: 'unsettled-intention',
      severity: 'error',
      message: `It is unknown whether ${intention.method} ${intention.path} of ${moment(intention.at)} took effect.`,
      ...settling(intention),
      ...defined({ address: intention.covers[0] }),
    })),
  );
}

/** Everything that a run has seen after its last call. */
interface RunSight {
  readonly ends: readonly CallEnd[];
  /** Results of the final check, which replace those of the replies. */
  readonly checks: ReadonlyMap<Address, CallResult>;
}

/** Returns the outcome of each change, from the results of its calls and of the final check. */
function listOutcomes(run: Run, changes: readonly Change[], { ends, checks }: RunSight): readonly Outcome[] {
  const results = resultsByAddress(ends);
  return changes.map((change) =>
    decideOutcome(run, change, results.get(change.address) ?? [], checks.get(change.address)),
  );
}

function leftOut({ address, because, reason }: Change): LeftOut {
  return { address, because, reason };
}

function resultsByAddress(ends: readonly CallEnd[]): ReadonlyMap<Address, readonly ResultWithCall[]> {
  const all = ends.flatMap(({ call, results }) => results.map((result) => ({ ...result, call })));
  return Map.groupBy(all, ({ address }) => address);
}

function decideOutcome(
  run: Run,
  change: Change,
  results: readonly ResultWithCall[],
  check: CallResult | undefined,
): Outcome {
  const { address, action } = change;
  const decisive = worst(results);
  if (decisive === undefined) {
    const message = 'Dropped from the ledger; the account was not changed.';
    return action === 'forget'
      ? { address, action, status: 'applied', message }
      : { address, action, status: 'failed', message: 'The plan has no call for it.', hint: 'Create a new plan.' };
  }
  const { status, message, hint, fix, fields, failure } = check ?? partialResult(run, results) ?? decisive;
  return {
    address,
    action,
    status,
    message,
    ...defined({ hint, fix }),
    call: decisive.call.id,
    ...defined({ fields, failure }),
  };
}

/**
 * Returns one entry for each record, because a later entry would overwrite the notes of an earlier entry. A moved record appears at its new
 * address before it disappears from the old address.
 */
export function buildRunEntries(run: Run, plan: Plan): readonly JournalEntry[] {
  const { renamed = {} } = plan;
  const forgotten = plan.changes.filter(({ action }) => action === 'forget').map(({ address }) => address);
  const shown = new Set(forgotten);
  const silent = listVacated(renamed).filter((address) => !shown.has(address));
  const records = [...collectNotes(run, plan)];
  const [moving, others] = [true, false].map((isMoving) =>
    records
      .filter(([address]) => address in renamed === isMoving)
      .map(([, record]): JournalEntry => ({ type: 'record', record })),
  );
  const forget = (address: Address): JournalEntry => ({ type: 'forget', address, at: run.at() });
  return [...(moving ?? []), ...silent.map(forget), ...(others ?? []), ...forgotten.map(forget)];
}

/** The run knows each record under the address of now already. */
function collectNotes(run: Run, { renamed = {}, adopt, moved = [] }: Plan): ReadonlyMap<Address, LedgerRecord> {
  const notes = new Map<Address, LedgerRecord>();
  const addNotes = (addresses: readonly Address[], noted: (record: LedgerRecord) => LedgerRecord): void => {
    for (const address of addresses) {
      const record = notes.get(address) ?? run.known.records[address];
      if (record !== undefined) notes.set(address, noted(record));
    }
  };
  const inItsFile = (record: LedgerRecord): LedgerRecord => ({
    ...record,
    ...defined({ file: run.files[record.address] }),
  });
  // The file of the declaration may have changed.
  addNotes(Object.keys(renamed) as Address[], inItsFile);
  for (const { address, kind, fields, id } of adopt) {
    const isRead = provingReader(run.kindOf(address)) !== undefined;
    const known = { address, kind, fields, basis: isRead ? 'observed' : 'recorded' } as const;
    notes.set(address, { ...newRecord(run, known, 'recorded'), ...defined({ id }) });
  }
  addNotes(moved, inItsFile);
  return notes;
}
