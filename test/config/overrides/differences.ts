/** The overrides that make one random project of another, and the project that a person would have written. */

import { isDeepStrictEqual } from 'node:util';
import { fragmentsOf, NOTHING, type Schema } from '../../laws/schema.ts';

type Fields = Readonly<Record<string, unknown>>;
type Item = Fields & { readonly value?: unknown };

/** Fields that identify a declaration in its list. */
const IDENTITY: { readonly [List in keyof Schema]: readonly string[] } = {
  groups: ['objectType', 'name'],
  properties: ['objectType', 'groupName', 'name'],
  subscriptions: ['eventType', 'propertyName', 'objectTypeId'],
  eventProperties: ['eventName', 'name'],
  limits: ['from', 'to', 'category', 'typeId'],
};
const LISTS = Object.keys(IDENTITY) as readonly (keyof Schema)[];

/** Returns a document for each difference. The documents merge like the fragments of a project. */
export function overridesBetween(base: Schema, wanted: Schema): readonly object[] {
  return LISTS.flatMap((list) => {
    const keys = IDENTITY[list];
    const [from, to] = [byId(base[list], keys), byId(wanted[list], keys)];
    const gone = [...from].filter(([id]) => !to.has(id)).map(([, one]) => ({ ...pick(one, keys), omit: true }));
    const changed = [...to].flatMap(([id, one]) => {
      const before = from.get(id);
      if (before === undefined) return [one];
      const fields = fieldsBetween(before, one, keys);
      return Object.keys(fields).length === 0 ? [] : [{ ...pick(one, keys), ...fields }];
    });
    // Resources of a group are removed with it only if no file declares the group any more.
    const all = list === 'groups' ? [...changed, ...gone.map(ungrouped(from, keys))] : [...gone, ...changed];
    return fragmentsOf({ ...NOTHING, [list]: all } as Schema);
  });
}

/** Returns a group that resources still refer to, with all its fields omitted. */
function ungrouped(from: ReadonlyMap<string, Fields>, keys: readonly string[]) {
  return (one: Fields): Fields => {
    const { omit: _, ...identity } = one;
    const fields = Object.keys(from.get(idOf(identity, keys)) ?? {}).filter((name) => !keys.includes(name));
    return { ...identity, omit: fields };
  };
}

function fieldsBetween(before: Fields, after: Fields, keys: readonly string[]): Fields {
  const names = (fields: Fields) => Object.keys(fields).filter((name) => !keys.includes(name));
  const omit = names(before).filter((name) => after[name] === undefined);
  const set = names(after).flatMap((name): readonly (readonly [string, unknown])[] => {
    const [old, now] = [before[name], after[name]];
    if (isDeepStrictEqual(old, now)) return [];
    if (!isItems(old) || !isItems(now)) return [[name, now]];
    const items = itemsBetween(old, now);
    return items.length === 0 ? [] : [[name, items]];
  });
  return { ...Object.fromEntries(set), ...(omit.length === 0 ? {} : { omit }) };
}

function itemsBetween(before: readonly Item[], after: readonly Item[]): readonly Fields[] {
  const [old, now] = [byId(before, ['value']), byId(after, ['value'])];
  return [
    ...[...old].filter(([id]) => !now.has(id)).map(([, { value }]) => ({ value, omit: true })),
    ...[...now].flatMap(([id, one]) => {
      const known = old.get(id);
      if (known === undefined) return [one];
      const fields = fieldsBetween(known, one, ['value']);
      return Object.keys(fields).length === 0 ? [] : [{ value: one['value'], ...fields }];
    }),
  ];
}

/** Merges a base and its overrides by hand. A list keeps its order, and new entries go to its end. */
export function mergedByHand(base: Schema, wanted: Schema): Schema {
  const known = byId(base.properties, IDENTITY.properties);
  const events = byId(base.eventProperties, IDENTITY.eventProperties);
  return {
    ...wanted,
    properties: wanted.properties.map((one) => inOrderOf(known.get(idOf(one, IDENTITY.properties)), one)),
    eventProperties: wanted.eventProperties.map((one) =>
      inOrderOf(events.get(idOf(one, IDENTITY.eventProperties)), one),
    ),
  };
}

function inOrderOf<T extends object>(before: Fields | undefined, one: T): T {
  const lists = Object.entries(one).flatMap(([name, items]) => {
    const old = before?.[name];
    if (!isItems(items) || !isItems(old)) return [];
    const rank = new Map(old.map(({ value }, at) => [value, at] as const));
    const rankOf = ({ value }: Item) => rank.get(value) ?? Number.POSITIVE_INFINITY;
    return [[name, items.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : rankOf(a) > rankOf(b) ? 1 : 0))] as const];
  });
  return { ...one, ...Object.fromEntries(lists) };
}

function byId(list: readonly object[], keys: readonly string[]): Map<string, Fields> {
  return new Map(list.map((one) => [idOf(one as Fields, keys), one as Fields]));
}

function idOf(one: object, keys: readonly string[]): string {
  return JSON.stringify(keys.map((key) => (one as Fields)[key] ?? null));
}

function pick(one: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(keys.flatMap((key) => (one[key] === undefined ? [] : [[key, one[key]]])));
}

function isItems(value: unknown): value is readonly Item[] {
  return Array.isArray(value) && value.every((item) => typeof Object(item).value === 'string');
}
