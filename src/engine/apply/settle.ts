/** Reads a reply: what it says about each covered address, and what the ledger may then claim. */

import type { ApiCall } from '../../contract/calls.ts';
import { ContractError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { FieldChange } from '../../model/change.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { Kind, Settled } from '../../model/kind.ts';
import type { Intention, JournalEntry, LedgerRecord } from '../../model/ledger.ts';
import { asOptions, differences } from '../compare.ts';
import { RUN_AGAIN } from '../hints.ts';
import { declarationOf, type Forms, formsOf, sameName, writtenBy } from '../stored.ts';
import type { CallResult } from './call-result.ts';
import { noLongerKnown, withStored } from './record.ts';
import type { Run } from './run.ts';

export interface Settlement {
  readonly results: readonly CallResult[];
  /** None: the service has not finished it, so the intention stays open. */
  readonly entries: readonly JournalEntry[];
  /** Addresses of which the reply shows that the call took effect; none while the service has not finished it. */
  readonly done: readonly Address[];
  /** What the reply shows of them. */
  readonly shown: ReadonlyMap<Address, Fields>;
}

/**
 * `sent` is the request that was answered: the planned one, or the one that takes its place when the resource exists.
 * @throws where the kind cannot read the reply, or it is about another resource: then nobody knows what became of the call.
 */
export function settleReply(run: Run, intention: Intention, sent: ApiCall, reply: unknown): Settlement {
  const settled = settledBy(run, intention, sent, reply);
  const verdicts = intention.covers.map((address) => verdictOf(run, intention, address, settled.get(address)));
  const results = verdicts.map(({ result }) => result);
  if (results.some(({ status }) => status === 'accepted')) return { results, entries: [], done: [], shown: new Map() };
  const written = verdicts.flatMap(({ result, record }) =>
    record === undefined ? [] : [[result.address, record] as const],
  );
  const partly = intention.covers.filter((address) => settled.get(address)?.partly === true);
  const records = Object.fromEntries(written);
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
  };
}

interface Verdict {
  readonly result: CallResult;
  /** Undefined: the ledger stays as it is. */
  readonly record?: LedgerRecord | null;
}

function settledBy(run: Run, { covers }: Intention, sent: ApiCall, reply: unknown): ReadonlyMap<Address, Settled> {
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

function quoted(name: string | null | undefined): string {
  return JSON.stringify((name ?? '').slice(0, LONGEST_NAME));
}

const LONGEST_NAME = 100;

function verdictOf(run: Run, intention: Intention, address: Address, settled: Settled | undefined): Verdict {
  if (settled === undefined) {
    return { result: { address, status: 'failed', message: 'The reply says nothing about it.', hint: RUN_AGAIN } };
  }
  if (settled.status === 'failed') {
    return { result: { address, status: 'failed', message: settled.message ?? 'The service refused it.' } };
  }
  if (settled.status === 'accepted') {
    const message = settled.message ?? 'The service took it; whether it is done is not visible.';
    return { result: { address, status: 'accepted', message, hint: MAKES_SURE } };
  }
  const record = withId(intention.records[address], settled.id);
  const expected = intention.expects[address];
  const kind = run.kindOf(address);
  if (settled.echo === undefined || expected === undefined || expected === null || kind === undefined) {
    const result: CallResult = { address, status: 'applied', message: 'Done; the reply shows no values.' };
    return record === undefined ? { result } : { result, record };
  }
  const fields = differences(kind, expected, settled.echo);
  if (fields.length === 0) {
    const result: CallResult = {
      address,
      status: 'applied',
      message: 'Done; the reply shows the planned values.',
      echoed: true,
    };
    return record === undefined ? { result } : { result, record: record && { ...record, basis: 'echoed' } };
  }
  const forms = formsOf(kind, fields, writtenBy(intention.before[address], expected));
  return {
    result: forms.others.length === 0 ? otherForm(address, fields, record?.fields) : otherValues(address, fields),
    ...(record === undefined ? {} : { record: record && asHeld(kind, record, forms) }),
  };
}

function otherValues(address: Address, fields: readonly FieldChange[]): CallResult {
  return {
    address,
    status: 'failed',
    message: `The service took the call, but its reply shows other values: ${namesOf(fields)}.`,
    hint: 'Declare what the service makes of it, or look in the account for what holds it back.',
    fields,
  };
}

/** The planned values will never be there, so that is no success; but nothing is wrong with what is declared either. */
export function otherForm(address: Address, fields: readonly FieldChange[], declared: Fields = {}): CallResult {
  const lines = fields.flatMap(({ field, after }) =>
    after === undefined ? [] : [declarationOf(field, after, declared[field])],
  );
  return {
    address,
    status: 'failed',
    message: `The service took the call and stores ${namesOf(fields)} in another form: writing it again would change nothing.`,
    hint: `Declare it as it is stored: ${lines.join('; ')}`,
    fields,
  };
}

function namesOf(fields: readonly FieldChange[]): string {
  return fields.map(({ field }) => field).join(', ');
}

/** Recorded once a reply says that it is done, and not before. */
const MAKES_SURE = 'It stays open, and nothing is recorded yet: the next apply makes sure.';

function withId(record: LedgerRecord | null | undefined, id: string | undefined): LedgerRecord | null | undefined {
  return record === undefined || record === null || id === undefined ? record : { ...record, id };
}

/** What the service holds of what was declared: nothing that was seen to be otherwise is recorded as applied. */
export function asHeld(kind: Kind, record: LedgerRecord, { stored, others }: Forms): LedgerRecord {
  const held = new Map(others.map(({ field, after }) => [field, after] as const));
  const fields = Object.fromEntries(
    Object.entries(record.fields).map(([field, value]): [string, Json] => {
      const found = held.get(field);
      if (found === undefined) return [field, value];
      if (kind.fields[field]?.compare !== 'options') return [field, found];
      const ours = new Set(asOptions(value).map((option) => option.value));
      return [field, asOptions(found).filter((option) => ours.has(option.value))];
    }),
  );
  return withStored(kind, { ...record, fields, basis: 'echoed' }, stored);
}
