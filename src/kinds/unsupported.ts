/** Separates changes with a call from changes without a call. */

import type { Blockage, DesiredChange, Unsupported } from '../model/kind.ts';

export interface Sorted<S> {
  readonly possible: readonly DesiredChange<S>[];
  readonly blocked: readonly Blockage[];
}

export function sortByObstacle<S>(
  missing: { readonly update?: Unsupported; readonly remove?: Unsupported },
  changes: readonly DesiredChange<S>[],
): Sorted<S> {
  const lacking = (one: DesiredChange<S>): Unsupported | undefined =>
    one.action === 'create' ? undefined : missing[one.action];
  return {
    possible: changes.filter((one) => lacking(one) === undefined),
    blocked: changes.flatMap((one) => {
      const { reason, section } = lacking(one) ?? {};
      return reason === undefined || section === undefined
        ? []
        : [{ address: one.address, because: 'no-endpoint', reason, section }];
    }),
  };
}
