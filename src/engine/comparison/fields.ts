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
}

/** Fields of a kind as the sides compare them, those that only one surface has included. */
function rulesOf(left: Side, right: Side, kind: Kind['name']): Readonly<Record<string, FieldRule>> {
  return { ...left.kinds.get(kind)?.fields, ...right.kinds.get(kind)?.fields };
}

export function comparePair(pair: Pair, left: Side, right: Side): ComparedPair {
  const rules = rulesOf(left, right, pair.left.kind);
  const kind = { fields: rules };
  const fields: ComparedField[] = [];
  const untold: Untold[] = [];
  const told = [left, right].map((side) => new Set(side.tells(pair.left.kind)?.fields ?? []));
  const [ofLeft, ofRight] = told;
  for (const [field, rule] of Object.entries(rules)) {
    const [before, after] = [pair.left.fields[field], pair.right.fields[field]];
    // What no file declares is not compared, and neither is what nobody can change.
    if ((!left.isRead && before === undefined) || (!right.isRead && after === undefined)) continue;
    if (!isCompared(field, rule, pair, left.isRead && right.isRead)) continue;
    if (before === undefined || after === undefined) {
      const known = before ?? after;
      const says = known === undefined || Object.keys(setFields(kind, { [field]: known })).length > 0;
      const lacks = before === undefined ? (after === undefined ? 'both' : 'left') : 'right';
      const bySurface = ofLeft?.has(field) !== true || ofRight?.has(field) !== true;
      // An order that is not shown is left to the service, as -1 is.
      if (says && !(known !== undefined && equalField(rule, known, undefined)))
        untold.push({ field, side: lacks, bySurface });
      continue;
    }
    const difference = differenceOf(rule, { field, before, after, pair, left, right });
    if (difference !== undefined) fields.push(difference);
  }
  return { fields, untold };
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

interface Values {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
  readonly pair: Pair;
  readonly left: Side;
  readonly right: Side;
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
