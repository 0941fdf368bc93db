/** Finds declarations and entries of lists with a key that must be unique. */

import type { Finding } from '../model/finding.ts';
import type { DesiredOf } from '../model/kind.ts';
import { compareNatural } from '../model/natural.ts';

export interface Sharing<S> {
  /** The declaration that comes later in the files. The finding belongs to it. */
  readonly own: DesiredOf<S>;
  readonly earlier: DesiredOf<S>;
  /** Position of the shared key among the keys of `own`. */
  readonly index: number;
}

/** Returns the items whose key an earlier item has, with the positions of both. */
export function listRepeats<T>(items: readonly T[], keyOf: (item: T) => string) {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    const earlier = first.get(keyOf(item));
    if (earlier !== undefined) return [{ item, earlier, index }];
    first.set(keyOf(item), index);
    return [];
  });
}

/** Returns a finding for each key of a declaration that another declaration has too. */
export function repeatedFindings<S>(
  declared: readonly DesiredOf<S>[],
  keysOf: (spec: S) => readonly string[],
  describe: (sharing: Sharing<S>) => Pick<Finding, 'code' | 'severity' | 'message' | 'hint'>,
): readonly Finding[] {
  const first = new Map<string, DesiredOf<S>>();
  return declared.toSorted(byPlace).flatMap((own) =>
    keysOf(own.spec).flatMap((key, index): readonly Finding[] => {
      const earlier = first.get(key) ?? own;
      first.set(key, earlier);
      const { address, provenance } = own;
      if (earlier.address === address) return [];
      return [{ ...describe({ own, earlier, index }), address, provenance, related: earlier.provenance }];
    }),
  );
}

function byPlace({ provenance: left }: DesiredOf<unknown>, { provenance: right }: DesiredOf<unknown>): number {
  return compareNatural(left.file, right.file) || left.line - right.line;
}
