/** A call with an unknown effect: read back if possible, else left to a repetition or to a person. */

import { ApiError, AuthError, formatSentence, TransportError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Advice } from '../../model/fix.ts';
import type { Fields } from '../../model/json.ts';
import type { Intention, JournalEntry } from '../../model/ledger.ts';
import { unmet } from '../compare.ts';
import { RUN_AGAIN, settling } from '../hints.ts';
import type { Found } from '../observe/reread.ts';
import type { Standing } from '../observe/standing.ts';
import type { CallResult } from './call-result.ts';
import { type ReadBack, readBack } from './read-back.ts';
import { isAnnouncedRestore, restoredSentence, unannouncedRestore } from './restored.ts';
import type { Run } from './run.ts';

export interface Resolution {
  readonly results: readonly CallResult[];
  /** Entries for the ledger, the settlement of the call first. If empty, the intention stays open. */
  readonly entries: readonly JournalEntry[];
  /** Values of the covered resources that a read showed. */
  readonly shown: ReadonlyMap<Address, Fields>;
}

export async function resolveDoubt(run: Run, intention: Intention, error: unknown): Promise<Resolution> {
  const cause = formatSentence(error);
  const byPerson = settling(intention);
  switch (intention.recovery) {
    case 'read-back':
      return lookBack(run, intention, { cause, late: isLate(error) });
    case 'repeat':
      return open(intention, `${cause} It is unknown whether it took effect.`, {
        hint: `${goneHint(error)}Repeating it does no harm: the next apply makes the call again.`,
      });
    case 'ask':
      return open(intention, `${cause} It is unknown whether it took effect, and the interface has no read for it.`, {
        ...byPerson,
        hint: `${goneHint(error)}${byPerson.hint}`,
      });
  }
}

/** A proxy may have replied, so the call stays in doubt. The hint of the error is more likely to help. */
function goneHint(error: unknown): string {
  return error instanceof ApiError && error.gone && error.hint !== undefined ? `${error.hint} ` : '';
}

const READ_BACK_LATER = 'The next apply reads it back before it does anything else.';

/** True if the call may still arrive, because this client or a relay stopped waiting for its reply. */
function isLate(error: unknown): boolean {
  if (error instanceof ApiError) return RELAY_GAVE_UP.has(error.status);
  return error instanceof TransportError && error.code === 'timed-out';
}

/**
 * Statuses of a relay that passed the call on and has no reply to it. 502, 520 and 522: it lost the connection. The others: it stopped
 * waiting. A 503 is absent, because it says that the service does not handle the call.
 */
const RELAY_GAVE_UP: ReadonlySet<number> = new Set([408, 499, 502, 504, 520, 522, 524]);

/** Determines the outcome by a read. `late`: the call may still arrive. */
export async function lookBack(
  run: Run,
  intention: Intention,
  { cause, late }: { readonly cause: string; readonly late: boolean },
): Promise<Resolution> {
  let back: ReadBack;
  try {
    back = await readBack(run, intention, { recent: false });
  } catch (error) {
    if (error instanceof AuthError) run.halt(error);
    return open(intention, `${cause} Reading it back failed too.`, { hint: READ_BACK_LATER });
  }
  const { found, standings, asPlanned, restored, entry, overtaken } = back;
  const shown = new Map(asPlanned.flatMap((address) => listFoundFields(found, address)));
  const results = standings.map(({ address, as }) =>
    standingResult(run, intention, { address, as, cause, found, since: restored.get(address) }),
  );
  if (!late || standings.every(({ as }) => as !== 'as-before'))
    return { results, entries: [entry, ...overtaken], shown };
  // The call stays open for the missing resources. The seen resources count already.
  const message = `${cause} A read shows no effect yet; it may still take effect.`;
  const waiting = new Set(standings.flatMap(({ address, as }) => (as === 'as-before' ? [address] : [])));
  return {
    results: results.map((result): CallResult => {
      const { address } = result;
      return waiting.has(address) ? { address, status: 'uncertain', message, hint: READ_BACK_LATER } : result;
    }),
    entries: [],
    shown,
  };
}

function listFoundFields(found: Found, address: Address): readonly (readonly [Address, Fields])[] {
  const live = found.get(address);
  return live === undefined ? [] : [[address, live.fields]];
}

/** State of an address after the call. */
interface AddressStanding {
  readonly address: Address;
  readonly as: Standing;
  readonly cause: string;
  readonly found: Found;
  /** Time of the first create, if the call restored the resource. */
  readonly since: string | undefined;
}

/** Returns the result of an address whose outcome comes from a read. */
function standingResult(
  run: Run,
  intention: Intention,
  { address, as, cause, found, since }: AddressStanding,
): CallResult {
  switch (as) {
    case 'as-planned':
      if (since !== undefined && !isAnnouncedRestore(run, address)) return unannouncedRestore(address, 'read', since);
      return {
        address,
        status: 'applied',
        message:
          intention.expects[address] === null
            ? 'Done: a read shows that it is gone.'
            : `Done: no reply confirmed it, but a read shows the planned values.${since === undefined ? '' : ` ${restoredSentence(since)}`}`,
      };
    case 'as-before':
      return { address, status: 'failed', message: `${cause} Reads show no effect of it.`, hint: RUN_AGAIN };
    case 'neither': {
      const fields = unmet(run.kindOf(address), intention.expects[address] ?? null, found.get(address)?.fields);
      const message = `${cause} A read shows neither the planned values nor the earlier values.`;
      return { address, status: 'conflict', message, hint: RUN_AGAIN, fields };
    }
  }
}

function open({ covers }: Intention, message: string, advice: Advice): Resolution {
  const results = covers.map((address): CallResult => ({ address, status: 'uncertain', message, ...advice }));
  return { results, entries: [], shown: new Map() };
}
