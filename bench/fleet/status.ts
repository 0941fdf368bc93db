/** Measures the status of a rollout: a statement by an index, for many accounts against few. */

import type { Database } from '../../src/fleet/database/database.ts';
import { readFleet } from '../../src/fleet/index.ts';
import { readStatus } from '../../src/fleet/read/status-statements.ts';
import { plant } from '../../test/fleet/read/planted.ts';
import { inTemporaryFolder } from '../root.ts';
import { alternate, least } from '../rounds.ts';
import { compared, type Row, thousands } from '../row.ts';
import { inPlace, opened } from './place.ts';

const SIZES = { few: 1_000, many: 10_000 };
const ROUNDS = 30;
/** Bound for a rollout of ten times the size: linear growth, with room for the load of the machine. */
const BOUND = 11;

export function status({ few, many } = SIZES): Promise<readonly Row[]> {
  return inTemporaryFolder((dir) =>
    inPlace(dir, (place) =>
      opened(place, async (database) => {
        await plant(database, { id: 'few', size: few });
        await plant(database, { id: 'many', size: many });
        await database.query(({ sql, of }) => sql`analyze ${of('target')}`);
        const { asked, read } = counted(database);
        const ask = (rollout: string) => async () => {
          const began = performance.now();
          await read.status(rollout);
          return performance.now() - began;
        };
        const taken = await alternate(ROUNDS, { few: ask('few'), many: ask('many') });
        return [
          compared('fleet: statements of a status, and those without an index', {
            cost: asked() / (ROUNDS * 2) + (await scans(database)),
            against: 1,
            unit: 'statements',
            bound: 1,
          }),
          compared(`fleet: status of ${thousands(many)} accounts against ${thousands(few)}`, {
            cost: least(taken.many),
            against: least(taken.few),
            unit: 'ms',
            bound: BOUND,
          }),
        ];
      }),
    ),
  );
}

function counted(database: Database) {
  let statements = 0;
  const read = readFleet({
    ...database,
    query(statement) {
      statements += 1;
      return database.query(statement);
    },
  });
  return { read, asked: () => statements };
}

/** Counts the full scans of accounts in the query plan of a single rollout, which needs none. */
async function scans(database: Database): Promise<number> {
  const rows = await database.query<Readonly<Record<string, string>>>(
    (parts) => parts.sql`explain ${readStatus('few')(parts)}`,
  );
  const text = rows.map((row) => row['QUERY PLAN']).join('\n');
  return [...text.matchAll(/Seq Scan on "?target/g)].length;
}
