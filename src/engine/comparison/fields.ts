/** The fields of a resource that both sides have: which differ, and which cannot be compared. Pure. */

import type { ComparedField, SideName } from '../../model/comparison.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { FieldRule, Kind } from '../../model/kind.ts';
import type { Tombstone } from '../../model/option.ts';
import type { SnapshotResource } from '../../model/snapshot.ts';
import { asOptions, equalField, setFields } from '../compare.ts';
import { optionDifferences } from './options.ts';
import type { Side } from './side.ts';

export interface Pair {
  readonly left: SnapshotResource;
  readonly right: SnapshotResource;
}

/** A field that one side does not tell. */
export interface Untold {
  readonly field: string;
  readonly side: SideName;
  /** The surface does not have the field at all. */
  readonly bySurface: boolean;
}

export interface ComparedPair {
  readonly fields: readonly ComparedField[];
  readonly untold: readonly Untold[];
  /** Both sides show it, and nothing of what it is. */
  readonly isBlank: boolean;
}

/** Compares pairs of resources of two sides; what holds for a kind is worked out once. */
export function comparerOf(left: Side, right: Side): (pair: Pair) => ComparedPair {
  const terms = new Map<Kind['name'], Terms>();
  return (pair) => {
    const { kind } = pair.left;
    const known = terms.get(kind) ?? termsOf(left, right, kind);
    terms.set(kind, known);
    return comparePair(pair, known, { left, right });
  };
}

interface Terms {
  /** Of the fields of both surfaces. */
  readonly rules: Readonly<Record<string, FieldRule>>;
  /** Those that only one of the surfaces has. */
  readonly ofOne: ReadonlySet<string>;
}

function termsOf(left: Side, right: Side, kind: Kind['name']): Terms {
  const rules = { ...left.kinds.get(kind)?.fields, ...right.kinds.get(kind)?.fields };
  const told = [left, right].map((side) => new Set(side.tells(kind)?.fields ?? []));
  return { rules, ofOne: new Set(Object.keys(rules).filter((field) => !told.every((some) => some.has(field)))) };
}

interface Sides {
  readonly left: Side;
  readonly right: Side;
}

function comparePair(pair: Pair, { rules, ofOne }: Terms, { left, right }: Sides): ComparedPair {
  const fields: ComparedField[] = [];
  const untold: Untold[] = [];
  let seen = 0;
  for (const [field, rule] of Object.entries(rules)) {
    const [before, after] = [pair.left.fields[field], pair.right.fields[field]];
    // What no file declares is not compared, and neither is what nobody can change.
    if ((!left.isRead && before === undefined) || (!right.isRead && after === undefined)) continue;
    if (!isCompared(field, rule, pair, left.isRead && right.isRead)) continue;
    if (before === undefined || after === undefined) {
      const known = before ?? after;
      const says = known === undefined || Object.keys(setFields({ fields: rules }, { [field]: known })).length > 0;
      const side = before !== undefined ? 'right' : after !== undefined ? 'left' : 'both';
      // An order that is not shown is left to the service, as -1 is.
      if (says && !(known !== undefined && equalField(rule, known, undefined)))
        untold.push({ field, side, bySurface: ofOne.has(field) });
      continue;
    }
    seen += 1;
    const difference = differenceOf(rule, { field, before, after, pair, left, right });
    if (difference !== undefined) fields.push(difference);
  }
  return { fields, untold, isBlank: seen === 0 && untold.length > 0 };
}

/** Between accounts, of the service's own definitions: what somebody can change. */
function isCompared(field: string, rule: FieldRule, { left, right }: Pair, isBetweenAccounts: boolean): boolean {
  if (!isBetweenAccounts) return true;
  if (field === 'options' && (isExternal(left.fields) || isExternal(right.fields))) return false;
  if (left.defined !== 'default' && right.defined !== 'default') return true;
  const isFree = ({ locked, unlocked }: SnapshotResource): boolean =>
    locked === undefined || unlocked?.includes(field) === true;
  return rule.mutable && isFree(left) && isFree(right);
}

/** Options that come from the account itself, such as its users. */
function isExternal(fields: Fields): boolean {
  return fields['externalOptions'] === true;
}

interface Values extends Sides {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
  readonly pair: Pair;
}

function differenceOf(rule: FieldRule, { field, before, after, pair, left, right }: Values): ComparedField | undefined {
  if (rule.compare === 'options') {
    const declared = left.isRead ? (right.isRead ? undefined : 'right') : 'left';
    const tombstones = declared === undefined ? undefined : pair[declared].fields['retire'];
    const lists = optionDifferences({
      ...{ left: asOptions(before), right: asOptions(after) },
      ...(declared === undefined ? {} : { declared }),
      ...(Array.isArray(tombstones) ? { retire: tombstones as readonly Tombstone[] } : {}),
    });
    return lists && { field, ...lists };
  }
  // Each rule but that of an order says the same of both sides.
  if (equalField(rule, before, after) || equalField(rule, after, before)) return undefined;
  return { field, left: before, right: after };
}
