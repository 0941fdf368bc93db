/** Records a declared resource in the ledger: as the account shows it if it can be read, else as if it had been applied. */

import { defined } from '../../contract/defined.ts';
import { asOptions } from '../../engine/compare.ts';
import { UnsafePlanError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fix } from '../../model/fix.ts';
import { equalJson, type Json } from '../../model/json.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import { differenceText, optionsText, valueText } from './adoption-texts.ts';

export interface Adopted {
  readonly record: LedgerRecord;
  /** unchanged: the ledger said the same already. overwritten: it said something else. */
  readonly status: 'recorded' | 'unchanged' | 'overwritten';
}

/** What is declared of one resource, and what the ledger says of it. */
export interface Adoptable {
  readonly declared: LedgerRecord;
  readonly before: LedgerRecord | undefined;
  /** That declares it. */
  readonly file?: string;
  /** What a read says, for what can be read. */
  readonly seen?: Seen;
}

/** The record that the account bears out, or what stands against it. `held`: apply leaves some of that as it is. */
export type Seen = { readonly record: LedgerRecord } | { readonly against: readonly Finding[]; readonly held?: true };

/** All or nothing. Throws UnsafePlanError with every difference; only another record may be overwritten, and only when asked. */
export function adoptions(all: readonly Adoptable[], overwrite: boolean): readonly Adopted[] {
  const unlike = all.filter(({ seen }) => seen !== undefined && 'against' in seen);
  const differing = all.filter((one) => differencesOf(one).length > 0);
  const refused = overwrite ? unlike : all.filter((one) => unlike.includes(one) || differing.includes(one));
  if (refused.length > 0) throw refusal(all, { unlike, differing: overwrite ? [] : differing });
  return all.map((one) => adopted(one, differing.includes(one)));
}

function adopted({ declared, before, file, seen }: Adoptable, differs: boolean): Adopted {
  // The id that the service gave is of the resource, whatever is declared of it.
  const found = before === undefined ? 'recorded' : before.found;
  const known = { id: before?.id, file: file ?? before?.file, found };
  if (seen !== undefined && 'record' in seen) {
    if (before !== undefined && sameRecord(before, seen.record)) return { record: before, status: 'unchanged' };
    const { id = before?.id } = seen.record;
    // What has another id was made by somebody else, whoever made the one that is recorded.
    const isAnother = before?.id !== undefined && id !== before.id;
    const own = { ...known, id, found: isAnother ? ('recorded' as const) : found };
    return { record: { ...seen.record, ...defined(own) }, status: 'recorded' };
  }
  if (before === undefined || isUnclaimed(before))
    return { record: { ...declared, ...defined(known) }, status: 'recorded' };
  if (differs) return { record: { ...declared, ...defined(known) }, status: 'overwritten' };
  const { doubtedAt, ...record } = before;
  if (doubtedAt === undefined) return { record, status: 'unchanged' };
  // Somebody looked: it is there as the record says.
  const { basis, at, run } = declared;
  return { record: { ...record, ...defined(known), basis, at, run }, status: 'recorded' };
}

function sameRecord(before: LedgerRecord, now: LedgerRecord): boolean {
  return (
    before.doubtedAt === undefined &&
    (now.id === undefined || now.id === before.id) &&
    equalJson(before.fields, now.fields) &&
    equalJson(before.stored ?? {}, now.stored ?? {})
  );
}

/** A record without fields claims nothing: what was not known any more is not lost. */
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
    const apart = here.filter((address) => findings.some((one) => one.address === address));
    if (apart.length > 0) {
      hints.push('Apply the declaration, or declare what the account has.');
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
    hints.push(`Declare what was applied, or overwrite the ${there.length === 1 ? 'record' : 'records'}.`);
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

/** Of what can be read the account tells: the record need not be asked. */
function differencesOf({ declared: { address, fields: files }, before, seen }: Adoptable): readonly Finding[] {
  if (seen !== undefined || before === undefined || isUnclaimed(before)) return [];
  const ledger = before.fields;
  const names = [...new Set([...Object.keys(ledger), ...Object.keys(files)])];
  return names
    .filter((name) => !equalJson(ledger[name] ?? null, files[name] ?? null))
    .map((name) => ({
      code: 'record-differs',
      severity: 'error',
      message: inLedger(name, ledger[name], files[name]),
      address,
    }));
}

function inLedger(name: string, ledger: Json | undefined, files: Json | undefined): string {
  const pair = { there: ledger, files, where: 'ledger' } as const;
  if (name !== 'options' || ledger === undefined || files === undefined) return differenceText(name, pair);
  const [before, after] = [asOptions(ledger), asOptions(files)];
  const texts = [...new Set([...before, ...after].map(({ value }) => value))].flatMap((value) => {
    const was = before.find((one) => one.value === value);
    const is = after.find((one) => one.value === value);
    if (was !== undefined && is !== undefined && equalJson({ ...was }, { ...is })) return [];
    return [valueText(value, { there: was && { ...was }, files: is && { ...is }, where: 'ledger' })];
  });
  return optionsText(name, texts);
}
