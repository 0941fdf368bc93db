/** Explains one address: what a plan would do with it, and everything that this rests on. Writes nothing. */

import { kindNamed } from '../engine/kind-lookup.ts';
import { provingReader } from '../engine/observe/reread.ts';
import { UsageError } from '../errors.ts';
import { type Address, parseAddress } from '../model/address.ts';
import { EXPLANATION_FORMAT, type Explanation, type Sighting } from '../model/explanation.ts';
import type { Live } from '../model/live.ts';
import type { Parts } from './parts.ts';
import { planned } from './plan.ts';

/** Throws UsageError for what is no address; otherwise as `plan`. */
export async function explain(parts: Parts, address: Address): Promise<Explanation> {
  const parsed = parseAddress(address);
  if (parsed === undefined) throw new UsageError('usage', `${address} is not an address.`);
  const { plan, live, ledger } = await planned(parts, {}, [address]);
  const resource = parts.resolution.desired.resources.find((one) => one.address === address);
  const shown = live.resources.get(address) ?? live.archived?.get(address);
  const { name } = parts.resolution.account;
  const kind = kindNamed(parts.kinds, parsed.kind);
  return {
    format: EXPLANATION_FORMAT,
    account: { name, hubId: plan.account.hubId },
    address,
    kind: parsed.kind,
    declared: resource === undefined ? null : { fields: resource.spec, provenance: resource.provenance },
    sighting: sightingOf(live, address, provingReader(kind) !== undefined),
    live: shown ?? null,
    recorded: ledger.records[address] ?? null,
    change: plan.changes.find((change) => change.address === address) ?? null,
    findings: plan.findings.filter((finding) => finding.address === address || finding.mentioned === address),
  };
}

function sightingOf({ resources, archived, unseen, complete }: Live, address: Address, provable: boolean): Sighting {
  if (resources.has(address)) return 'present';
  if (unseen.has(address)) return 'unknown';
  if (archived?.has(address) === true) return 'archived';
  return provable && complete ? 'absent' : 'unknown';
}
