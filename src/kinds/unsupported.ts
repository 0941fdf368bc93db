/** Changes that a kind has no call for, told from those that it has one for. */

import type { Blockage, Unsupported, Wanted } from '../model/kind.ts';

export interface Sorted<S> {
  readonly possible: readonly Wanted<S>[];
  readonly blocked: readonly Blockage[];
}

export function blockedBy<S>(
  missing: { readonly update?: Unsupported; readonly remove?: Unsupported },
  wanted: readonly Wanted<S>[],
): Sorted<S> {
  const lacking = (one: Wanted<S>): Unsupported | undefined =>
    one.action === 'create' ? undefined : missing[one.action];
  return {
    possible: wanted.filter((one) => lacking(one) === undefined),
    blocked: wanted.flatMap((one) => {
      const { reason, section } = lacking(one) ?? {};
      return reason === undefined || section === undefined
        ? []
        : [{ address: one.address, because: 'no-endpoint', reason, section }];
    }),
  };
}
