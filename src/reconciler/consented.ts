/** Finds the current addresses of consents with older names of an object or a label. */

import { renamedIn } from '../engine/observe/renamed.ts';
import { type Address, isAddress } from '../model/address.ts';
import type { Resolution } from '../model/desired.ts';
import type { Ledger } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import { consentsAt } from '../model/policy.ts';
import type { Parts } from './parts.ts';
import type { PlanOptions } from './types.ts';

interface Known {
  readonly ledger: Ledger;
  readonly resolution: Resolution;
  readonly live: Live;
}

/**
 * Returns the current address by the address in the consent. Reads the account only if a consent names an address that is neither declared
 * nor recorded.
 */
export async function consentedOf(
  { clock, kindsFor }: Pick<Parts, 'clock' | 'kindsFor'>,
  { ledger, resolution, live }: Known,
  { allow = [] }: Pick<PlanOptions, 'allow'>,
): Promise<ReadonlyMap<Address, Address>> {
  const declared = resolution.desired.resources.map(({ address }) => address);
  const known = new Set<string>([...declared, ...Object.keys(ledger.records), ...(live.renamed?.values() ?? [])]);
  const past = [...consentsAt(resolution.policy.allow, clock.now()), ...allow].flatMap(({ risk, address }) =>
    risk === 'host-change' ||
    address === undefined ||
    known.has(address) ||
    !isAddress(address) ||
    address.includes('*')
      ? []
      : [{ address }],
  );
  if (past.length === 0) return new Map();
  const asked = past.map(({ address }) => address);
  const { kinds, naming } = await kindsFor(ledger, declared, { asked });
  return renamedIn(past, naming.names, kinds);
}
