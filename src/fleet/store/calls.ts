/** The calls of a rollout in an account, from the history of its ledger. */

import { parseHistory } from '../../ledger/history.ts';
import type { AppliedCall } from '../../model/ledger.ts';
import type { Database, Statement } from '../database/database.ts';

/** In order. */
export async function readCalls(database: Database, rollout: string, hubId: number): Promise<readonly AppliedCall[]> {
  const lines = await database.query(readCallLines(rollout, hubId));
  const text = lines.map(({ line }) => `${line}\n`).join('');
  return parseHistory(text, `The history of account ${hubId}`).map(({ call }) => call);
}

function readCallLines(rollout: string, hubId: number): Statement<{ readonly line: string }> {
  return ({ sql, of }) => sql`
    select c.line from ${of('target')} as t
    join ${of('ledger')} as l on l.hub_id = t.hub_id
    join ${of('ledger_call')} as c on c.ledger = l.key and (c.run = any(t.runs) or c.run = t.run)
    where t.rollout = ${rollout} and t.hub_id = ${hubId} order by c.serial, c.id`;
}
