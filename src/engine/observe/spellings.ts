/** How one thing of the account is called, where files or ledger could name it by its id and by a name. */

/** A spelling in an address, and the id that it stands for in this account. */
export interface Spelled {
  readonly id: string;
  readonly spelling: string;
  /** The spelling is the id itself. */
  readonly literal: boolean;
}

export interface Spellings {
  /** By id. */
  readonly chosen: ReadonlyMap<string, string>;
  /** Spellings that stand beside the chosen one: what they name could be taken for something else. */
  readonly doubled: readonly (Spelled & { readonly chosen: string })[];
}

/**
 * What is meant counts before what is known, and that before what is asked for: files that name an object otherwise than they did name the same object. Of two spellings
 * that are meant the id is chosen, since it needs no account to be understood.
 */
export function spellingsOf(...tiers: readonly (readonly Spelled[])[]): Spellings {
  const chosen = new Map<string, string>();
  const doubled: (Spelled & { readonly chosen: string })[] = [];
  for (const tier of tiers) {
    const byId = Map.groupBy(
      tier.filter(({ id }) => !chosen.has(id)),
      ({ id }) => id,
    );
    for (const [id, all] of byId) {
      const [first, ...others] = distinct(all);
      if (first === undefined) continue;
      chosen.set(id, first.spelling);
      doubled.push(...others.map((other) => ({ ...other, chosen: first.spelling })));
    }
  }
  return { chosen, doubled };
}

/** The id first, then in the order of the alphabet. */
function distinct(all: readonly Spelled[]): readonly Spelled[] {
  const bySpelling = new Map(all.map((one) => [one.spelling, one] as const));
  return [...bySpelling.values()].sort(
    (a, b) => Number(b.literal) - Number(a.literal) || (a.spelling < b.spelling ? -1 : 1),
  );
}
