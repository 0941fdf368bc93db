/** Keeps the reads of a pull with its result, so that recording the result repeats no read. */

import type { ProvenAccount } from '../../engine/gate/account-check.ts';
import { computeAge, type Moment } from '../../engine/observe/seen-at.ts';
import type { Account } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import { buildVersion, type Ledger } from '../../model/ledger.ts';
import type { Pull } from '../../model/pull.ts';
import type { Look } from '../observer.ts';

export interface Reading extends Pick<Look, 'live' | 'kinds'> {
  /** ISO time before the first read. Records of the pull have this time. */
  readonly at: string;
}

interface Kept extends Reading, Where {
  readonly began: Moment;
}

/** Of which account, and on which state of its ledger. */
interface Where {
  readonly account: Pick<Account, 'name' | 'baseUrl' | 'surface' | 'versions'>;
  readonly hubId: ProvenAccount['hubId'];
  readonly ledger: Ledger;
}

/** Milliseconds for which a reading is valid. */
const HOLDS_MS = 60_000;

/** Hidden from JSON, comparison and spreading. */
const READING = Symbol('trueup.reading');

/** The pull with its reading. */
export function keepingReading(pull: Pull, kept: Kept): Pull {
  return Object.defineProperty(pull, READING, { value: kept });
}

function keptWith(pull: Pull & { readonly [READING]?: Kept }): Kept | undefined {
  return pull[READING];
}

/**
 * Returns undefined if the account must be read again: the reading is old or of another account, the ledger changed since, or an address is
 * missing in it.
 */
export function readingOf(
  pull: Pull,
  addresses: readonly Address[],
  { account, hubId, ledger, now }: Where & { readonly now: Moment },
): Reading | undefined {
  const kept = keptWith(pull);
  if (kept === undefined || computeAge(kept.began, now) > HOLDS_MS) return undefined;
  const isSame = identityOf(kept) === identityOf({ account, hubId, ledger });
  return isSame && addresses.every((address) => kept.live.resources.has(address)) ? kept : undefined;
}

function identityOf({ account: { name, baseUrl, surface, versions }, hubId, ledger }: Where): string {
  return JSON.stringify([name, baseUrl, surface, versions, hubId, buildVersion(ledger), ledger.intentions.length]);
}
