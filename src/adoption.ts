/** Takes a declared resource into the ledger as if it had been applied: what the ledger says already is not overwritten unasked. */

import { asOptions, equalJson } from './engine/compare.ts';
import { UnsafePlanError } from './errors.ts';
import type { Address } from './model/address.ts';
import { mention } from './model/command.ts';
import type { Finding } from './model/finding.ts';
import { type Fields, inKeyOrder, type Json } from './model/json.ts';
import type { LedgerRecord } from './model/ledger.ts';

export interface Adopted {
  readonly record: LedgerRecord;
  /** unchanged: the ledger said the same already. overwritten: it said something else. */
  readonly status: 'recorded' | 'unchanged' | 'overwritten';
}

/** `before`: what the ledger says. Throws UnsafePlanError with every difference, unless it may be overwritten. */
export function adoption(declared: LedgerRecord, before: LedgerRecord | undefined, overwrite: boolean): Adopted {
  // A record without fields claims nothing: what was not known any more is not lost.
  if (before === undefined || Object.keys(before.fields).length === 0) {
    return { record: withIdOf(declared, before), status: 'recorded' };
  }
  const differences = differencesOf(declared.address, before.fields, declared.fields);
  if (differences.length === 0) return { record: before, status: 'unchanged' };
  if (overwrite) return { record: withIdOf(declared, before), status: 'overwritten' };
  throw new UnsafePlanError(`The ledger has another record of ${declared.address}, and was not changed.`, differences, {
    hint: `Declare what was applied, or overwrite the record: ${mention('ledger', 'adopt', declared.address, '--overwrite')}`,
  });
}

/** The id that the service gave is of the resource, whatever is declared of it. */
function withIdOf(record: LedgerRecord, before: LedgerRecord | undefined): LedgerRecord {
  return before?.id === undefined ? record : { ...record, id: before.id };
}

function differencesOf(address: Address, ledger: Fields, files: Fields): readonly Finding[] {
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
