/** Chooses one spelling for each thing that files or ledger can name by id and by name. */

/** A spelling in an address, and its id in this account. */
export interface Spelled {
  readonly id: string;
  readonly spelling: string;
  /** The spelling is the id itself. */
  readonly literal: boolean;
}

export interface Spellings {
  /** By id. */
  readonly chosen: ReadonlyMap<string, string>;
  /** Further spellings of the same thing. The chosen spelling is used, so these could be taken as another thing. */
  readonly doubled: readonly (Spelled & { readonly chosen: string })[];
}

/**
 * Chooses the spelling of the first tier that has one, because files that use a new name still mean the same object. Within a tier, the id
 * wins, because it needs no account to be understood.
 */
export function chooseSpellings(...tiers: readonly (readonly Spelled[])[]): Spellings {
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
