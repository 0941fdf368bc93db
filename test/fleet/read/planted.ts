/** Rollouts that are written into the tables as they would be half way, so that reading them is tested without running thousands of accounts. */

import type { Database } from '../../../src/fleet/database/database.ts';

export interface Planted {
  readonly id: string;
  /** Number of accounts. Their ids start at 1001. */
  readonly size: number;
  readonly phase?: string;
  readonly kind?: string;
  readonly wave?: number;
  /** Days before now. */
  readonly age?: number;
  /** The plan of both clusters, as JSON. */
  readonly plan?: string;
}

export const SHAPES = ['3f9a01c2aaaaaaaaaaaa', 'b07700ddbbbbbbbbbbbb'] as const;

/**
 * Inserts a rollout with three waves of 1, 10 and 100 percent; the third wave is approved. In the first two, each 50th
 * account has failed (half of them `auth`). Each 70th is uncertain, each 90th is deferred. Each 5th account is in the
 * second cluster.
 */
export async function plant(database: Database, planted: Planted): Promise<void> {
  const { id, size, phase = 'rolling', kind = 'apply', wave = 1, age = 0, plan = '{}' } = planted;
  const [whole, other] = SHAPES;
  await database.query(
    ({ sql, of, now }) => sql`
    insert into ${of('rollout')} (id, phase, wave, note, waves, soak_ms, max_failed, max_uncertain, patience_ms, created_at, kind, created_by)
    values (${id}, ${phase}, ${wave}, 'commit 1f0c', '1%,10%,100%', 60000, 1, 0, 3600000, ${now} - ${age} * interval '1 day', ${kind}, 'ann')`,
  );
  await database.query(
    ({ sql, of }) => sql`
    insert into ${of('cluster')} (rollout, shape, standing, facts, sample_hub, sample, approved_by, approved_at)
    values (${id}, ${whole}, 'safe', '{"actions":{"create":1},"severities":[],"risks":[]}', 1001, ${plan}, 'ann', now()),
      (${id}, ${other}, 'risky', '{"actions":{"update":1},"severities":["destructive"],"risks":["option-removal"]}', 1005, ${plan}, 'ann', now())`,
  );
  await database.query(
    ({ sql, of, now }) => sql`
    insert into ${of('target')} (rollout, hub_id, app, labels, wave, shape, changing, state, attempt, error_kind, message, not_before, runs, changed_at)
    select ${id}, 1000 + n, 'app-' || n % 3, '{"ring":"rest"}', w, case when n % 5 = 0 then ${other} else ${whole} end, true, s,
      case when s = 'approved' then 0 else 1 end,
      case when s = 'failed' and n % 100 = 0 then 'auth' when s = 'failed' then 'refused' when s = 'deferred' then 'rate' end,
      case when s = 'failed' then 'The service refused <b>it</b>.' when s = 'uncertain' then 'The reply was lost.' end,
      case when s = 'deferred' then ${now} + interval '1 minute' end,
      case when s = 'applied' then array['run-' || n] else '{}' end, ${now}
    from (select n, w, case when w = 2 then 'approved' when n % 50 = 0 then 'failed' when n % 70 = 0 then 'uncertain'
        when n % 90 = 0 then 'deferred' else 'applied' end as s
      from (select n, case when n * 100 <= ${size} then 0 when n * 10 <= ${size} then 1 else 2 end as w
        from generate_series(1, ${size}::integer) as n) as numbered) as graded`,
  );
  const events = [
    { kind: 'planned' },
    { kind: 'start' },
    { kind: 'start-wave', wave: 0 },
    { kind: 'wave-ended', wave: 0 },
    { kind: 'start-wave', wave: 1 },
  ];
  await database.query(
    ({ sql, of, now }) => sql`
    insert into ${of('event')} (rollout, at, detail)
    select ${id}, ${now} - (10 - place) * interval '1 minute', detail
    from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as each (detail, place)`,
  );
}
