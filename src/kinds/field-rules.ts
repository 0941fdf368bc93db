/** Field rules of a kind: comparison hints as declared, mutability derived from the bodies that updates are routed to. */

import { type Lazy, lazy } from '../contract/lazy.ts';
import type { FieldHint, FieldRule } from '../model/field-rule.ts';
import type { BodySchema } from './bodies.ts';

export interface UpdateBodies {
  /** Body schemas of all endpoints that an update of this kind uses. Empty if there is no update. */
  readonly bodies: readonly Lazy<BodySchema>[];
  /**
   * Members that change nothing: members that repeat the identity, such as `name` in the v1 deal update, and members that the service
   * ignores.
   */
  readonly identity: readonly string[];
}

/** A field is mutable if the body of an update has it and it is not part of the identity. */
export function fieldRules<F extends string>(
  hints: Readonly<Record<F, FieldHint>>,
  updates: UpdateBodies,
): Readonly<Record<string, FieldRule>> {
  const mutable = lazy(() => {
    const members = new Set(updates.bodies.flatMap((body) => Object.keys(body().shape)));
    return members.difference(new Set(updates.identity));
  });
  return Object.fromEntries(
    Object.entries<FieldHint>(hints).map(([field, hint]) => [
      field,
      {
        ...hint,
        get mutable() {
          return mutable().has(field);
        },
      },
    ]),
  );
}
