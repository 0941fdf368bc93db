/** What the account has under nearly the same name as something that it does not have. */

import type { Address } from '../../model/address.ts';
import { isUnsupported } from '../../model/kind.ts';
import { nearHint } from '../../model/nearest.ts';
import type { Performed, SharedRead } from './perform-read.ts';

export type Looked = readonly (readonly [read: SharedRead, performed: Performed])[];

/** By the address that is not there: a question. Looks through all that was read, so only where something is missing. */
export function nearIn(looked: Looked, missing: readonly Address[]): ReadonlyMap<Address, string> {
  if (missing.length === 0) return new Map();
  const shown = new Set<Address>();
  for (const [{ kinds }, { result }] of looked) {
    if ('error' in result) continue;
    for (const { reader } of kinds)
      if (!isUnsupported(reader))
        for (const { address, archived } of reader.interpret(result.call, result.value))
          if (archived === undefined) shown.add(address);
  }
  return new Map(
    missing.flatMap((address) => {
      const hint = nearHint(address, shown);
      return hint === undefined ? [] : [[address, hint] as const];
    }),
  );
}
