/** Rollouts that are under way without accounts of a service: rows alone, for tests of what is claimed. */

import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/fleet/database/database.ts';
import { setMoment } from '../databases.ts';

export interface Rolling {
  /** How many accounts each app has. */
  readonly apps: Readonly<Record<string, number>>;
  /** All accounts are in this wave, which is open (default: 0). */
  readonly wave?: number;
}

export async function aRollout({ query }: Database, { apps, wave = 0 }: Rolling): Promise<string> {
  const rollout = randomUUID();
  const all = Object.entries(apps).flatMap(([app, size]) => Array.from({ length: size }, () => app));
  await query(
    ({ sql, of, now }) => sql`
    with made as (
      insert into ${of('rollout')} (id, phase, wave, config, waves, soak_ms, max_failed, max_uncertain, patience_ms, created_at)
      values (${rollout}, 'rolling', ${wave}, '', '100%', 0, 100, 1000, 1000, ${now})),
    waves as (insert into ${of('wave')} (rollout, wave, changing) values (${rollout}, ${wave}, ${all.length})),
    served as (insert into ${of('served')} (rollout, app) select ${rollout}, unnest(${Object.keys(apps)}::text[]))
    insert into ${of('target')} (rollout, hub_id, app, labels, wave, shape, changing, state)
    select ${rollout}, place, app, '{}', ${wave}, 'same', true, 'approved'
    from unnest(${all}::text[]) with ordinality as each (app, place)`,
  );
  return rollout;
}

/** As a database without a rollout is: for laws, which would make one for each of many cases. */
export async function empty({ query }: Database): Promise<void> {
  await query(({ sql, of }) => sql`truncate ${of('rollout')}, ${of('budget')} cascade`);
}

/** The database's time moves only by this. */
export function setSeconds(database: Database, seconds: number): Promise<void> {
  return setMoment(database, `to_timestamp(${1_800_000_000 + seconds})`);
}
