/** Determines the outcome of a call with an unknown effect by a read, in the same run or in the next. */

import { defined } from '../../contract/defined.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Address } from '../../model/address.ts';
import type { Intention, JournalEntry } from '../../model/ledger.ts';
import { decideOvertaken, type Overtaken } from '../observe/overtaken.ts';
import { type Found, listLags } from '../observe/reread.ts';
import { type Standing, standing } from '../observe/standing.ts';
import { notApplied, type Settle } from './intention.ts';
import { findFirstCreate, originOfRestored } from './restored.ts';
import type { Run } from './run.ts';

export interface ReadBack {
  readonly found: Found;
  readonly standings: readonly { readonly address: Address; readonly as: Standing }[];
  /**
   * Settles the intention. The call counts as applied if a covered address is as planned, or shows an effect that another user changed
   * later.
   */
  readonly entry: Settle;
  /** Addresses that are as planned. */
  readonly asPlanned: readonly Address[];
  /** ISO times of the first create, for addresses as planned whose create restored an archived resource. */
  readonly restored: ReadonlyMap<Address, string>;
  /** Records of addresses that are neither as before nor as planned and show no effect, so that the difference counts as drift. */
  readonly overtaken: readonly JournalEntry[];
}

/** A call that broke off at most this many milliseconds ago may still be on its way. */
const YOUNG_MS = 10_000;

/**
 * Reads again for the effect of a young call, because the service processes a batch input by input. Reads twice. If the
 * service accepts the same create twice, reads until the call is no longer young. `recent`: the first read may be up to
 * a second old.
 */
export async function readBack(
  run: Run,
  intention: Intention,
  { recent }: { readonly recent: boolean },
): Promise<ReadBack> {
  const { covers } = intention;
  let found = recent ? (await run.live.recent(covers)).found : await run.live.fresh(covers);
  let standings = listStandings(run, intention, found);
  const isTakenTwice = ENDPOINTS[intention.call.endpoint].effect === 'server-id-create';
  const lags = listLags(run, covers);
  for (let round = 0; round < lags.length || isTakenTwice; round += 1) {
    const unseen = standings.some(({ as }) => as === 'as-before');
    if (!unseen || run.signal?.aborted || !isYoung(run, intention)) break;
    await run.clock.sleep(lags[round] ?? 2_000);
    found = await run.live.fresh(covers);
    standings = listStandings(run, intention, found);
  }
  const asPlanned = standings.filter(({ as }) => as === 'as-planned').map(({ address }) => address);
  const left = findOvertaken(run, intention, { standings, found });
  const restored = new Map(
    asPlanned.flatMap((address) => {
      const since = findFirstCreate(found, intention, address);
      return since === undefined ? [] : [[address, since] as const];
    }),
  );
  const entry = settlement(run, intention, { asPlanned, restored, found, left });
  const others = left.filter(({ tookEffect }) => !tookEffect);
  return {
    found,
    standings,
    asPlanned,
    restored,
    entry,
    overtaken: others.map(({ record }) => ({ type: 'record', record })),
  };
}

function listStandings(run: Run, intention: Intention, found: Found): ReadBack['standings'] {
  return intention.covers.map((address) => ({ address, as: standing(run, intention, address, found) }));
}

function findOvertaken(
  run: Run,
  intention: Intention,
  { standings, found }: Pick<ReadBack, 'standings' | 'found'>,
): readonly Overtaken[] {
  return standings.flatMap(({ address, as }) => {
    if (as !== 'neither') return [];
    const known = run.effects.get(address) ?? run.known.records[address];
    return decideOvertaken(run, intention, address, { found, known }) ?? [];
  });
}

function isYoung({ clock }: Run, { at }: Intention): boolean {
  return clock.now() - Date.parse(at) < YOUNG_MS;
}

function settlement(
  run: Run,
  intention: Intention,
  {
    asPlanned,
    restored,
    found,
    left,
  }: Pick<ReadBack, 'asPlanned' | 'restored' | 'found'> & { readonly left: readonly Overtaken[] },
): Settle {
  const shown = left.filter(({ tookEffect }) => tookEffect).map(({ record }) => [record.address, record] as const);
  if (asPlanned.length + shown.length === 0) return notApplied(run, intention);
  const { id } = intention;
  const observed = asPlanned.map((address) => {
    const record = intention.records[address] ?? null;
    const { id, changedAt } = found.get(address) ?? {};
    const origin = restored.has(address) ? originOfRestored(run, address) : {};
    return [
      address,
      record && { ...record, ...defined({ id, changedAt }), ...origin, basis: 'observed' as const },
    ] as const;
  });
  return { type: 'settle', id, as: 'applied', records: Object.fromEntries([...observed, ...shown]), at: run.at() };
}
