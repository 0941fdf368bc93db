/** Digests of what a plan rests on: apply compares them before the first write. */

import type { DesiredResource } from '../model/desired.ts';
import type { Ledger } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Plan } from '../model/plan.ts';
import { digest } from './digest.ts';

export interface BasisInput {
  readonly desired: readonly Pick<DesiredResource, 'address' | 'spec'>[];
  readonly live: Live;
  readonly ledger: Ledger;
}

export function basisOf({ desired, live, ledger }: BasisInput): Plan['basis'] {
  const resources = Object.fromEntries(
    [...live.resources.values()]
      .sort((a, b) => (a.address < b.address ? -1 : 1))
      .map((resource) => [resource.address, digest([resource.fields, resource.locked ?? null])]),
  );
  return {
    desired: digest(desired.map(({ address, spec }) => [address, spec])),
    live: digest(resources),
    ledger: `${ledger.lineage}/${ledger.serial}`,
    resources,
  };
}
