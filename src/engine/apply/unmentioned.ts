/** Reads back the resources that the reply to a batch leaves out, as after a lost reply. */

import { AuthError } from '../../errors.ts';
import type { Intention, JournalEntry } from '../../model/ledger.ts';
import type { CallResult } from './call-result.ts';
import { READ_BACK_LATER, standingResult } from './doubt.ts';
import { readBack } from './read-back.ts';
import type { Run } from './run.ts';
import type { Settlement } from './settle.ts';

const CAUSE = 'The reply does not mention it.';

/** Returns the settlement unchanged if nothing can be read. */
export async function withUnmentioned(run: Run, intention: Intention, settlement: Settlement): Promise<Settlement> {
  const { unmentioned } = settlement;
  if (unmentioned.length === 0 || intention.recovery !== 'read-back') return settlement;
  const part: Intention = { ...intention, covers: unmentioned };
  try {
    const { found, standings, seen, entry, overtaken } = await readBack(run, part, { recent: false });
    const results = standings.map(({ address, as }) => standingResult(run, part, { address, as, cause: CAUSE, found }));
    return {
      ...replaced(settlement, results),
      entries: [...settlement.entries.map((one) => withRecords(one, entry)), ...overtaken],
      done: [...settlement.done, ...seen],
    };
  } catch (error) {
    if (error instanceof AuthError) run.halt(error);
    const message = `${CAUSE} Reading it back failed too.`;
    const results = unmentioned.map(
      (address): CallResult => ({ address, status: 'uncertain', message, hint: READ_BACK_LATER }),
    );
    return { ...replaced(settlement, results), entries: [], done: [] };
  }
}

function replaced(settlement: Settlement, looked: readonly CallResult[]): Settlement {
  const byAddress = new Map(looked.map((result) => [result.address, result] as const));
  return { ...settlement, results: settlement.results.map((result) => byAddress.get(result.address) ?? result) };
}

/** Adds the records of the read to the records of the reply. */
function withRecords(entry: JournalEntry, seen: JournalEntry): JournalEntry {
  if (entry.type !== 'settle' || seen.type !== 'settle') return entry;
  return { ...entry, records: { ...entry.records, ...seen.records } };
}
