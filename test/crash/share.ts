/** Selects rows of a table: a single row in every test run, TRUEUP_CRASH rows in a longer run, or `all`. */

const asked = process.env['TRUEUP_CRASH'];

/** Seed of the selection. Every run selects the same rows unless TRUEUP_SEED is set. */
const SEED = Number(process.env['TRUEUP_SEED'] ?? 20_260_101);

/** True if only the scenarios with the widest coverage run. */
export const BRIEF = asked === undefined;

/** Rows of one table. */
const ROWS = asked === 'all' ? Number.POSITIVE_INFINITY : Number(asked ?? 1);

/** Maximum milliseconds of a scenario. The value is generous, so that only a hanging run is cut off. */
export const PATIENCE_MS = 240_000 + Math.min(ROWS, 1_000) * 10_000;

export function share<T>(rows: readonly T[], name: string): readonly T[] {
  if (rows.length <= ROWS) return rows;
  let state = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, SEED);
  const picked = new Set<T>();
  while (picked.size < ROWS) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const row = rows[Math.floor((state / 2 ** 32) * rows.length)];
    if (row !== undefined) picked.add(row);
  }
  return [...picked];
}

/** Two children side by side; the first failure ends it, named by its row. */
export async function twoAtATime<T extends { readonly name: string }, R>(
  rows: readonly T[],
  work: (row: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const left = [...rows];
  const lane = async (): Promise<void> => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      try {
        results.push(await work(row));
      } catch (error) {
        left.length = 0;
        throw new Error(`${row.name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    }
  };
  const ends = await Promise.allSettled([lane(), lane()]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return results;
}
