/** Whether two definitions may be one thing by two names: they have the same label, the same options or nearly the same name. */

import type { Address } from '../../model/address.ts';
import { type Fields, isList, type Json, mapping } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';

/** Pairs of one holder whose names are compared; with more, only labels and options tell. */
export const MOST_PAIRS = 10_000;

export interface Named {
  readonly address: Address;
  /** The address up to the name. */
  readonly holder: string;
  readonly name: string;
  readonly fields: Fields;
}

/** `why`: half a sentence. */
export interface Alike<T extends Named> {
  readonly other: T;
  readonly why: string;
}

export function namedAt({ address, fields }: Pick<Named, 'address' | 'fields'>): Named {
  const name = nameIn(address);
  return { address, holder: address.slice(0, address.length - name.length), name, fields };
}

export function nameIn(address: Address): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

/** `hasNames`: their names are compared too, which takes longer. */
export function alike<T extends Named>(one: Named, others: readonly T[], hasNames: boolean): Alike<T> | undefined {
  const same = sameDefinition(one, others);
  if (same !== undefined) return same;
  const near = hasNames ? nearest(one.name, namesLike(one, others)) : undefined;
  const other = others.find(({ name }) => name === near);
  return other && { other, why: 'their names are nearly the same' };
}

/** Whatever they are called. */
function sameDefinition<T extends Named>({ fields }: Named, others: readonly T[]): Alike<T> | undefined {
  const label = labelOf(fields);
  const sameLabel =
    label === undefined
      ? undefined
      : others.find((other) => labelOf(other.fields) === label && isSameType(fields, other.fields));
  if (sameLabel !== undefined) return { other: sameLabel, why: `both have the label ${JSON.stringify(label)}` };
  const values = valuesOf(fields);
  const sameOptions = values === undefined ? undefined : others.find((other) => valuesOf(other.fields) === values);
  return sameOptions && { other: sameOptions, why: 'both have the same options' };
}

/** Names that number things are not misspelt. */
function namesLike({ name, fields }: Named, others: readonly Named[]): readonly string[] {
  return others
    .filter((other) => isSameType(fields, other.fields) && unnumbered(other.name) !== unnumbered(name))
    .map((other) => other.name);
}

/** Without its numbers. */
export function unnumbered(name: string): string {
  return name.replace(/\d+/g, '#');
}

function isSameType(one: Fields, other: Fields): boolean {
  return one['type'] === other['type'] && one['fieldType'] === other['fieldType'];
}

function labelOf({ label, displayName }: Fields): Json | undefined {
  const text = label ?? displayName;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** One option alone, and those of a bool, tell nothing. */
export function valuesOf({ type, options }: Fields): string | undefined {
  if (type !== 'enumeration' || !isList(options) || options.length < 2) return undefined;
  return JSON.stringify(options.map((option) => String(mapping(option)?.['value'])).sort());
}
