/** One operation of a reconciler: its parts and its time limit. */

import type { CallOptions } from '../contract/calls.ts';
import { defined } from '../contract/defined.ts';
import { joinSignals, untilAborted } from '../contract/signals.ts';
import { LedgerError, TransportError, TrueupError } from '../errors.ts';
import type { OperationName, Telemetry } from '../model/telemetry.ts';
import type { LocatedSession } from './located-session.ts';
import { observerOf } from './observer.ts';
import type { Parts, PartsWithoutView } from './parts.ts';

export function partsOf(base: PartsWithoutView): Parts {
  const { resolution, kinds, session, signal, onEvent } = base;
  const { account, moved } = resolution;
  return {
    ...base,
    ...observerOf({ account, moved, kinds, clock: base.clock, session, ...defined({ signal, onEvent }) }),
  };
}

export interface Limit {
  readonly operation: OperationName;
  readonly telemetry: Telemetry | undefined;
  /** Milliseconds. Undefined: no limit. */
  readonly timeoutMs: number | undefined;
  /**
   * True if the operation writes. It is awaited after its limit, because its result tells what was left out. Other operations end at once.
   */
  readonly tells?: true;
}

const WHAT: Readonly<Record<OperationName, string>> = {
  plan: 'The plan',
  revert: 'The plan of a revert',
  recover: 'The recovery',
  apply: 'The apply',
  drift: 'The drift report',
  list: 'The list',
  explain: 'The explanation',
  pull: 'The pull',
  snapshot: 'The snapshot',
  compare: 'The comparison',
};

/** Throws TransportError `out-of-time` in place of a result that would tell only half. */
export async function within<T>(parts: Parts, limit: Limit, work: (parts: Parts) => Promise<T>): Promise<T> {
  const { operation: name, telemetry } = limit;
  if (telemetry === undefined) return inTime(parts, limit, work);
  const { name: account, surface } = parts.resolution.account;
  return telemetry.operation({ name, account, surface }, () => inTime(parts, limit, work));
}

async function inTime<T>(
  parts: Parts,
  { operation, timeoutMs, tells }: Limit,
  work: (parts: Parts) => Promise<T>,
): Promise<T> {
  if (timeoutMs === undefined) return work(parts);
  const over = new AbortController();
  const end = over.signal;
  const done = new AbortController();
  parts.clock.sleep(timeoutMs, done.signal).then(
    () => over.abort(outOfTime(WHAT[operation], timeoutMs)),
    () => undefined,
  );
  try {
    const working = work(partsUntil(parts, end));
    return await (tells === true ? working : untilAborted(working, end));
  } catch (error) {
    // Errors of the ledger and of the caller's functions are passed on.
    const isOfTheEnd = error instanceof TrueupError && !(error instanceof LedgerError);
    throw end.aborted && isOfTheEnd ? end.reason : error;
  } finally {
    done.abort();
  }
}

function outOfTime(what: string, timeoutMs: number): TransportError {
  return new TransportError('out-of-time', `${what} was not done within ${timeoutMs / 1000} seconds.`, {
    sent: 'no',
    hint: 'Nothing was begun after that. Try again, or allow more time with timeoutMs.',
  });
}

function partsUntil(parts: Parts, end: AbortSignal): Parts {
  const signal = joinSignals(parts.signal, end);
  return partsOf({ ...parts, ...defined({ signal }), session: () => sessionUntil(parts.session(), end) });
}

/** All operations share the tokens and the rate limit. A verification that one operation abandons continues for the others. */
function sessionUntil({ client, prove, isProven, account }: LocatedSession, end: AbortSignal): LocatedSession {
  const ending = (options: CallOptions | undefined): CallOptions => ({
    ...options,
    ...defined({ stop: joinSignals(options?.stop, end) }),
  });
  return {
    isProven,
    account,
    prove: (hubId, isOfLedger) => untilAborted(prove(hubId, isOfLedger), end),
    client: {
      quota: client.quota,
      call: (call, options) => client.call(call, ending(options)),
      send: (call, options) => client.send(call, ending(options)),
      read: (call, options) => client.read(call, ending(options)),
    },
  };
}
