/** Names without a known meaning in the account, with the reason. */

import type { Finding } from '../../model/finding.ts';
import { listed } from '../listed.ts';

export interface Gap {
  /** Reason why a resource with this name cannot be changed. */
  readonly reason: string;
  /** False if the account certainly has nothing with the name. True if the meaning is unknown. */
  readonly unseen: boolean;
  /** Finding that several gaps of the same cause share. */
  readonly finding: Finding;
}

/** Meanings of the names of one sort. */
export interface Lookup<T> {
  /** By name, as a key of its sort. */
  readonly ids: ReadonlyMap<string, T>;
  /** Names in addresses, by id. The id itself if the addresses use the id. */
  readonly spellings: ReadonlyMap<string, string>;
  /** By name. */
  readonly gaps: ReadonlyMap<string, Gap>;
  /** Number of calls. */
  readonly reads: number;
}

/** The account has nothing of the name. `near`: the name that it has and that was perhaps meant. `what`: plural, of the others. */
export function missingGap(
  reason: string,
  near: string | undefined,
  { what, others }: { readonly what: string; readonly others: readonly string[] },
): Gap {
  const known = `The account has ${others.length === 0 ? 'no' : 'the'} ${what}${
    others.length === 0
      ? ''
      : ` ${listed(
          others.map((name) => JSON.stringify(name)),
          MOST_LISTED,
        )}`
  }.`;
  const hint = near === undefined ? known : `Did you mean ${JSON.stringify(near)}? ${known}`;
  return { reason, unseen: false, finding: { code: 'holder-missing', severity: 'warning', message: reason, hint } };
}

/** The name does not say which of several things is meant, or is the second name of one thing. */
export function ambiguousGap(reason: string, hint: string): Gap {
  return { reason, unseen: true, finding: { code: 'name-ambiguous', severity: 'warning', message: reason, hint } };
}

/** The read that would tell failed. `what`: the name, as a subject. */
export function unreadGap(what: string, finding: Finding): Gap {
  return { reason: `${what} is unknown, because the read for it failed.`, unseen: true, finding };
}

const MOST_LISTED = 10;
