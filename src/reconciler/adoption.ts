/** Takes a declared resource into the ledger as if it had been applied: what the ledger says already is not overwritten unasked. */

import { asOptions, equalJson } from '../engine/compare.ts';
import { UnsafePlanError } from '../errors.ts';
import { mention } from '../model/command.ts';
import type { Finding } from '../model/finding.ts';
import { inKeyOrder, type Json } from '../model/json.ts';
import type { LedgerRecord } from '../model/ledger.ts';

export interface Adopted {
  readonly record: LedgerRecord;
  /** unchanged: the ledger said the same already. overwritten: it said something else. */
  readonly status: 'recorded' | 'unchanged' | 'overwritten';
}

/** What is declared of one resource, and what the ledger says of it. */
export interface Adoptable {
  readonly declared: LedgerRecord;
  readonly before: LedgerRecord | undefined;
}

/** All or nothing. Throws UnsafePlanError with every difference, unless it may be overwritten. */
export function adoptions(all: readonly Adoptable[], overwrite: boolean): readonly Adopted[] {
  const differing = all.filter((one) => differencesOf(one).length > 0).map(({ declared }) => declared.address);
  if (differing.length > 0 && !overwrite) {
    const what =
      differing.length === 1
        ? `another record of ${differing[0]}, and was not changed`
        : `other records of ${differing.join(', ')}, and was not changed`;
    throw new UnsafePlanError(`The ledger has ${what}.`, all.flatMap(differencesOf), {
      hint: `Declare what was applied, or overwrite the ${differing.length === 1 ? 'record' : 'records'}: ${mention('ledger', 'adopt', ...all.map(({ declared }) => declared.address), '--overwrite')}`,
    });
  }
  return all.map((one) => adopted(one, differing.includes(one.declared.address)));
}

function adopted({ declared, before }: Adoptable, differs: boolean): Adopted {
  if (before === undefined || isUnclaimed(before)) return { record: withIdOf(declared, before), status: 'recorded' };
  if (differs) return { record: withIdOf(declared, before), status: 'overwritten' };
  const { doubtedAt, ...record } = before;
  if (doubtedAt === undefined) return { record, status: 'unchanged' };
  // Somebody looked: it is there as the record says.
  return { record: { ...record, basis: declared.basis, at: declared.at, run: declared.run }, status: 'recorded' };
}

/** A record without fields claims nothing: what was not known any more is not lost. */
function isUnclaimed({ fields }: LedgerRecord): boolean {
  return Object.keys(fields).length === 0;
}

/** The id that the service gave is of the resource, whatever is declared of it. */
function withIdOf(record: LedgerRecord, before: LedgerRecord | undefined): LedgerRecord {
  return before?.id === undefined ? record : { ...record, id: before.id };
}

function differencesOf({ declared: { address, fields: files }, before }: Adoptable): readonly Finding[] {
  if (before === undefined || isUnclaimed(before)) return [];
  const ledger = before.fields;
  const names = [...new Set([...Object.keys(ledger), ...Object.keys(files)])];
  return names
    .filter((name) => !equalJson(ledger[name] ?? null, files[name] ?? null))
    .map((name) => ({
      code: 'record-differs',
      severity: 'error',
      message: differenceText(name, ledger[name], files[name]),
      address,
    }));
}

function differenceText(name: string, ledger: Json | undefined, files: Json | undefined): string {
  const options = name === 'options' && ledger !== undefined && files !== undefined ? optionTexts(ledger, files) : [];
  if (options.length === 0) return `${name}: ${shown(ledger)} in the ledger, ${shown(files)} in the files.`;
  const more = options.length > MOST_OPTIONS ? `; and ${options.length - MOST_OPTIONS} more` : '';
  return `${name}: ${options.slice(0, MOST_OPTIONS).join('; ')}${more}.`;
}

/** Beyond these a list helps nobody. */
const MOST_OPTIONS = 10;
const LONGEST_VALUE = 200;

function optionTexts(ledger: Json, files: Json): readonly string[] {
  const [before, after] = [asOptions(ledger), asOptions(files)];
  const texts = [...new Set([...before, ...after].map(({ value }) => value))].flatMap((value) => {
    const [was, is] = [before.find((one) => one.value === value), after.find((one) => one.value === value)];
    if (was === undefined) return [`${JSON.stringify(value)} only in the files`];
    if (is === undefined) return [`${JSON.stringify(value)} only in the ledger`];
    return equalJson({ ...was }, { ...is })
      ? []
      : [`${shown({ ...was })} in the ledger, ${shown({ ...is })} in the files`];
  });
  return texts.length === 0 ? ['the same options in another order'] : texts;
}

function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(inKeyOrder(value));
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}...` : text;
}
