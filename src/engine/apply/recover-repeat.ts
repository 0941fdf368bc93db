/** Repeats an open call where that is safe, and reads the reply. */

import { AuthError, sentenceOf, TransportError } from '../../errors.ts';
import type { Intention } from '../../model/ledger.ts';
import { isGood } from '../../model/outcome.ts';
import { notApplied } from './intention.ts';
import { noLongerKnown } from './record.ts';
import { refusedFinding } from './recover-findings.ts';
import { type Recovery, stillOpen } from './recovery.ts';
import { refutation } from './refuted.ts';
import type { Run } from './run.ts';
import { haltWhereForbidden, type Reply, type Sent, sendAgain } from './send.ts';
import { type Settlement, settleReply } from './settle.ts';

/** Throws AuthError. */
export async function repeatOpen(run: Run, intention: Intention): Promise<Recovery> {
  const halted = run.halted();
  if (halted !== undefined) return stillOpen(intention, `it was not repeated. ${halted}`);
  const sent = await sendAgain(run, intention);
  switch (sent.type) {
    case 'reply':
      return replied(run, intention, sent);
    case 'doubt':
      if (sent.error instanceof AuthError) throw sent.error;
      return stillOpen(intention, `repeating it did not clear it: ${sentenceOf(sent.error)}`);
    case 'refused':
      return refused(run, intention, sent);
  }
}

/** A reply that cannot be read, or describes another resource, settles nothing. */
function replied(run: Run, intention: Intention, sent: Reply): Recovery {
  let settlement: Settlement;
  try {
    settlement = settleReply(run, intention, sent);
  } catch (error) {
    return stillOpen(intention, `repeating it did not clear it: ${sentenceOf(error)}`);
  }
  return settled(run, intention, settlement);
}

/** Settles by the reply of the repetition. A resource that the reply reports as failed may exist because of the first attempt. */
function settled(run: Run, intention: Intention, { results, entries, done }: Settlement): Recovery {
  const messages = [...new Set(results.filter((result) => !isGood(result)).map(({ message }) => message))].join(' ');
  if (entries.length === 0) {
    const pending = results.find(({ status }) => status === 'accepted')?.message ?? messages;
    return { ...stillOpen(intention, `repeating it did not clear it: ${pending}`), results };
  }
  const others = intention.covers.filter((address) => !done.includes(address));
  const dropped = new Set(entries.flatMap((entry) => (entry.type === 'record' ? [entry.record.address] : [])));
  const still = others.filter((address) => !dropped.has(address));
  return {
    as: done.length > 0 ? 'applied' : 'not-applied',
    entries: [...entries, ...noLongerKnown(run, still)],
    ...(others.length === 0 ? {} : { finding: refusedFinding({ ...intention, covers: others }, messages) }),
  };
}

async function refused(
  run: Run,
  intention: Intention,
  { call, error }: Extract<Sent, { type: 'refused' }>,
): Promise<Recovery> {
  if (error instanceof AuthError) throw error;
  haltWhereForbidden(run, error);
  if (error instanceof TransportError || run.halted() !== undefined)
    return stillOpen(intention, `it could not be repeated: ${sentenceOf(error)}`);
  const { entries, findings } = await refutation(run, intention, call, error);
  return {
    as: 'not-applied',
    entries: [notApplied(run, intention), ...(entries.length > 0 ? entries : noLongerKnown(run, intention.covers))],
    finding: findings[0] ?? refusedFinding(intention, sentenceOf(error)),
  };
}
