/** Builders of desired changes, as the engine hands them to a writer. */

import type { Fields } from '../../src/model/json.ts';
import type { DesiredChange, Kind } from '../../src/model/kind.ts';

/** The declared fields that the kind compares. */
export function ownedBy(kind: Pick<Kind, 'fields'>, spec: Fields): Fields {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => name in kind.fields));
}

export function creating<S extends Fields>(kind: Kind<S>, spec: S): DesiredChange<S> {
  const after = ownedBy(kind, spec);
  return { address: kind.address(spec), action: 'create', spec, after, changed: Object.keys(after) };
}

/** Returns an update to the spec. `before` replaces the previous fields. */
export function updating<S extends Fields>(
  kind: Kind<S>,
  spec: S,
  changed: readonly string[],
  before: Fields = {},
): DesiredChange<S> {
  const after = ownedBy(kind, spec);
  return { address: kind.address(spec), action: 'update', spec, after, before: { ...after, ...before }, changed };
}

export function removing<S extends Fields>(kind: Kind<S>, spec: S): DesiredChange<S> {
  return { address: kind.address(spec), action: 'remove', after: {}, before: ownedBy(kind, spec), changed: [] };
}
