/** State that the parts of one apply run share: the caller, the ledger, and whether the run must stop. */

import type { Caller } from '../../contract/calls.ts';
import type { Clock, NewId } from '../../contract/clock.ts';
import { defined } from '../../contract/defined.ts';
import { AuthError, formatSentence, LedgerError, readAdvice, readFailure, UsageError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { OnEvent } from '../../model/event.ts';
import type { Failure } from '../../model/failure.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { Wanted } from '../../model/kind-reader.ts';
import type { Intention, JournalEntry, Ledger, LedgerRecord, LedgerStore, ReviewedPart } from '../../model/ledger.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { type KindLookup, kindLookup } from '../kind-lookup.ts';
import { buildLockLoss } from '../locked.ts';
import { type FollowedIds, knownIds } from '../observe/known-ids.ts';
import { type LiveReader, liveReader } from '../observe/reread.ts';
import type { Moment } from '../observe/seen-at.ts';
import type { CallResult } from './call-result.ts';

export interface RunInput {
  /** Id of the run, if the caller needs it before the run (default: a new id). */
  readonly run?: string;
  readonly kinds: readonly Kind[];
  readonly caller: Caller;
  /** Ledger whose lock this run holds. */
  readonly ledger: LedgerStore;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Ids that the kinds know. The run takes those of the ledger, and adds those of its calls. */
  readonly ids?: FollowedIds;
  /** Returns a path parameter with the id of an object that this run made. Default: unchanged. */
  pathOf?(param: string): string;
  /** Id of the account that the token was verified for. Every reply must come from it. */
  readonly hubId: number;
  /** Name or id of the token's user. Absent if it is unknown. */
  readonly by?: string;
  /** True if the ledger had no account before the run. It gets none if the run applies nothing. */
  readonly isNew?: boolean;
  /** Calls that the recovery repeated and that the service has not finished. */
  readonly accepted?: readonly CallResult[];
  /** Calls of the plan. The run reads the fields that they expect. Default: none. */
  readonly plannedCalls?: readonly Pick<PlannedCall, 'before' | 'expects'>[];
  /** Creates that restore an archived resource with consent. */
  readonly restores?: ReadonlySet<Address>;
  /** The file that declares each resource whose record the run writes. */
  readonly files?: Readonly<Record<Address, string>>;
  /** Given when the plan was reviewed. */
  readonly reviewedPart?: (call: PlannedCall) => ReviewedPart;
  readonly signal?: AbortSignal;
  /** Aborted once the lock of the ledger is lost: no further call may start. */
  readonly lost?: AbortSignal;
  readonly onEvent?: OnEvent;
}

/** Values that a call of this run left. */
export interface Left {
  readonly fields: Fields;
  readonly at: Moment;
}

export interface Run extends RunInput, KindLookup {
  readonly id: string;
  readonly files: Readonly<Record<Address, string>>;
  readonly ids: FollowedIds;
  readonly restores: ReadonlySet<Address>;
  /** The ledger at the start of the run. */
  readonly known: Ledger;
  readonly live: LiveReader;
  /** Addresses with a call of this run, and the values that a reply or a read showed since. Undefined if none was shown. */
  readonly written: Map<Address, Left | undefined>;
  readonly calls: { write: number; reread: number; check: number };
  readonly findings: Finding[];
  /** ISO time. */
  at(): string;
  /** Records how a call was settled. Without entries, the call stays open. */
  settle(entries: readonly JournalEntry[]): void;
  /** Records that successful calls leave, by address. Null: the resource is gone. */
  readonly effects: ReadonlyMap<Address, LedgerRecord | null>;
  /** Writes entries durably. Throws LedgerError. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Writes entries durably before anything depends on them, without delaying the caller. A failure halts the run. */
  record(entries: readonly JournalEntry[]): void;
  /** Waits for everything that was recorded. */
  recorded(): Promise<void>;
  /** Finishes the calls in flight and starts no further call. */
  halt(error: unknown): void;
  /** Why no further call may start. */
  halted(): string | undefined;
  /** Failure of the error that halted the run. */
  failure(): Failure | undefined;
}

export function startRun(input: RunInput, known: Ledger): Run {
  const calls = { write: 0, reread: 0, check: 0 };
  const findings: Finding[] = [];
  const pending: Promise<void>[] = [];
  const at = () => new Date(input.clock.now()).toISOString();
  const newId = distinct(input);
  const { kinds, caller: reader, clock } = input;
  let stop: { readonly message: string; readonly error: unknown } | undefined;
  const effects = new Map<Address, LedgerRecord | null>();

  const halt = (error: unknown): void => {
    const message = formatSentence(error);
    stop ??= { message: `The run was stopped: ${message}`, error };
    const code = error instanceof AuthError || error instanceof LedgerError ? error.code : 'run-halted';
    const advice = error instanceof AuthError || error instanceof LedgerError ? readAdvice(error) : {};
    if (findings.some((finding) => finding.code === code && finding.message === message)) return;
    findings.push({ code, severity: 'error', message, ...advice });
  };

  const ids = input.ids ?? knownIds(known, input.clock);
  // A recovery may have settled calls since the kinds were made.
  ids.take(known);
  const append = (entries: readonly JournalEntry[]): Promise<void> => {
    // The next call may depend on an id at once.
    ids.follow(entries);
    return input.ledger.append(entries);
  };
  const record = (entries: readonly JournalEntry[]): void => {
    pending.push(append(entries).catch(halt));
  };

  return {
    ...input,
    id: newId(),
    files: input.files ?? {},
    ids,
    restores: input.restores ?? new Set(),
    newId,
    known,
    live: liveReader({
      kinds,
      reader,
      clock,
      wanted: collectWanted(input, known),
      ...defined({ signal: input.signal }),
      onRead: (purpose) => {
        calls[purpose] += 1;
      },
    }),
    written: new Map(),
    calls,
    findings,
    ...kindLookup(kinds),
    at,
    settle(entries) {
      // A call without an effect has no records.
      for (const entry of entries) {
        if (entry.type !== 'settle' || entry.as !== 'applied') continue;
        for (const [address, record] of listRecordEntries(entry.records)) effects.set(address, record);
      }
      if (entries.length > 0) record(entries);
    },
    effects,
    append,
    record,
    recorded: async () => void (await Promise.all(pending)),
    halt,
    halted() {
      if (input.lost?.aborted) halt(buildLockLoss(input.lost));
      return input.signal?.aborted ? 'The run was interrupted before this change.' : stop?.message;
    },
    failure: () => readFailure(stop?.error ?? (input.signal?.aborted ? input.signal.reason : undefined)),
  };
}

function listRecordEntries(records: Intention['records'] = {}): [Address, LedgerRecord | null][] {
  return Object.entries(records) as [Address, LedgerRecord | null][];
}

/** Returns unique ids, the id of the run first. The journal identifies a call by its id. */
function distinct(input: Pick<RunInput, 'newId' | 'run'>): NewId {
  const given = new Set<string>();
  let known = input.run;
  return () => {
    const id = known ?? input.newId();
    known = undefined;
    if (typeof id !== 'string' || id === '' || given.has(id)) {
      throw new UsageError('argument-invalid', 'newId does not return a new string at each call.', {
        hint: 'Pass newId (such as randomUUID of node:crypto), or leave it out.',
      });
    }
    given.add(id);
    return id;
  };
}

/** Returns the fields of an address in the ledger, in open calls and in the calls of the plan, and what these calls remove. */
function collectWanted({ plannedCalls = [] }: RunInput, { records, intentions }: Ledger): Wanted {
  const called = new Map<Address, Fields>();
  const calls = [...intentions, ...plannedCalls];
  for (const { before, expects } of calls)
    for (const fields of [before, expects])
      for (const [address, some] of Object.entries(fields) as [Address, Fields | null][])
        called.set(address, { ...called.get(address), ...some });
  const left = new Set(
    calls.flatMap(({ expects }) => Object.keys(expects).filter((address) => expects[address as Address] === null)),
  );
  return {
    fields: (address) => ({ ...records[address]?.fields, ...called.get(address) }),
    isLeaving: (address) => left.has(address),
  };
}
