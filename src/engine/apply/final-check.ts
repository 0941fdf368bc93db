/** After all calls: one read for each touched object type shows the current state of the account. */

import { defined } from '../../contract/defined.ts';
import { formatSentence } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { FieldChange } from '../../model/change.ts';
import type { Fields } from '../../model/json.ts';
import type { JournalEntry, LedgerRecord } from '../../model/ledger.ts';
import { differences, unmet } from '../compare.ts';
import { asHeld, sortDifferences } from '../held.ts';
import { RUN_AGAIN } from '../hints.ts';
import type { Found } from '../observe/reread.ts';
import { listLags, provingReader } from '../observe/reread.ts';
import type { CallEnd, CallResult } from './call-result.ts';
import { buildRunRecord } from './record.ts';
import type { Run } from './run.ts';

interface Checked {
  readonly address: Address;
  readonly call: CallEnd['call'];
  /** Null: it must be gone. */
  readonly expected: Fields | null;
  readonly record: Fields | null;
  readonly echoed: boolean;
  /** Name in the reply, if it is another spelling. */
  readonly storedAs: string | undefined;
}

/**
 * Returns results that replace those of the replies, and records the live values. A read that fails is a finding and replaces no result.
 */
export async function finalCheck(run: Run, ends: readonly CallEnd[]): Promise<ReadonlyMap<Address, CallResult>> {
  const checked = toCheck(run, ends);
  const addresses = checked.map(({ address }) => address);
  if (addresses.length === 0) return new Map();
  run.onEvent?.({ type: 'check-start', reads: run.live.readsFor(addresses) });
  try {
    const found = await settledSight(run, checked);
    const judged = checked.map((one) => judgeByRead(run, one, found));
    run.record(judged.flatMap(({ entry }) => entry ?? []));
    return new Map(judged.flatMap(({ result }) => (result === undefined ? [] : [[result.address, result] as const])));
  } catch (error) {
    run.findings.push({
      code: 'final-check-failed',
      severity: 'warning',
      message: `The final read failed, so the outcomes are based on the replies only: ${formatSentence(error)}`,
      hint: 'Run plan: it reads the account again.',
    });
    return new Map();
  }
}

/** Returns the addresses whose calls all succeeded, with the values that the last call leaves. */
function toCheck(run: Run, ends: readonly CallEnd[]): readonly Checked[] {
  const checked = new Map<Address, Checked>();
  const bad = new Set<Address>();
  for (const { call, results } of ends) {
    for (const { address, status, echoed, storedAs } of results) {
      if (provingReader(run.kindOf(address)) === undefined) continue;
      if (status !== 'applied') bad.add(address);
      const expected = call.expects[address] ?? null;
      const before = checked.get(address)?.expected;
      checked.set(address, {
        address,
        call,
        expected: expected === null ? null : { ...before, ...expected },
        record: call.records[address] ?? null,
        echoed: echoed === true,
        storedAs,
      });
    }
  }
  return [...checked.values()].filter(({ address }) => !bad.has(address));
}

async function settledSight(run: Run, checked: readonly Checked[]): Promise<Found> {
  let found = await run.live.fresh(checked.map(({ address }) => address));
  const findOddAddresses = (seen: Found) =>
    checked.filter((one) => !matches(run, one, seen)).map(({ address }) => address);
  for (const wait of listLags(run, findOddAddresses(found))) {
    const odd = findOddAddresses(found);
    if (odd.length === 0 || run.signal?.aborted) return found;
    await run.clock.sleep(wait);
    const again = await run.live.fresh(odd);
    found = new Map([...[...found].filter(([address]) => !odd.includes(address)), ...again]);
  }
  return found;
}

function matches(run: Run, { address, expected }: Checked, found: Found): boolean {
  const live = found.get(address)?.fields;
  const kind = run.kindOf(address);
  if (live === undefined || expected === null) return live === undefined && expected === null;
  return kind !== undefined && differences(kind, expected, live).length === 0;
}

function judgeByRead(
  run: Run,
  one: Checked,
  found: Found,
): { readonly result?: CallResult; readonly entry?: JournalEntry } {
  const { address, expected, echoed } = one;
  const { fields: live, changedAt } = found.get(address) ?? {};
  const record = buildCheckedRecord(run, one);
  if (matches(run, one, found))
    return record === undefined ? {} : { entry: { type: 'record', record: { ...record, ...defined({ changedAt }) } } };
  const kind = run.kindOf(address);
  const fields = unmet(kind, expected, live);
  const isNew = (one.call.before[address] ?? null) === null;
  if (isNew && live === undefined && one.storedAs !== undefined)
    return { result: respelled(address, one.storedAs, fields), entry: { type: 'forget', address, at: run.at() } };
  const { before, body } = one.call;
  const sorted = sortDifferences(live === undefined ? [] : fields, {
    before: before[address] ?? null,
    expected: expected ?? {},
    body,
  });
  // True if the planned value is live, together with values of other users.
  const isBeside = sorted.ours.length === 0 && sorted.beside.length > 0;
  const result = differing({ ...one, echoed: echoed || isBeside }, live, isBeside ? sorted.beside : fields);
  // A resource that was not removed keeps its record, so that the next plan removes it. Another user may have created it again.
  const kept = expected === null && live !== undefined && !echoed ? run.known.records[address] : undefined;
  if (kept !== undefined) return { result, entry: { type: 'record', record: { ...kept, found: 'changed' } } };
  // An echoed value was applied, even if another user changed it later. A value that never appeared is recorded as the read shows it.
  if (echoed || record === undefined || kind === undefined || live === undefined) return { result };
  return {
    result,
    entry: {
      type: 'record',
      record: { ...asHeld(kind, record, sorted, run.known.records[address]), basis: 'observed' },
    },
  };
}

function differing(
  { address, expected, echoed }: Checked,
  live: Fields | undefined,
  fields: readonly FieldChange[],
): CallResult {
  const names = fields.map(({ field }) => field).join(', ');
  const what = live === undefined ? 'it does not exist' : expected === null ? 'it still exists' : `${names} differ`;
  const cause = live === undefined ? '' : ': another user has changed it';
  const message = echoed
    ? `It was done, but the final read shows that ${what}${cause}.`
    : `The service accepted the call, but the final read shows that ${what}.`;
  return { address, status: echoed ? 'conflict' : 'failed', message, hint: RUN_AGAIN, fields };
}

/** Records nothing: the account has no resource with the name in the files. */
function respelled(address: Address, storedAs: string, fields: readonly FieldChange[]): CallResult {
  return {
    address,
    status: 'failed',
    message: `The service stored it under another name, ${JSON.stringify(storedAs)}: the account has nothing under the declared name.`,
    hint: `Declare it as ${storedAs}.`,
    fields,
  };
}

function buildCheckedRecord(run: Run, { address, record }: Checked): LedgerRecord | undefined {
  if (record === null) return undefined;
  return buildRunRecord(run, address, { fields: record, basis: 'observed', origin: 'changed' });
}
