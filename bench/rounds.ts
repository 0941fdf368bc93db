/** Rounds over several variants, one after the other in each round, so that a busy moment of the machine meets all of them. */

/** The results of each variant, in the order of the rounds. */
export async function alternate<Name extends string, Result>(
  rounds: number,
  variants: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Readonly<Record<Name, readonly Result[]>>> {
  const names = Object.keys(variants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await variants[name]());
  }
  return results;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1);
  return (low + high) / 2;
}

/** The least disturbed of several runs of the same work. */
export function least(values: readonly number[]): number {
  return Math.min(...values);
}
