/** Texts for the differences between the files and the ledger or the account, by field and by option. */

import { inKeyOrder, type Json } from '../../model/json.ts';

export interface Pair {
  readonly there: Json | undefined;
  readonly files: Json | undefined;
  readonly where: 'ledger' | 'account';
}

/** A longer list would not help. */
const MOST_OPTIONS = 10;
const LONGEST_VALUE = 200;

export function differenceText(field: string, { there, files, where }: Pair): string {
  return `${field}: ${shown(there)} in the ${where}, ${shown(files)} in the files.`;
}

/** Describes an option that only one side has, or that differs. */
export function valueText(value: string, { there, files, where }: Pair): string {
  if (there === undefined) return `${JSON.stringify(value)} only in the files`;
  if (files === undefined) return `${JSON.stringify(value)} only in the ${where}`;
  return `${shown(there)} in the ${where}, ${shown(files)} in the files`;
}

export function optionsText(field: string, texts: readonly string[]): string {
  if (texts.length === 0) return `${field}: the same options in another order.`;
  const more = texts.length > MOST_OPTIONS ? `; and ${texts.length - MOST_OPTIONS} more` : '';
  return `${field}: ${texts.slice(0, MOST_OPTIONS).join('; ')}${more}.`;
}

function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(inKeyOrder(value));
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}...` : text;
}
