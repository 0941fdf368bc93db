/** Explains one address: the change that a plan would make, and its basis. Writes nothing. */

import { defined } from '../contract/defined.ts';
import { kindNamed } from '../engine/kind-lookup.ts';
import { provingReader } from '../engine/observe/reread.ts';
import { spelled } from '../engine/observe/spelled.ts';
import { UsageError } from '../errors.ts';
import { type Address, parseAddress } from '../model/address.ts';
import { EXPLANATION_FORMAT, type Explanation, type Sighting } from '../model/explanation.ts';
import { isAbout } from '../model/finding.ts';
import type { Kind } from '../model/kind.ts';
import { isGone, type Live } from '../model/live.ts';
import { nearHint } from '../model/nearest.ts';
import type { Parts } from './parts.ts';
import { planned } from './plan.ts';

/** Throws UsageError if the text is no address, and the errors of `plan`. */
export async function explain(parts: Parts, asked: Address): Promise<Explanation> {
  const { address: spelled, kind } = askedAddress(asked, parts.kinds);
  const { plan, live, ledger, called } = await planned(parts, {}, [spelled]);
  const address = called.get(spelled) ?? spelled;
  const { resources } = parts.resolution.desired;
  const resource = resources.find((candidate) => candidate.address === address);
  // A value from the ledger is not in the account if the reads prove its absence.
  const shown = isGone(address, live) ? undefined : (live.resources.get(address) ?? live.archived?.get(address));
  const { name } = parts.resolution.account;
  const [formerly = address] = [...(live.renamed ?? [])].find(([, now]) => now === address) ?? [];
  const recorded = ledger.records[formerly] ?? ledger.records[address] ?? null;
  const known = [...resources.map((resource) => resource.address), ...Object.keys(ledger.records)];
  const cause = live.causes?.get(address) ?? live.causes?.get(formerly);
  const isUnknown = resource === undefined && shown === undefined && recorded === null;
  return {
    format: EXPLANATION_FORMAT,
    account: { name, hubId: plan.account.hubId },
    address,
    ...defined({
      asked: asked === address ? undefined : asked,
      hint: isUnknown ? nearHint(address, known) : undefined,
    }),
    kind: kind.name,
    declared:
      resource === undefined
        ? null
        : {
            fields: resource.spec,
            provenance: resource.provenance,
            ...defined({ overrides: resource.overrides }),
          },
    sighting: sightingOf(live, address, provingReader(kind) !== undefined),
    live: shown ?? null,
    recorded,
    change: plan.changes.find((change) => change.address === address) ?? null,
    findings: [
      ...(cause === undefined ? [] : [cause]),
      ...plan.findings.filter((finding) => finding.message !== cause?.message && isAbout(finding, address)),
    ],
  };
}

function sightingOf(live: Live, address: Address, provable: boolean): Sighting {
  const { resources, archived, unseen, complete } = live;
  if (isGone(address, live)) return 'absent';
  const known = resources.get(address);
  // A resource that only the ledger knows, because its read failed, was not seen.
  const isSeen = known !== undefined && (known.shown === true || !['recorded', 'unknown'].includes(known.basis));
  if (isSeen || (known !== undefined && !unseen.has(address))) return 'present';
  if (unseen.has(address)) return 'unknown';
  if (archived?.has(address) === true) return 'archived';
  return provable && complete ? 'absent' : 'unknown';
}

/** Throws UsageError if the text is no address, or has another form than its kind. */
function askedAddress(asked: Address, kinds: readonly Kind[]): { readonly address: Address; readonly kind: Kind } {
  const parsed = parseAddress(asked);
  if (parsed === undefined) throw new UsageError('usage', `${asked} is not an address.`);
  const kind = kindNamed(kinds, parsed.kind);
  const { forms } = kind.words;
  const isFormed = forms.some((form) => form.split('/').length === parsed.parts.length);
  if (!isFormed || parsed.parts.some((part) => ['', '.', '..'].includes(part))) {
    const message = `${asked} is not the address of a resource.`;
    throw new UsageError('address-malformed', message, {
      hint: `Write it as ${forms.map((form) => `${kind.name}:${form}`).join(' or ')}.`,
    });
  }
  return { address: spelled(asked, kind), kind };
}
