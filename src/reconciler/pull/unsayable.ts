/** Explains why a live value cannot replace the declared value in the files, for one field of the declaration. */

import { asOptions } from '../../engine/compare.ts';
import type { Json } from '../../model/json.ts';
import type { Pair } from './differences.ts';

/** `additions`: options that others added are taken too. Of all others only those count that are declared or were applied. */
export function unsayableIn(pair: Pair, additions: boolean): (field: string) => string | undefined {
  const { kind, resource, live } = pair;
  const declared = Object.entries(resource.spec).filter(([field]) => kind.fields[field] !== undefined);
  const fields = { ...live.fields, ...Object.fromEntries(declared) };
  return (field) => {
    const value = additions ? live.fields[field] : withoutAdditions(pair, field);
    if (value === undefined) return undefined;
    const { captured, without } = kind.declared({ ...live, fields: { ...fields, [field]: value } });
    return without.find((one) => one.field === field || captured === undefined)?.reason;
  };
}

function withoutAdditions({ kind, resource, live, record }: Pair, field: string): Json | undefined {
  const value = live.fields[field];
  if (kind.fields[field]?.compare !== 'options' || value === undefined) return value;
  const known = [resource.spec[field], record?.fields[field]].flatMap((list) => asOptions(list));
  const values = new Set(known.map((option) => option.value));
  return asOptions(value).filter((option) => values.has(option.value));
}
