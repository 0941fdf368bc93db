/** One planned call from the last look at the account to its settlement in the ledger. */

import type { ApiCall } from '../contract/calls.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { AuthError, TrueupError } from '../errors.ts';
import type { Address } from '../model/address.ts';
import type { Intention, LedgerRecord } from '../model/ledger.ts';
import type { ConflictCall, PlannedCall } from '../model/plan.ts';
import { resolveDoubt } from './doubt.ts';
import { type CallEnd, endOf, type Fate, sameFate } from './fate.ts';
import { movedFields, provingReader } from './reread.ts';
import { type Run, sentenceOf } from './run.ts';
import { type Sent, sendOnce } from './send.ts';
import { RUN_AGAIN, type Settlement, settleReply } from './settle.ts';

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
  const sent = await sendOnce(run, repeat.intention);
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
        const again = await sendOnce(run, intention);
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
  run.record([settlement.entry]);
  return endOf(repeat.call, settlement.fates);
}

async function doubted(
  run: Run,
  repeat: Repeat,
  error: unknown,
  repeatLater: (repeat: Repeat) => void,
): Promise<CallEnd> {
  const { fates, entry, repeatable } = await resolveDoubt(run, repeat.intention, error);
  if (entry !== undefined) run.record([entry]);
  if (repeatable) repeatLater(repeat);
  return endOf(repeat.call, fates);
}

function refused(run: Run, { call, intention }: Repeat, { error }: Extract<Sent, { type: 'refused' }>): CallEnd {
  run.record([{ type: 'settle', id: intention.id, as: 'not-applied', at: run.at() }]);
  if (error instanceof AuthError) run.halt(error);
  const hint = error instanceof TrueupError ? error.hint : undefined;
  return sameFate(call, { status: 'failed', message: sentenceOf(error), ...(hint === undefined ? {} : { hint }) });
}

/** A call on top of one that may still take effect, or be repeated later, could be undone by it. */
function stillOpen(run: Run, call: PlannedCall): CallEnd | undefined {
  const open = run.known.intentions.find(({ covers }) => covers.some((address) => call.covers.includes(address)));
  if (open === undefined) return undefined;
  const message = `Nothing was sent: ${open.method} ${open.path} of ${open.at} may or may not have happened.`;
  return sameFate(call, { status: 'uncertain', message, hint: 'Run apply again: it finds out before it writes.' });
}

/** Reads again what the call overwrites, where that can be read; gives the end of a call that must not be sent. */
async function lastLook(run: Run, call: PlannedCall): Promise<CallEnd | undefined> {
  const readable = call.covers.filter(
    (address) => provingReader(run.kindOf(address)) !== undefined && !run.written.has(address),
  );
  const existed = readable.some((address) => (call.relies[address] ?? null) !== null);
  if (!existed) return undefined;
  try {
    const found = await run.live.recent(readable);
    const lost = readable.flatMap((address) => lostRace(run, call, address, found.get(address)?.fields) ?? []);
    if (lost.length === 0) return undefined;
    const others = call.covers
      .filter((address) => !lost.some((fate) => fate.address === address))
      .map((address): Fate => ({ address, status: 'skipped', message: 'The same call covers a resource that moved.' }));
    return endOf(call, [...lost, ...others]);
  } catch (error) {
    if (error instanceof AuthError) run.halt(error);
    const message = `Nothing was sent: it could not be read again just before (${sentenceOf(error)})`;
    return sameFate(call, { status: 'failed', message, hint: RUN_AGAIN });
  }
}

function lostRace(
  run: Run,
  call: PlannedCall,
  address: Address,
  found: LedgerRecord['fields'] | undefined,
): Fate | undefined {
  const seen = call.relies[address] ?? null;
  const kind = run.kindOf(address);
  const lost = (message: string, fields: Fate['fields'] & object): Fate => ({
    address,
    status: 'lost-race',
    message,
    hint: RUN_AGAIN,
    fields,
  });
  if (found === undefined) {
    if (seen === null) return undefined;
    const fields = Object.entries(seen).map(([field, before]) => ({ field, before }));
    return lost('Nothing was sent: it is no longer in the account.', fields);
  }
  if (seen === null) {
    const fields = Object.entries(found).map(([field, after]) => ({ field, after }));
    return lost('Nothing was sent: someone created it since the plan.', fields);
  }
  const moved = kind === undefined ? [] : movedFields(kind, seen, found);
  if (moved.length === 0) return undefined;
  const names = moved.map(({ field }) => field).join(', ');
  return lost(`Nothing was sent: it moved in the account since the plan (${names}).`, moved);
}

function intentionOf(run: Run, call: PlannedCall): Intention {
  const { method, path, covers, relies: before, expects, onConflict } = call;
  return {
    id: run.newId(),
    run: run.id,
    at: run.at(),
    call: requestOf(call),
    method,
    path,
    covers,
    before,
    expects,
    ...(onConflict === undefined ? {} : { onConflict: requestOf(onConflict) }),
    records: Object.fromEntries(covers.map((address) => [address, recordOf(run, call, address)])),
    recovery: recoveryOf(run, call),
    ...(run.reviewedPart === undefined ? {} : { reviewed: run.reviewedPart(call) }),
  };
}

function requestOf({ endpoint, params, body }: PlannedCall | ConflictCall): ApiCall {
  return { endpoint, params, ...(body === null ? {} : { body }) };
}

function recordOf(run: Run, call: PlannedCall, address: Address): LedgerRecord | null {
  const fields = call.records[address] ?? null;
  const kind = run.kindOf(address);
  if (fields === null || kind === undefined) return null;
  const id = run.known.records[address]?.id;
  return {
    address,
    kind: kind.name,
    fields,
    ...(id === undefined ? {} : { id }),
    basis: 'recorded',
    at: run.at(),
    run: run.id,
  };
}

function recoveryOf(run: Run, call: PlannedCall): Intention['recovery'] {
  if (call.covers.every((address) => provingReader(run.kindOf(address)) !== undefined)) return 'read-back';
  const repeatable = ['set', 'purge'].includes(ENDPOINTS[call.endpoint].effect) || call.onConflict !== undefined;
  return repeatable ? 'repeat' : 'ask';
}
