/** What the reply to a batch leaves out is looked for in the account, like a call without a reply. */

import { AuthError } from '../../errors.ts';
import type { Intention, JournalEntry } from '../../model/ledger.ts';
import type { CallResult } from './call-result.ts';
import { READ_BACK_LATER, standingResult } from './doubt.ts';
import { readBack } from './read-back.ts';
import type { Run } from './run.ts';
import type { Settlement } from './settle.ts';

const CAUSE = 'The reply does not mention it.';

/** Where nothing can be read, the reply stands as it is. */
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

/** The end of the intention, with the records of what was seen beside those of the reply. */
function withRecords(entry: JournalEntry, seen: JournalEntry): JournalEntry {
  if (entry.type !== 'settle' || seen.type !== 'settle') return entry;
  return { ...entry, records: { ...entry.records, ...seen.records } };
}
