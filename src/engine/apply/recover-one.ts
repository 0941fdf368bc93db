/** Determines the outcome of one open call: by a read, by repeating it, or by asking a person. */

import { defined } from '../../contract/defined.ts';
import { AuthError, sentenceOf } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Intention } from '../../model/ledger.ts';
import { settling } from '../hints.ts';
import { isMoved } from '../observe/aim.ts';
import { readBack } from './read-back.ts';
import { overtakenFinding, partlySettledFinding, unsettledFinding } from './recover-findings.ts';
import { repeatOpen } from './recover-repeat.ts';
import { type Recovery, stillOpen } from './recovery.ts';
import type { Run } from './run.ts';

/** `planned` is true if the current plan makes the same change. Throws AuthError. */
export async function recoverOne(run: Run, intention: Intention, planned: boolean): Promise<Recovery> {
  if (isMoved(run, intention))
    return stillOpen(intention, 'its name stands for something else in the account by now.', settling(intention));
  switch (intention.recovery) {
    case 'read-back':
      return lookedBack(run, intention);
    case 'repeat':
      // Guards, consents and targets were checked for the plan. A call outside of the plan is not repeated.
      return planned ? repeatOpen(run, intention) : notRepeated(intention);
    case 'ask':
      return { as: 'uncertain', entries: [], finding: unsettledFinding(intention) };
  }
}

async function lookedBack(run: Run, intention: Intention): Promise<Recovery> {
  try {
    const { standings, seen, entry, overtaken: left } = await readBack(run, intention, { recent: true });
    const overtaken = standings.filter(({ as }) => as === 'neither').map(({ address }) => address);
    return {
      as: entry.as,
      entries: [entry, ...left],
      shown: { effect: seen, neither: overtaken },
      ...defined({ finding: findingFor(intention, { seen: seen.length, overtaken }) }),
    };
  } catch (error) {
    if (error instanceof AuthError) throw error;
    return stillOpen(intention, `it could not be read back: ${sentenceOf(error)}`);
  }
}

/** Undefined: it took effect on all that it covers, or on nothing. */
function findingFor(
  intention: Intention,
  { seen, overtaken }: { readonly seen: number; readonly overtaken: readonly Address[] },
): Recovery['finding'] {
  if (overtaken.length > 0) return overtakenFinding(intention, overtaken);
  return seen === 0 || seen === intention.covers.length ? undefined : partlySettledFinding(intention, seen);
}

function notRepeated(intention: Intention): Recovery {
  const why = 'it is not repeated, because the plan does not make its change.';
  return stillOpen(intention, why, settling(intention));
}
