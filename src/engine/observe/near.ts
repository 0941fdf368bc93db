/** Suggests a similar address for a mentioned address that does not exist. */

import type { Address } from '../../model/address.ts';
import { isUnsupported } from '../../model/kind.ts';
import { nearHint } from '../../model/nearest.ts';
import { buildBeside, type Performed, type SharedRead } from './perform-read.ts';

export type Looked = readonly (readonly [read: SharedRead, performed: Performed])[];

/** By address: what mentions it, which is itself not meant. */
export type Mentioned = ReadonlyMap<Address, ReadonlySet<Address>>;

/** Returns a question by missing address. It searches all replies, so it runs only if an address is missing. */
export function findNearAddresses(
  looked: Looked,
  missing: Mentioned,
  declared: ReadonlySet<Address>,
): ReadonlyMap<Address, string> {
  if (missing.size === 0) return new Map();
  const shown = new Set<Address>(declared);
  for (const [read, { result }] of looked) {
    if ('error' in result) continue;
    for (const { reader } of read.kinds)
      if (!isUnsupported(reader))
        for (const { address, archived } of reader.interpret(
          result.call,
          result.value,
          buildBeside(read, result.others),
        ))
          if (archived === undefined) shown.add(address);
  }
  return new Map(
    [...missing].flatMap(([address, by]) => {
      const hint = nearHint(address, shown.difference(by));
      return hint === undefined ? [] : [[address, hint] as const];
    }),
  );
}
