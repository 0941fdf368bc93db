/** One planned call from the last look at the account to its settlement in the ledger. */

import { ENDPOINTS } from '../contract/endpoints.ts';
import { AuthError, TrueupError } from '../errors.ts';
import type { Intention } from '../model/ledger.ts';
import { append } from '../model/lists.ts';
import type { PlannedCall } from '../model/plan.ts';
import { resolveDoubt } from './doubt.ts';
import { type CallEnd, endOf, sameFate } from './fate.ts';
import { intentionOf } from './intention.ts';
import { lastLook } from './last-look.ts';
import { existsUnread } from './record.ts';
import { refutation } from './refuted.ts';
import { type Run, sentenceOf } from './run.ts';
import { type Sent, sendAgain, sendOnce } from './send.ts';
import { type Settlement, settleReply } from './settle.ts';

/** What a call that cannot be repeated in place leaves for the end of the run. */
export interface Repeat {
  readonly call: PlannedCall;
  readonly intention: Intention;
}

/** Never rejects: what goes wrong is a fate, and what forbids going on halts the run. */
export async function runCall(run: Run, call: PlannedCall, repeatLater: (repeat: Repeat) => void): Promise<CallEnd> {
  const open = stillOpen(run, call);
  if (open !== undefined) return open;
  const moved = await lastLook(run, call);
  if (moved !== undefined) return moved;
  const halted = run.halted();
  if (halted !== undefined) return sameFate(call, { status: 'skipped', message: halted });

  const intention = intentionOf(run, call);
  try {
    await run.ledger.append([{ type: 'intend', intention }]);
  } catch (error) {
    run.halt(error);
    return sameFate(call, { status: 'failed', message: 'Nothing was sent: the intention could not be recorded.' });
  }
  run.onEvent?.({ type: 'call-start', call });
  for (const address of call.covers) run.written.add(address);
  const sent = await sendOnce(run, intention);
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
  if (sent.error instanceof AuthError) run.halt(sent.error);
  const message = `${sentenceOf(sent.error)} An earlier attempt may have taken effect.`;
  return sameFate(repeat.call, { status: 'uncertain', message, hint: 'The next apply makes the call again.' });
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
    case 'doubt': {
      const { intention, call } = repeat;
      // Only where the client did not repeat it by itself: a create that becomes an update when it exists.
      if (intention.recovery === 'repeat' && !['set', 'purge'].includes(ENDPOINTS[call.endpoint].effect)) {
        const again = await sendAgain(run, intention);
        if (again.type === 'reply') return replied(run, repeat, again, repeatLater);
        if (again.type === 'refused' && again.error instanceof AuthError) run.halt(again.error);
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
  return endOf(repeat.call, settlement.fates);
}

async function doubted(
  run: Run,
  repeat: Repeat,
  error: unknown,
  repeatLater: (repeat: Repeat) => void,
): Promise<CallEnd> {
  const { fates, entry, repeatable } = await resolveDoubt(run, repeat.intention, error);
  if (entry !== undefined) run.settle([entry]);
  if (repeatable) repeatLater(repeat);
  return endOf(repeat.call, fates);
}

function refused(
  run: Run,
  { call, intention }: Repeat,
  { call: sent, error }: Extract<Sent, { type: 'refused' }>,
): CallEnd {
  const { entries, findings, hint = hintOf(error) } = refutation(run, intention, sent, error);
  const exists = existsUnread(run, intention, error);
  run.record([{ type: 'settle', id: intention.id, as: 'not-applied', at: run.at() }, ...entries, ...exists]);
  append(run.findings, findings);
  if (error instanceof AuthError) run.halt(error);
  return sameFate(call, { status: 'failed', message: sentenceOf(error), ...(hint === undefined ? {} : { hint }) });
}

function hintOf(error: unknown): string | undefined {
  return error instanceof TrueupError ? error.hint : undefined;
}

/** A call on top of one that may still take effect, or be repeated later, could be undone by it. */
function stillOpen(run: Run, call: PlannedCall): CallEnd | undefined {
  const open = run.known.intentions.find(({ covers }) => covers.some((address) => call.covers.includes(address)));
  if (open === undefined) return undefined;
  const message = `Nothing was sent: ${open.method} ${open.path} of ${open.at} may or may not have happened.`;
  return sameFate(call, { status: 'uncertain', message, hint: 'Run apply again: it finds out before it writes.' });
}
