/** Request bodies from fields: a body has exactly the members that its schema defines. */

import type { Fields, Json } from '../model/json.ts';

/** The schema of a body, as far as its member names are asked for. */
export interface BodySchema {
  readonly shape: Readonly<Record<string, unknown>>;
}

/** The members of a body, in the order of its schema, for which there is a value. */
export function bodyFrom(schema: BodySchema, values: Fields): Fields {
  return pick(values, Object.keys(schema.shape));
}

/** The named fields, in the order of the names; a field without a value is left out. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const value = fields[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
