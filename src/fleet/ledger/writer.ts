/** Writes a ledger under its lease, one statement after the other: appends that wait together are one. */

import type { Clock, NewId } from '../../contract/clock.ts';
import { LedgerError } from '../../errors.ts';
import { writeLedger } from '../../ledger/format.ts';
import { keptRuns } from '../../ledger/history-file.ts';
import { newLedger } from '../../ledger/state.ts';
import { jsonText } from '../../model/json.ts';
import type { JournalEntry } from '../../model/ledger.ts';
import { append as add } from '../../model/lists.ts';
import type { Database } from '../database/database.ts';
import { insisting } from '../database/insisting.ts';
import type { HeldLease } from '../database/leases.ts';
import { lockLost } from './heartbeat.ts';
import { appendEntries, type Fold, foldLedger, forgetRuns, isLeaseHeld, runSizes } from './ledger-statements.ts';
import type { Called } from './stored.ts';

export interface LedgerWriter {
  /** Durable when it resolves, and then the lease was held. Throws LedgerError `ledger-lock-lost`. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Throws LedgerError `ledger-lock-lost`. */
  requireHeld(): Promise<void>;
  /** Asks for what the work rests on. */
  query: Database['query'];
  /** Work that nothing is appended beside. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Only inside `alone`. Throws LedgerError `ledger-lock-lost`, `ledger-replaced`. */
  fold(fold: Omit<Fold, 'document'>): Promise<void>;
}

export interface WriterParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly lease: HeldLease;
  readonly called: Called;
}

interface Batch {
  readonly entries: JournalEntry[];
  readonly done: Promise<void>;
}

export function ledgerWriter({ database, clock, newId, lease, called }: WriterParts): LedgerWriter {
  let waiting: Batch | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const requireKept = (): void => lease.lost.throwIfAborted();
  const query: Database['query'] = (statement) =>
    insisting(lease, clock, () => {
      requireKept();
      return unlessLost(lease.lost, database.query(statement));
    });
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.catch(() => undefined).then(work);
    last = done;
    return done;
  };

  const note = async (entries: readonly JournalEntry[]): Promise<void> => {
    const lineage = newId();
    const ledger = newLedger(called.name, lineage);
    const first = { name: called.name, lineage, document: writeLedger({ ledger, folded: undefined }) };
    const statement = appendEntries(lease, { id: newId(), entries: entries.map((entry) => jsonText(entry)), first });
    const [told] = await query(statement);
    requireKept();
    if (told?.held !== 1 || told.noted === 0) throw lockLost(called.name);
  };

  const newBatch = (first: readonly JournalEntry[]): Batch => {
    const entries = [...first];
    const done = alone(async () => {
      // A reply settles its call and lets the next one begin within one turn: both, for all replies of it, are one statement.
      await new Promise(setImmediate);
      waiting = undefined;
      await note(entries);
    });
    return { entries, done };
  };

  return {
    query,
    alone,
    append(entries) {
      if (waiting === undefined) waiting = newBatch(entries);
      else add(waiting.entries, entries);
      return waiting.done;
    },
    async requireHeld() {
      const held = await query(isLeaseHeld(lease));
      if (held.length === 0) throw lockLost(called.name);
    },
    async fold(fold) {
      const document = writeLedger({ ledger: fold.next, folded: undefined });
      const statement = foldLedger(lease, { ...fold, document });
      const told = await query(statement);
      if (told[0]?.held !== 1) throw lockLost(called.name);
      // An earlier try whose reply was lost may have been committed while this one waited for it: a second look sees it.
      const written = told[0].written + told[0].done > 0 || (await query(statement))[0]?.done === 1;
      if (!written) throw replaced(called.ledger);
      if (fold.calls.length > 0) await forgetOldest(query, lease.ledger);
    },
  };
}

/** A statement may get no answer at all, where the network swallows it: whoever waits for it learns that the lock is lost. */
function unlessLost<T>(lost: AbortSignal, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(lost.reason);
    lost.addEventListener('abort', stop, { once: true });
    answer.finally(() => lost.removeEventListener('abort', stop)).then(resolve, reject);
  });
}

/** Runs that are too many or too large for a history: whoever is interrupted before, the next one does it. */
async function forgetOldest(query: Database['query'], ledger: string): Promise<void> {
  const sizes = await query(runSizes(ledger));
  const kept = keptRuns(sizes.map(({ run, bytes }) => [run, bytes] as const));
  const gone = sizes.map(({ run }) => run).filter((run) => !kept.has(run));
  if (gone.length > 0) await query(forgetRuns(ledger, gone));
}

function replaced(ledger: string): LedgerError {
  return new LedgerError(
    'ledger-replaced',
    `${ledger} was changed or removed during the run, and was not overwritten.`,
    {
      hint: 'Find out what changes the tables of the fleet while trueup runs. The journal beside it records what was done.',
    },
  );
}
