/** Concludes a call that was sent: reads its reply, or looks for its effect, and records the result in the ledger. */

import { defined } from '../../contract/defined.ts';
import { ApiError, AuthError, adviceOf, failureOf, sentenceOf } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Intention, JournalEntry } from '../../model/ledger.ts';
import { append } from '../../model/lists.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { RUN_AGAIN } from '../hints.ts';
import { momentOf } from '../observe/seen-at.ts';
import { partOfRefused, withErrorsChecked } from './batch-errors.ts';
import { type CallEnd, type CallResult, endOf, sameResult } from './call-result.ts';
import { READ_BACK_LATER, resolveDoubt, standingResult } from './doubt.ts';
import { notApplied } from './intention.ts';
import { readBack } from './read-back.ts';
import { existsUnread } from './record.ts';
import { isRepeatedAtOnce } from './recoverable.ts';
import { refutation } from './refuted.ts';
import type { Run } from './run.ts';
import { haltWhereForbidden, type Reply, type Sent, sendAgain } from './send.ts';
import { type Settlement, settleReply } from './settle.ts';

/** A call that is sent again at the end of the run. */
export interface Repeat {
  readonly call: PlannedCall;
  readonly intention: Intention;
}

/** Reads the reply and settles the call in the ledger if the reply tells its outcome. */
export async function conclude(
  run: Run,
  repeat: Repeat,
  sent: Sent,
  repeatLater: (repeat: Repeat) => void,
): Promise<CallEnd> {
  switch (sent.type) {
    case 'reply':
      return replied(run, repeat, sent, repeatLater);
    case 'refused':
      return refused(run, repeat, sent);
    case 'not-sent':
      run.record([notApplied(run, repeat.intention)]);
      return endOf(repeat.call, sent.results);
    case 'doubt': {
      if (isRepeatedAtOnce(repeat.intention) && run.halted() === undefined) {
        const again = await sendAgain(run, repeat.intention);
        if (again.type === 'reply') return replied(run, repeat, again, repeatLater);
        if (again.type === 'refused') haltWhereForbidden(run, again.error);
      }
      return doubted(run, repeat, sent.error, repeatLater);
    }
  }
}

/** Sends a repeatable call for the last time. A refusal of this attempt says nothing about the first attempt. */
export async function repeatCall(run: Run, repeat: Repeat): Promise<CallEnd> {
  const sent = await sendAgain(run, repeat.intention);
  if (sent.type !== 'refused') return conclude(run, repeat, sent, () => undefined);
  haltWhereForbidden(run, sent.error);
  const message = `${sentenceOf(sent.error)} An earlier attempt may have taken effect.`;
  const failure = failureOf(sent.error);
  return sameResult(repeat.call, {
    status: 'uncertain',
    message,
    hint: 'The next apply makes the call again.',
    ...defined({ failure }),
  });
}

/** Reads the reply. A reply that the kind cannot read leaves the same doubt as a lost reply. */
async function replied(run: Run, repeat: Repeat, sent: Reply, repeatLater: (repeat: Repeat) => void): Promise<CallEnd> {
  let settlement: Settlement;
  try {
    const shown = settleReply(run, repeat.intention, sent);
    const checked = await withErrorsChecked(run, repeat.intention, shown);
    settlement = await withUnmentioned(run, repeat.intention, checked);
  } catch (error) {
    return doubted(run, repeat, error, repeatLater);
  }
  run.settle(settlement.entries);
  remember(run, settlement.shown);
  return endOf(repeat.call, settlement.results);
}

async function doubted(
  run: Run,
  repeat: Repeat,
  error: unknown,
  repeatLater: (repeat: Repeat) => void,
): Promise<CallEnd> {
  const { results, entries, repeatable, shown } = await resolveDoubt(run, repeat.intention, error);
  run.settle(entries);
  remember(run, shown);
  if (repeatable) repeatLater(repeat);
  const failure = failureOf(error);
  return endOf(
    repeat.call,
    results.map((result) => (FAILING.has(result.status) ? { ...result, ...defined({ failure }) } : result)),
  );
}

/** Results whose cause is a lost or unreadable reply. */
const FAILING: ReadonlySet<CallResult['status']> = new Set(['failed', 'uncertain']);

/** Remembers the shown values for the next call of the same resource. */
function remember(run: Run, shown: ReadonlyMap<Address, Fields> | undefined): void {
  const at = momentOf(run.clock);
  for (const [address, fields] of shown ?? []) run.written.set(address, { fields, at });
}

async function refused(
  run: Run,
  { call, intention }: Repeat,
  { call: sent, error }: Extract<Sent, { type: 'refused' }>,
): Promise<CallEnd> {
  const part = await partOfRefused(run, intention, error);
  const gone = await goneSince(run, intention, error);
  const { entries, findings, hint } = await refutation(run, intention, sent, error);
  const advice = hint === undefined ? adviceOf(error) : { hint };
  const exists = existsUnread(run, intention, error);
  if (part?.entry !== undefined) run.settle([part.entry]);
  run.record([...(part?.entry === undefined ? [notApplied(run, intention)] : []), ...entries, ...exists]);
  append(run.findings, findings);
  haltWhereForbidden(run, error);
  const failure = failureOf(error);
  if (gone !== undefined) return endOf(call, [{ ...gone, ...defined({ failure }) }]);
  const end = sameResult(call, { status: 'failed', message: sentenceOf(error), ...advice, ...defined({ failure }) });
  const { results = new Map() } = part ?? {};
  return endOf(
    call,
    end.results.map((result) => results.get(result.address) ?? result),
  );
}

/** Returns undefined if the read does not explain the refusal. The refusal is reported then. */
async function goneSince(run: Run, intention: Intention, error: unknown): Promise<CallResult | undefined> {
  const { covers, before, expects, recovery, call } = intention;
  const [address, ...others] = covers;
  const isMissing = error instanceof ApiError && error.status === 404 && !error.gone;
  if (!isMissing || address === undefined || others.length > 0 || recovery !== 'read-back') return undefined;
  const was = before[address] ?? null;
  if (was === null || (expects[address] ?? null) === null) return undefined;
  try {
    const live = (await run.live.fresh(covers)).get(address);
    const isAnother = live?.id !== undefined && !Object.values(call.params).includes(live.id);
    if (live !== undefined && !isAnother) return undefined;
    const since = isAnother
      ? 'another user deleted it since the plan, and created it again'
      : 'another user deleted it since the plan';
    const fields = isAnother ? [] : Object.entries(was).map(([field, value]) => ({ field, before: value }));
    return { address, status: 'conflict', message: `Not changed: ${since}.`, hint: RUN_AGAIN, fields };
  } catch (failure) {
    if (failure instanceof AuthError) run.halt(failure);
    return undefined;
  }
}

const CAUSE = 'The reply does not mention it.';

/** Returns the settlement unchanged if nothing can be read. */
async function withUnmentioned(run: Run, intention: Intention, settlement: Settlement): Promise<Settlement> {
  const { unmentioned } = settlement;
  if (unmentioned.length === 0 || intention.recovery !== 'read-back') return settlement;
  const part: Intention = { ...intention, covers: unmentioned };
  try {
    const { found, standings, seen, entry, overtaken } = await readBack(run, part, { recent: false });
    const results = standings.map(({ address, as }) => standingResult(run, part, { address, as, cause: CAUSE, found }));
    return {
      ...replaced(settlement, results),
      entries: [...settlement.entries.map((one) => withRecords(one, entry)), ...overtaken],
      done: [...settlement.done, ...seen],
    };
  } catch (error) {
    if (error instanceof AuthError) run.halt(error);
    const message = `${CAUSE} Reading it back failed too.`;
    const results = unmentioned.map(
      (address): CallResult => ({ address, status: 'uncertain', message, hint: READ_BACK_LATER }),
    );
    return { ...replaced(settlement, results), entries: [], done: [] };
  }
}

function replaced(settlement: Settlement, looked: readonly CallResult[]): Settlement {
  const byAddress = new Map(looked.map((result) => [result.address, result] as const));
  return { ...settlement, results: settlement.results.map((result) => byAddress.get(result.address) ?? result) };
}

/** Adds the records of the read to the records of the reply. */
function withRecords(entry: JournalEntry, seen: JournalEntry): JournalEntry {
  if (entry.type !== 'settle' || seen.type !== 'settle') return entry;
  return { ...entry, records: { ...entry.records, ...seen.records } };
}
