/** The last look before a call: what it overwrites has to be as the plan saw it. */

import { AuthError } from '../errors.ts';
import type { Address } from '../model/address.ts';
import type { Fields } from '../model/json.ts';
import type { PlannedCall } from '../model/plan.ts';
import { type CallEnd, endOf, type Fate, sameFate } from './fate.ts';
import { movedFields, provingReader } from './reread.ts';
import { type Run, sentenceOf } from './run.ts';
import { RUN_AGAIN } from './settle.ts';

/** Reads again what the call overwrites, where that can be read; gives the end of a call that must not be sent. */
export async function lastLook(run: Run, call: PlannedCall): Promise<CallEnd | undefined> {
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

function lostRace(run: Run, call: PlannedCall, address: Address, found: Fields | undefined): Fate | undefined {
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
