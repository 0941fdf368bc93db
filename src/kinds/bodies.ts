/** Request bodies from fields: a body has exactly the members that its schema defines. */

import type { Fields, Json } from '../model/json.ts';

/** The part of a body schema with the member names. */
export interface BodySchema {
  readonly shape: Readonly<Record<string, unknown>>;
}

/** Returns the members of a body that have a value, in the order of the schema. */
export function selectBody(schema: BodySchema, values: Fields): Fields {
  return pick(values, Object.keys(schema.shape));
}

/** Returns the named fields that have a value, in the order of the names. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const value = fields[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
