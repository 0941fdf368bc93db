/** Reads a reply: the result for each covered address, and the entries for the ledger. */

import type { ApiCall } from '../../contract/calls.ts';
import { defined } from '../../contract/defined.ts';
import { ContractError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Kind, Settled } from '../../model/kind.ts';
import type { Intention, JournalEntry, LedgerRecord } from '../../model/ledger.ts';
import type { CallResult } from './call-result.ts';
import { noLongerKnown } from './record.ts';
import type { Run } from './run.ts';
import type { Reply } from './send.ts';
import { decideVerdict } from './verdict.ts';

export interface Settlement {
  readonly results: readonly CallResult[];
  /** Entries for the ledger. Empty if the service has not finished the call, so that the intention stays open. */
  readonly entries: readonly JournalEntry[];
  /** Addresses whose change the reply confirms. Empty if the service has not finished the call. */
  readonly done: readonly Address[];
  /** Values that the reply shows. */
  readonly shown: ReadonlyMap<Address, Fields>;
  /** Addresses that a read has to check: the reply does not mention them, or reports them as failed. */
  readonly unclear: readonly Address[];
}

/**
 * Settles by the reply of `sent.call`: the planned request, or the request that replaces it if the resource exists.
 * @throws an error if the kind cannot read the reply or the reply is about another resource. The outcome is unknown then.
 */
export function settleReply(run: Run, intention: Intention, sent: Reply): Settlement {
  const settled = readReply(run, intention, sent.call, sent.value);
  const verdicts = intention.covers.map((address) => decideVerdict(run, intention, address, settled.get(address)));
  const storedAs = findRespelledName(run, intention, sent);
  const results = verdicts.map(({ result }) => ({ ...result, ...defined({ storedAs }) }));
  if (results.some(({ status }) => status === 'accepted'))
    return { results, entries: [], done: [], shown: new Map(), unclear: [] };
  const written = verdicts.flatMap(({ result, record }) =>
    record === undefined ? [] : [[result.address, record] as const],
  );
  const unmentioned = intention.covers.filter((address) => !settled.has(address));
  const partly = [
    ...intention.covers.filter((address) => settled.get(address)?.partly === true),
    ...(intention.recovery === 'read-back' ? [] : unmentioned),
  ];
  const records = Object.fromEntries(existed(intention, sent) ? written.map(asFound) : written);
  return {
    results,
    entries: [
      { type: 'settle', id: intention.id, as: 'applied', records, at: run.at() },
      ...noLongerKnown(run, partly),
    ],
    done: written.map(([address]) => address),
    shown: new Map(
      [...settled].flatMap(([address, { echo }]) => (echo === undefined ? [] : [[address, echo] as const])),
    ),
    unclear: intention.covers.filter((address) => isUnclear(intention, sent, settled.get(address))),
  };
}

/** A single call fails or not. An input of a batch may take effect in spite of an error that names no input. */
function isUnclear({ covers }: Intention, { attempts }: Reply, settled: Settled | undefined): boolean {
  if (settled === undefined) return true;
  // A resource that existed already is not ours, unless an earlier attempt of this very call made it.
  return settled.status === 'failed' && covers.length > 1 && (settled.others === undefined || attempts > 1);
}

/** True if the resource existed before the first attempt, so that the replacing request was answered. */
function existed({ onConflict }: Intention, { call, attempts }: Reply): boolean {
  return call === onConflict && attempts === 1;
}

function asFound([address, record]: readonly [Address, LedgerRecord | null]) {
  return [address, record && { ...record, found: 'changed' as const }] as const;
}

function readReply(run: Run, { covers }: Intention, sent: ApiCall, reply: unknown): ReadonlyMap<Address, Settled> {
  const byKind = Map.groupBy(covers, (address) => run.kindOf(address));
  return new Map(
    [...byKind].flatMap(([kind, addresses]) => {
      if (kind === undefined) return [];
      requireSameResource(kind, sent, addresses, reply);
      return kind.writer.settle(sent, addresses, reply).map((settled) => [settled.address, settled] as const);
    }),
  );
}

/** @throws ContractError for a reply about another resource, such as the answer to another call: it is as good as none. */
function requireSameResource(kind: Kind, sent: ApiCall, covers: readonly Address[], reply: unknown): void {
  const others = kind.writer
    .names(sent, covers, reply)
    .filter(({ sent: ours, shown }) => ours !== undefined && shown && !sameName(ours, shown));
  if (others.length === 0) return;
  const issues = others.map(
    ({ member, sent: ours, shown }) => `${member} is ${quoted(shown)} instead of ${quoted(ours)}`,
  );
  throw new ContractError(sent.endpoint, issues);
}

/** True if two names differ only in letters that the service may change: case, Unicode form, and blanks. */
function sameName(left: string, right: string): boolean {
  const [one, other] = [left, right].map((name) => name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' '));
  return one === other;
}

/** Returns the name in the reply to a call for one resource, if it is not letter by letter the name that was sent. */
function findRespelledName(run: Run, { covers }: Intention, { call, value }: Reply): string | undefined {
  const [address, ...others] = covers;
  if (address === undefined || others.length > 0) return undefined;
  const [naming] = run.kindOf(address)?.writer.names(call, covers, value) ?? [];
  const { member, sent, shown } = naming ?? {};
  return member === 'name' && sent !== undefined && shown && shown !== sent ? shown : undefined;
}

function quoted(name: string | null | undefined): string {
  return JSON.stringify((name ?? '').slice(0, LONGEST_NAME));
}

const LONGEST_NAME = 100;
