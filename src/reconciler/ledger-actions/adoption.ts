/** Records a declared resource in the ledger: as the account shows it if it can be read, else as if it had been applied. */

import { defined } from '../../contract/defined.ts';
import { UnsafePlanError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fix } from '../../model/fix.ts';
import { equalJson, inKeyOrder, isList, type Json, mapping } from '../../model/json.ts';
import type { LedgerRecord } from '../../model/ledger.ts';

export interface Adopted {
  readonly record: LedgerRecord;
  /** `unchanged`: the ledger had the same record. `overwritten`: it had another record. */
  readonly status: 'recorded' | 'unchanged' | 'overwritten';
}

/** The declaration of one resource, and its record. */
export interface Adoptable {
  readonly declared: LedgerRecord;
  readonly before: LedgerRecord | undefined;
  /** File that declares it. */
  readonly file?: string;
  /** Result of the read, if the resource can be read. */
  readonly seen?: Seen;
}

/** The record that the account confirms, or the reasons against it. `held`: apply keeps a part of the live values. */
export type Seen = { readonly record: LedgerRecord } | { readonly against: readonly Finding[]; readonly held?: true };

/** All or nothing. Throws UnsafePlanError with every difference; only another record may be overwritten, and only when asked. */
export function adoptions(all: readonly Adoptable[], overwrite: boolean): readonly Adopted[] {
  const unlike = all.filter(({ seen }) => seen !== undefined && 'against' in seen);
  const differing = all.filter((candidate) => differencesOf(candidate).length > 0);
  const refused = overwrite
    ? unlike
    : all.filter((candidate) => unlike.includes(candidate) || differing.includes(candidate));
  if (refused.length > 0) throw refusal(all, { unlike, differing: overwrite ? [] : differing });
  return all.map((candidate) => adopted(candidate, differing.includes(candidate)));
}

function adopted({ declared, before, file, seen }: Adoptable, differs: boolean): Adopted {
  // The id of the service belongs to the resource, whatever the declaration.
  const found = before === undefined ? 'recorded' : before.found;
  const known = { id: before?.id, file: file ?? before?.file, found };
  if (seen !== undefined && 'record' in seen) {
    if (before !== undefined && sameRecord(before, seen.record)) return { record: before, status: 'unchanged' };
    const { id = before?.id } = seen.record;
    // A resource with another id was made by another user.
    const isAnother = before?.id !== undefined && id !== before.id;
    const own = { ...known, id, found: isAnother ? ('recorded' as const) : found };
    return { record: { ...seen.record, ...defined(own) }, status: 'recorded' };
  }
  if (before === undefined || isUnclaimed(before))
    return { record: { ...declared, ...defined(known) }, status: 'recorded' };
  if (differs) return { record: { ...declared, ...defined(known) }, status: 'overwritten' };
  return { record: before, status: 'unchanged' };
}

function sameRecord(before: LedgerRecord, now: LedgerRecord): boolean {
  return (now.id === undefined || now.id === before.id) && equalJson(before.fields, now.fields);
}

/** A record without fields claims nothing, so nothing is lost. */
function isUnclaimed({ fields }: LedgerRecord): boolean {
  return Object.keys(fields).length === 0;
}

function refusal(
  all: readonly Adoptable[],
  { unlike, differing }: { readonly unlike: readonly Adoptable[]; readonly differing: readonly Adoptable[] },
): UnsafePlanError {
  const findings = [
    ...new Set(unlike.flatMap(({ seen }) => (seen !== undefined && 'against' in seen ? seen.against : []))),
  ];
  const [here, there] = [addressesOf(unlike), addressesOf(differing)];
  const sentences: string[] = [];
  const hints: string[] = [];
  const fix: Fix[] = [];
  if (here.length > 0) {
    sentences.push(`Could not confirm that the account has ${here.join(', ')} as declared, so nothing was recorded.`);
    const apart = here.filter((address) => findings.some((finding) => finding.address === address));
    if (apart.length > 0) {
      hints.push('Apply the declaration, or declare the values in the account.');
      const held = addressesOf(unlike.filter(({ seen }) => seen !== undefined && 'held' in seen));
      const free = apart.filter((address) => !held.includes(address));
      if (free.length > 0) fix.push({ action: 'apply', addresses: free });
      if (held.length > 0) fix.push({ action: 'apply', addresses: held, overwrite: true });
    }
  }
  if (there.length > 0) {
    sentences.push(
      there.length === 1
        ? `The ledger has another record of ${there[0]}, and was not changed.`
        : `The ledger has other records of ${there.join(', ')}, and was not changed.`,
    );
    hints.push(`Declare the applied values, or overwrite the ${there.length === 1 ? 'record' : 'records'}.`);
    fix.push({ action: 'adopt', addresses: addressesOf(all), overwrite: true });
  }
  return new UnsafePlanError(sentences.join(' '), [...findings, ...differing.flatMap(differencesOf)], {
    hint: hints.join(' '),
    fix,
  });
}

function addressesOf(all: readonly Adoptable[]): readonly Address[] {
  return all.map(({ declared }) => declared.address);
}

/** If the resource can be read, the account decides, and the record does not matter. */
function differencesOf({ declared: { address, fields: files }, before, seen }: Adoptable): readonly Finding[] {
  if (seen !== undefined || before === undefined || isUnclaimed(before)) return [];
  const ledger = before.fields;
  const names = [...new Set([...Object.keys(ledger), ...Object.keys(files)])];
  return names
    .filter((name) => !equalJson(ledger[name] ?? null, files[name] ?? null))
    .map((name) => ({
      code: 'record-differs',
      severity: 'error',
      message: differenceText(name, { there: ledger[name], files: files[name], where: 'ledger' }),
      address,
    }));
}

interface Pair {
  readonly there: Json | undefined;
  readonly files: Json | undefined;
  readonly where: 'ledger' | 'account';
}

const LONGEST_VALUE = 200;

/** Shows only the items that differ of two lists. */
export function differenceText(field: string, { there, files, where }: Pair): string {
  const areLists = isList(there) && isList(files);
  const [left, right] = areLists ? [unlike(there, files), unlike(files, there)] : [there, files];
  return `${field}: ${shown(left)} in the ${where}, ${shown(right)} in the files.`;
}

/** Returns the items without an item of the other list that has the same value in each common member. */
function unlike(list: readonly Json[], others: readonly Json[]): readonly Json[] {
  return list.filter((item) => {
    const members = Object.entries(mapping(item) ?? {});
    return !others.some((other) => members.every(([name, value]) => equalJson(mapping(other)?.[name] ?? value, value)));
  });
}

function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(inKeyOrder(value));
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}...` : text;
}
