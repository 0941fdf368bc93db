/** One planned call from the last look at the account to its settlement in the ledger. */

import { defined } from '../../contract/defined.ts';
import { isRepeatable } from '../../contract/endpoint.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { sentenceOf, TrueupError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Intention, JournalEntry } from '../../model/ledger.ts';
import { append } from '../../model/lists.ts';
import { moment } from '../../model/moment.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { type Moment, momentOf } from '../observe/reread.ts';
import { type CallEnd, endOf, sameResult } from './call-result.ts';
import { resolveDoubt } from './doubt.ts';
import { intentionOf } from './intention.ts';
import { lookFor, NotSent, precheckOf } from './precheck.ts';
import { existsUnread } from './record.ts';
import { refutation } from './refuted.ts';
import type { Run } from './run.ts';
import { forbidsGoingOn, type Sent, sendAgain, sendOnce } from './send.ts';
import { type Settlement, settleReply } from './settle.ts';

/** What a call that cannot be repeated in place leaves for the end of the run. */
export interface Repeat {
  readonly call: PlannedCall;
  readonly intention: Intention;
}

/** A write to the ledger that fails may have got through all the same. */
const MAYBE_OPEN =
  'The ledger may show it as an open call: the next apply finds out, or asks you to settle it as not-applied.';

/** Never rejects: what goes wrong is a result, and what forbids going on halts the run. */
export async function runCall(run: Run, call: PlannedCall, repeatLater: (repeat: Repeat) => void): Promise<CallEnd> {
  const open = stillOpen(run, call);
  if (open !== undefined) return open;
  const look = lookFor(run, call);
  let seenAt: Moment | undefined;
  try {
    seenAt = await look();
  } catch (error) {
    if (error instanceof NotSent) return endOf(call, error.results);
    throw error;
  }
  const halted = run.halted();
  if (halted !== undefined) return sameResult(call, { status: 'skipped', message: halted });

  let intention: Intention;
  try {
    intention = intentionOf(run, call);
    await run.ledger.append([{ type: 'intend', intention }]);
  } catch (error) {
    run.halt(error);
    const message = 'Not sent: the intention could not be recorded.';
    return sameResult(call, { status: 'failed', message, hint: MAYBE_OPEN });
  }
  run.onEvent?.({ type: 'call-start', call });
  const precheck = precheckOf(run, call.covers, seenAt ?? momentOf(run.clock), look);
  for (const address of call.covers) run.written.set(address, undefined);
  const sent = await sendOnce(run, intention, precheck);
  if (sent.type === 'reply' && sent.call === intention.onConflict) run.findings.push(...existedFindings(intention));
  const end = await concluded(run, { call, intention }, sent, repeatLater);
  run.onEvent?.({ type: 'call-done', call, ok: end.ok });
  return end;
}

/** What stood there could not be read, so it is not known what was overwritten. */
function existedFindings({ covers, expects }: Intention): Run['findings'] {
  return covers.map((address) => ({
    code: 'existed-unseen',
    severity: 'warning',
    message: `${address} existed already and cannot be read: ${Object.keys(expects[address] ?? {}).join(', ')} may have had other values before.`,
    address,
  }));
}

/** The final attempt of a call whose effect is the same however often it is made. A refusal of it says nothing of the first. */
export async function repeatCall(run: Run, repeat: Repeat): Promise<CallEnd> {
  const sent = await sendAgain(run, repeat.intention);
  if (sent.type !== 'refused') return concluded(run, repeat, sent, () => undefined);
  if (forbidsGoingOn(sent.error)) run.halt(sent.error);
  const message = `${sentenceOf(sent.error)} An earlier attempt may have taken effect.`;
  return sameResult(repeat.call, { status: 'uncertain', message, hint: 'The next apply makes the call again.' });
}

async function concluded(
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
      const { intention, call } = repeat;
      // Only where the client did not repeat it by itself: a create that becomes an update when it exists.
      if (intention.recovery === 'repeat' && !isRepeatable(ENDPOINTS[call.endpoint].effect)) {
        const again = await sendAgain(run, intention);
        if (again.type === 'reply') return replied(run, repeat, again, repeatLater);
        if (again.type === 'refused' && forbidsGoingOn(again.error)) run.halt(again.error);
      }
      return doubted(run, repeat, sent.error, repeatLater);
    }
  }
}

/** A reply that the kind cannot read leaves the same doubt as a lost one. */
async function replied(
  run: Run,
  repeat: Repeat,
  sent: Extract<Sent, { type: 'reply' }>,
  repeatLater: (repeat: Repeat) => void,
): Promise<CallEnd> {
  let settlement: Settlement;
  try {
    settlement = settleReply(run, repeat.intention, sent.call, sent.value);
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
  const { results, entry, repeatable, shown } = await resolveDoubt(run, repeat.intention, error);
  if (entry !== undefined) run.settle([entry]);
  remember(run, shown);
  if (repeatable) repeatLater(repeat);
  return endOf(repeat.call, results);
}

/** The next call for the same resource rests on it. */
function remember(run: Run, shown: ReadonlyMap<Address, Fields> | undefined): void {
  const at = momentOf(run.clock);
  for (const [address, fields] of shown ?? []) run.written.set(address, { fields, at });
}

function refused(
  run: Run,
  { call, intention }: Repeat,
  { call: sent, error }: Extract<Sent, { type: 'refused' }>,
): CallEnd {
  const { entries, findings, hint = hintOf(error) } = refutation(run, intention, sent, error);
  const exists = existsUnread(run, intention, error);
  run.record([notApplied(run, intention), ...entries, ...exists]);
  append(run.findings, findings);
  if (forbidsGoingOn(error)) run.halt(error);
  return sameResult(call, { status: 'failed', message: sentenceOf(error), ...defined({ hint }) });
}

function notApplied(run: Run, { id }: Intention): JournalEntry {
  return { type: 'settle', id, as: 'not-applied', at: run.at() };
}

function hintOf(error: unknown): string | undefined {
  return error instanceof TrueupError ? error.hint : undefined;
}

/** A call on top of one that may still take effect, or be repeated later, could be undone by it. */
function stillOpen(run: Run, call: PlannedCall): CallEnd | undefined {
  const open = run.known.intentions.find(({ covers }) => covers.some((address) => call.covers.includes(address)));
  if (open === undefined) return undefined;
  const accepted = call.covers.flatMap((address) => run.accepted?.find((result) => result.address === address) ?? []);
  if (accepted.length === call.covers.length) return endOf(call, accepted);
  const message = `Nothing was sent: ${open.method} ${open.path} of ${moment(open.at)} may or may not have happened.`;
  return sameResult(call, { status: 'uncertain', message, hint: 'Run apply again: it finds out before it writes.' });
}
