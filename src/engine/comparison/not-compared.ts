/** Collects what was not compared: one entry for each cause, with the resources and fields that it concerns. */

import type { Address } from '../../model/address.ts';
import type { NotCompared } from '../../model/comparison.ts';
import { compareNatural } from '../../model/natural.ts';

type Cause = Pick<NotCompared, 'kind' | 'of' | 'side' | 'because' | 'reason'>;

export interface Collected {
  /** A resource as a whole; none: whatever there is. */
  add(cause: Cause, address?: Address): void;
  /** A field of a resource. `isBlank`: nothing of it was compared. */
  addField(cause: Cause, field: string, address: Address, isBlank: boolean): void;
  all(): readonly NotCompared[];
  /** Resources of which nothing was compared. */
  amount(): number;
}

interface Entry {
  readonly cause: Cause;
  readonly fields: Set<string>;
  readonly addresses: Set<Address>;
}

export function collectNotCompared(): Collected {
  const entries = new Map<string, Entry>();
  const whole = new Set<Address>();
  const entryOf = (cause: Cause, sort: string): Entry => {
    const key = JSON.stringify([sort, cause.kind, cause.of, cause.side, cause.because, cause.reason]);
    const entry = entries.get(key) ?? { cause, fields: new Set(), addresses: new Set() };
    entries.set(key, entry);
    return entry;
  };
  return {
    add: (cause, address) => {
      const entry = entryOf(cause, 'whole');
      if (address === undefined) return;
      entry.addresses.add(address);
      whole.add(address);
    },
    addField: (cause, field, address, isBlank) => {
      const entry = entryOf(cause, 'fields');
      if (isBlank) whole.add(address);
      entry.fields.add(field);
      entry.addresses.add(address);
    },
    all: () =>
      [...entries]
        .sort(([one], [other]) => compareNatural(one, other))
        .map(([, entry]) => entry)
        .map(({ cause, fields, addresses }) => ({
          ...cause,
          ...(fields.size === 0 ? {} : { fields: [...fields].sort() }),
          addresses: [...addresses].sort(compareNatural),
        })),
    amount: () => whole.size,
  };
}
