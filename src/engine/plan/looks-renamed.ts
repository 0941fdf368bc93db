/** Something that is created and looks like something that is no longer declared: a person may have renamed it in the files. */

import { defined } from '../../contract/defined.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import type { Change } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import { type Fields, isList, type Json, mapping } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import { nearest } from '../../model/nearest.ts';
import { kindNamed } from '../kind-lookup.ts';
import { impossible } from '../rules/rename.ts';
import type { Decision } from './decision.ts';

/** Pairs of one holder whose names are compared; with more, only labels and options tell. */
const MOST_PAIRS = 10_000;

interface Made {
  readonly change: Change;
  readonly holder: string;
  readonly name: string;
  readonly fields: Fields;
}

interface Dropped {
  readonly address: Address;
  readonly name: string;
  readonly fields: Fields;
}

/** One finding for each resource that is created, at most. `dropped`: records that nobody declares, of what may be in the account. */
export function looksRenamed(
  decisions: readonly Decision[],
  dropped: readonly LedgerRecord[],
  kinds: readonly Kind[],
): readonly Finding[] {
  if (dropped.length === 0) return [];
  const made = decisions
    .filter(({ change }) => change.action === 'create')
    .flatMap(({ change }) => madeIn(change, kinds));
  const byHolder = Map.groupBy(
    dropped.map(({ address, fields }) => ({ ...placeOf(address), address, fields })),
    ({ holder }) => holder,
  );
  return [...Map.groupBy(made, ({ holder }) => holder)].flatMap(([holder, own]) => {
    const others = byHolder.get(holder) ?? [];
    const isFew = own.length * others.length <= MOST_PAIRS;
    return own.flatMap((one) => {
      const found = alike(one, others, isFew) ?? otherName(one, dropped, kinds);
      return found === undefined ? [] : [found];
    });
  });
}

/** Of kinds whose names somebody chose. */
function madeIn(change: Change, kinds: readonly Kind[]): readonly Made[] {
  if (kindNamed(kinds, change.kind).traits.name === 'none') return [];
  const fields = Object.fromEntries(
    change.fields.flatMap(({ field, after }) => (after === undefined ? [] : [[field, after]])),
  );
  return [{ change, ...placeOf(change.address), fields }];
}

function placeOf(address: Address): { readonly holder: string; readonly name: string } {
  const slash = address.lastIndexOf('/') + 1;
  return { holder: address.slice(0, slash), name: address.slice(slash) };
}

function alike(one: Made, others: readonly Dropped[], isFew: boolean): Finding | undefined {
  const label = labelOf(one.fields);
  const values = valuesOf(one.fields);
  const sameLabel = others.find(
    ({ fields }) => label !== undefined && labelOf(fields) === label && isSameType(one.fields, fields),
  );
  if (sameLabel !== undefined) return renamed(one, sameLabel, `both have the label ${JSON.stringify(label)}`);
  const sameOptions = others.find(({ fields }) => values !== undefined && valuesOf(fields) === values);
  if (sameOptions !== undefined) return renamed(one, sameOptions, 'both have the same options');
  const near = isFew ? nearest(one.name, namesLike(one, others)) : undefined;
  const sameName = others.find(({ name }) => name === near);
  return sameName === undefined ? undefined : renamed(one, sameName, 'their names are nearly the same');
}

/** Names that number things are not misspelt. */
function namesLike({ name, fields }: Made, others: readonly Dropped[]): readonly string[] {
  const unnumbered = (text: string): string => text.replace(/\d+/g, '#');
  return others
    .filter((other) => isSameType(fields, other.fields) && unnumbered(other.name) !== unnumbered(name))
    .map((other) => other.name);
}

function isSameType(one: Fields, other: Fields): boolean {
  return one['type'] === other['type'] && one['fieldType'] === other['fieldType'];
}

function labelOf({ label, displayName }: Fields): Json | undefined {
  const text = label ?? displayName;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** One option alone, and those of a bool, tell nothing. */
function valuesOf({ type, options }: Fields): string | undefined {
  if (type !== 'enumeration' || !isList(options) || options.length < 2) return undefined;
  return JSON.stringify(options.map((option) => String(mapping(option)?.['value'])).sort());
}

function renamed({ change }: Made, { address }: Dropped, why: string): Finding {
  const noun = parseAddress(address)?.kind === 'property-group' ? 'group' : 'property';
  const lost = noun === 'group' ? `${address} stays as it is` : `the values of ${address} do not move`;
  return {
    ...findingOn(change),
    message: `${change.address} is new and looks like ${address}, which is no longer declared: ${why}. The service cannot rename a ${noun}: ${lost}.`,
    hint: `If it is the same, keep its name and change its label. Else keep both until everything that uses the old one is moved.`,
  };
}

/** The same thing by another of its names: an object or an event. */
function otherName({ change }: Made, dropped: readonly LedgerRecord[], kinds: readonly Kind[]): Finding | undefined {
  const { address } = change;
  const { name } = placeOf(address);
  const kind = kindNamed(kinds, change.kind);
  const other = dropped.find(
    (one) =>
      one.kind === change.kind &&
      placeOf(one.address).name === name &&
      impossible(one.address, address, kind) === undefined,
  );
  if (other === undefined) return undefined;
  return {
    ...findingOn(change),
    message: `${address} is new and may be ${other.address}, which is no longer declared.`,
    hint: `If both mean the same thing, add to the files: moved: { from: "${other.address}", to: "${address}" }.`,
  };
}

function findingOn({ address, provenance }: Change): Pick<Finding, 'code' | 'severity' | 'address' | 'provenance'> {
  return { code: 'looks-renamed', severity: 'warning', address, ...defined({ provenance }) };
}
