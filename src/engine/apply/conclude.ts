/** Concludes a call that was sent: reads its reply, or looks for its effect, and records the result in the ledger. */

import { defined } from '../../contract/defined.ts';
import { formatSentence, readAdvice, readFailure } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Intention, JournalEntry } from '../../model/ledger.ts';
import { append } from '../../model/lists.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { readMoment } from '../observe/seen-at.ts';
import { buildCallEnd, type CallEnd, type CallResult, sameResult } from './call-result.ts';
import { lookBack, resolveDoubt } from './doubt.ts';
import { notApplied } from './intention.ts';
import { existsUnread } from './record.ts';
import { refutation } from './refuted.ts';
import type { Run } from './run.ts';
import { haltWhereForbidden, type Reply, type Sent, sendAgain } from './send.ts';
import { type Settlement, settleReply } from './settle.ts';

/** A call together with its intention. */
export interface Intended {
  readonly call: PlannedCall;
  readonly intention: Intention;
}

/** Reads the reply and settles the call in the ledger if the reply or a read tells its outcome. */
export async function conclude(run: Run, intended: Intended, sent: Sent): Promise<CallEnd> {
  const { call, intention } = intended;
  switch (sent.type) {
    case 'reply':
      return concludeReply(run, intended, sent);
    case 'refused':
      return concludeRefusal(run, intended, sent);
    case 'not-sent':
      run.record([notApplied(run, intention)]);
      return buildCallEnd(call, sent.results);
    case 'doubt': {
      // A refusal of the second attempt says nothing about the first.
      if (intention.recovery === 'repeat' && run.halted() === undefined) {
        const again = await sendAgain(run, intention);
        if (again.type === 'reply') return concludeReply(run, intended, again);
        if (again.type === 'refused') haltWhereForbidden(run, again.error);
      }
      return concludeDoubt(run, intended, sent.error);
    }
  }
}

/** Reads the reply. A reply that the kind cannot read leaves the same doubt as a lost reply. */
async function concludeReply(run: Run, intended: Intended, sent: Reply): Promise<CallEnd> {
  const { call, intention } = intended;
  let settlement: Settlement;
  try {
    settlement = await withUnclear(run, intention, settleReply(run, intention, sent));
  } catch (error) {
    return concludeDoubt(run, intended, error);
  }
  run.settle(settlement.entries);
  remember(run, settlement.shown);
  return buildCallEnd(call, settlement.results);
}

async function concludeDoubt(run: Run, { call, intention }: Intended, error: unknown): Promise<CallEnd> {
  const { results, entries, shown } = await resolveDoubt(run, intention, error);
  run.settle(entries);
  remember(run, shown);
  const failure = readFailure(error);
  return buildCallEnd(
    call,
    results.map((result) => (FAILING.has(result.status) ? { ...result, ...defined({ failure }) } : result)),
  );
}

/** Results whose cause is a lost or unreadable reply. */
const FAILING: ReadonlySet<CallResult['status']> = new Set(['failed', 'uncertain']);

/** Remembers the shown values for the next call of the same resource. */
function remember(run: Run, shown: ReadonlyMap<Address, Fields>): void {
  const at = readMoment(run.clock);
  for (const [address, fields] of shown) run.written.set(address, { fields, at });
}

async function concludeRefusal(
  run: Run,
  { call, intention }: Intended,
  { call: sent, error }: Extract<Sent, { type: 'refused' }>,
): Promise<CallEnd> {
  const { entries, findings, hint } = await refutation(run, intention, sent, error);
  const advice = hint === undefined ? readAdvice(error) : { hint };
  run.record([notApplied(run, intention), ...entries, ...existsUnread(run, intention, error)]);
  append(run.findings, findings);
  haltWhereForbidden(run, error);
  const failure = readFailure(error);
  return sameResult(call, { status: 'failed', message: formatSentence(error), ...advice, ...defined({ failure }) });
}

/**
 * Reads back the addresses whose outcome the reply does not tell for certain. An error in the reply counts unless the read shows the planned
 * values. The call stays open if the read fails for an address that the reply does not mention.
 */
async function withUnclear(run: Run, intention: Intention, settlement: Settlement): Promise<Settlement> {
  const { unclear, entries } = settlement;
  if (unclear.length === 0 || intention.recovery !== 'read-back') return settlement;
  const part: Intention = { ...intention, covers: unclear };
  const looked = await lookBack(run, part, { cause: 'The reply does not mention it.', late: false });
  const byAddress = new Map(looked.results.map((result) => [result.address, result] as const));
  const results = settlement.results.map((result) => {
    const shown = byAddress.get(result.address);
    return shown === undefined || (result.status === 'failed' && shown.status !== 'applied') ? result : shown;
  });
  const [settleOfRead, ...others] = looked.entries;
  if (settleOfRead === undefined)
    return results.every(({ status }) => status !== 'uncertain') ? settlement : { ...settlement, results, entries: [] };
  const left = entries.filter((entry) => entry.type !== 'record' || !byAddress.has(entry.record.address));
  return { ...settlement, results, entries: [...left.map((entry) => withRecords(entry, settleOfRead)), ...others] };
}

/** Adds the records of the read to the records of the reply. */
function withRecords(entry: JournalEntry, read: JournalEntry): JournalEntry {
  if (entry.type !== 'settle' || read.type !== 'settle') return entry;
  return { ...entry, records: { ...entry.records, ...read.records } };
}
