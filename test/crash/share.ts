/** How much of a table is tried: a row in every test run, as many as TRUEUP_CRASH says in a longer one, `all` of them. */

const asked = process.env['TRUEUP_CRASH'];

/** The same rows in every run, unless TRUEUP_SEED names others. */
const SEED = Number(process.env['TRUEUP_SEED'] ?? 20_260_101);

/** Whether only the scenarios that cover the most are tried. */
export const BRIEF = asked === undefined;

/** Rows of one table. */
const ROWS = asked === 'all' ? Number.POSITIVE_INFINITY : Number(asked ?? 1);

/** Milliseconds that one scenario may take: far more than it needs, so that only a run that hangs is cut off. */
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
