/** Sends the request of an intention and classifies the result: a reply, a refusal, or doubt. */

import type { Answer, ApiCall, Precheck } from '../../contract/calls.ts';
import { defined } from '../../contract/defined.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { ApiError, AuthError, InternalError, mayHaveHappened, TransportError, UsageError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Advice } from '../../model/fix.ts';
import type { Intention } from '../../model/ledger.ts';
import { requireSameAccount } from '../gate/account-check.ts';
import { readMoment } from '../observe/seen-at.ts';
import type { CallResult } from './call-result.ts';
import { NotSent, notSent } from './not-sent.ts';
import { createPrecheck } from './precheck.ts';
import type { Run } from './run.ts';

export interface Reply {
  readonly type: 'reply';
  /** The request that was answered. */
  readonly call: ApiCall;
  readonly value: unknown;
  /** Number of attempts, from 1. */
  readonly attempts: number;
}

export type Sent =
  | Reply
  /** The call has no effect in this account. `call` is the refused request. */
  | { readonly type: 'refused'; readonly call: ApiCall; readonly error: unknown }
  /** The conditions of the call did not hold any more. */
  | { readonly type: 'not-sent'; readonly results: readonly CallResult[] }
  /** It is unknown whether the call took effect. */
  | { readonly type: 'doubt'; readonly error: unknown };

/**
 * Sends the call once. After a 409, sends the request that replaces a create, if there is one. After a 404 of a removal, a read decides
 * whether the resource is gone.
 */
export async function sendOnce(run: Run, intention: Intention, precheck: Precheck): Promise<Sent> {
  const { covers } = intention;
  const first = await attempt(run, intention.call, { covers, precheck });
  if (first.type === 'refused' && isMissing(first.error) && isReadBackRemoval(intention))
    return { type: 'doubt', error: first.error };
  const exists = first.type === 'refused' && first.error instanceof ApiError && first.error.status === 409;
  if (!exists) return first;
  if (intention.onConflict !== undefined) return attempt(run, intention.onConflict, { covers, precheck });
  // An earlier attempt of this very call may be what exists now.
  if (first.error instanceof ApiError && first.error.attempts > 1) return { type: 'doubt', error: first.error };
  return { type: 'refused', call: first.call, error: alreadyThere(intention, first.error) };
}

/**
 * Sends a recorded intention again, only while the lock is held. No check of overwritten values is needed, because such calls overwrite
 * nothing that can be read.
 */
export async function sendAgain(run: Run, intention: Intention): Promise<Exclude<Sent, { type: 'not-sent' }>> {
  try {
    await run.ledger.append([]);
  } catch (error) {
    run.halt(error);
    return { type: 'doubt', error };
  }
  const precheck = createPrecheck(run, intention.covers, readMoment(run.clock), async () => undefined);
  const sent = await sendOnce(run, intention, precheck);
  // The first attempt is as doubtful as before.
  if (sent.type === 'not-sent') return { type: 'doubt', error: new Error(sent.results[0]?.message) };
  return sent.type === 'reply' ? { ...sent, attempts: sent.attempts + 1 } : sent;
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && !error.gone;
}

function isReadBackRemoval({ call, recovery }: Intention): boolean {
  return ENDPOINTS[call.endpoint].effect === 'purge' && recovery === 'read-back';
}

interface Attempt {
  readonly covers: readonly Address[];
  readonly precheck: Precheck;
}

async function attempt(run: Run, call: ApiCall, { covers, precheck }: Attempt): Promise<Sent> {
  run.calls.write += 1;
  let answer: Answer;
  try {
    answer = await run.caller.send(call, { precheck, ...defined({ stop: run.lost }) });
  } catch (error) {
    if (error instanceof NotSent) return { type: 'not-sent', results: error.results };
    const unsent = run.lost?.aborted === true && isUnsent(error) ? run.halted() : undefined;
    if (unsent !== undefined)
      return { type: 'not-sent', results: notSent(covers, { status: 'skipped', message: unsent }).results };
    return hadNoEffect(error) ? { type: 'refused', call, error: convertUsageError(error) } : { type: 'doubt', error };
  }
  try {
    requireSameAccount(answer.value, run.hubId);
  } catch (error) {
    // The call took effect in an unknown account, so no further call may follow.
    run.halt(error);
    return { type: 'doubt', error };
  }
  return { type: 'reply', call, value: answer.value, attempts: answer.attempts };
}

/** True if the call was stopped before any attempt left this machine. */
function isUnsent(error: unknown): boolean {
  return error instanceof TransportError && error.code === 'aborted' && error.sent === 'no';
}

/** Halts the run where no other call would fare better. */
export function haltWhereForbidden(run: Run, error: unknown): void {
  if (isFatalForRun(error)) run.halt(error);
}

/** The token is refused, or the account's rate limit is used up. */
function isFatalForRun(error: unknown): boolean {
  if (error instanceof AuthError) return true;
  if (error instanceof ApiError) return error.status === 429;
  return error instanceof TransportError && error.code === 'wait-too-long';
}

/** True for errors that are known to be refusals. Any other error leaves the call in doubt. */
function hadNoEffect(error: unknown): boolean {
  const known =
    error instanceof ApiError ||
    error instanceof TransportError ||
    error instanceof AuthError ||
    error instanceof UsageError;
  return known && !mayHaveHappened(error);
}

/** A usage error of the client is an internal error here, because the engine makes the calls. */
function convertUsageError(error: unknown): unknown {
  return error instanceof UsageError ? new InternalError(error.message, { cause: error }) : error;
}

function alreadyThere(intention: Intention, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const advice: Advice =
    intention.recovery === 'read-back'
      ? { hint: ALREADY_THERE }
      : {
          hint: 'It exists and cannot be read. Check it in the account.',
          fix: [{ action: 'adopt', addresses: intention.covers }],
        };
  return error.advising(advice);
}

const ALREADY_THERE =
  'It exists, although the plan did not see it. A new plan shows the differences. If the new plan creates it again, it is archived or sensitive: look for it in the account.';
