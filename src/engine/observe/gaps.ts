/** Names that stand for nothing that is known in the account, and why. */

import type { Finding } from '../../model/finding.ts';

export interface Gap {
  /** Why what rests on the name cannot be changed. */
  readonly reason: string;
  /** False where it is certain that the account has nothing of the name; what had it may be there by another one. */
  readonly unseen: boolean;
  /** One for several gaps of the same cause. */
  readonly finding: Finding;
}

/** What the names of one sort stand for. */
export interface Lookup<T> {
  /** By name, as a key of its sort. */
  readonly ids: ReadonlyMap<string, T>;
  /** By id: how addresses name it; the id where they have that. */
  readonly spellings: ReadonlyMap<string, string>;
  /** By name. */
  readonly gaps: ReadonlyMap<string, Gap>;
  /** How many calls it took. */
  readonly reads: number;
}

/** The account has nothing of the name. `near`: the name that it has and that was perhaps meant. `what`: plural, of the others. */
export function missingGap(
  reason: string,
  near: string | undefined,
  { what, others }: { readonly what: string; readonly others: readonly string[] },
): Gap {
  const known = `The account has ${others.length === 0 ? 'no' : 'the'} ${what}${others.length === 0 ? '' : ` ${listed(others)}`}.`;
  const hint = near === undefined ? known : `Did you mean ${JSON.stringify(near)}? ${known}`;
  return { reason, unseen: false, finding: { code: 'holder-missing', severity: 'warning', message: reason, hint } };
}

/** The name does not say which of several things is meant, or is the second name of one thing. */
export function ambiguousGap(reason: string, hint: string): Gap {
  return { reason, unseen: true, finding: { code: 'name-ambiguous', severity: 'warning', message: reason, hint } };
}

/** The read that would tell failed. `what`: the name, as a subject. */
export function unreadGap(what: string, finding: Finding): Gap {
  return { reason: `${what} stands for is unknown, as the read for it failed.`, unseen: true, finding };
}

const MOST_LISTED = 10;

export function listed(names: readonly string[], form: (name: string) => string = JSON.stringify): string {
  const shown = names.slice(0, MOST_LISTED).map((name) => form(name));
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}
