/** What the runs of a rollout changed in an account, as its history has it. */

import { parseHistory } from '../../ledger/history.ts';
import type { AppliedCall } from '../../model/ledger.ts';
import type { Database } from '../database/database.ts';
import { readCallLines } from './account-statements.ts';

/** In order. */
export async function callsIn(database: Database, rollout: string, hubId: number): Promise<readonly AppliedCall[]> {
  const lines = await database.query(readCallLines(rollout, hubId));
  const text = lines.map(({ line }) => `${line}\n`).join('');
  return parseHistory(text, `The history of account ${hubId}`).map(({ call }) => call);
}
