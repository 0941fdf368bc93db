/** References that only the account can confirm. */

import { type Address, parseKind } from '../../model/address.ts';
import type { Desired, DesiredResource } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Missing } from '../../model/holders.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { Live, LiveResource } from '../../model/live.ts';
import { kindsByName } from '../kind-lookup.ts';

/**
 * Returns findings about mentioned resources that are neither declared nor in the account, or that cannot be created and were not read.
 * Warns also if an address names a declared resource by its earlier text.
 */
export function referenceFindings(desired: Desired, live: Live, kinds: readonly Kind[]): readonly Finding[] {
  const declared = new Set(desired.resources.map(({ address }) => address));
  const byName = kindsByName(kinds);
  return desired.resources.flatMap((resource) => {
    const kind = byName.get(resource.kind);
    const mentioned = kind?.mentions?.(resource.spec) ?? [];
    const holders = mentioned.length > 0 ? [] : listHolders(kind, live.resources.get(resource.address));
    return [
      ...mentioned
        .filter((address) => address === resource.address || !declared.has(address))
        .filter((address) => !live.resources.has(address) && !live.unseen.has(address))
        .map((address) =>
          missing(address, resource, {
            kind: byName.get(parseKind(address) ?? resource.kind),
            ofApp: kind?.app !== undefined,
            live,
          }),
        ),
      ...holders.filter((address) => declared.has(address)).map((address) => renamed(address, resource)),
    ];
  });
}

/** Returns the resources whose texts are in the address of the found resource. */
function listHolders(kind: Kind | undefined, found: LiveResource | undefined): readonly Address[] {
  return found === undefined || kind?.needs?.goesWith !== true ? [] : kind.needs.of(found);
}

function renamed(holder: Address, { address, provenance }: DesiredResource): Finding {
  return {
    code: 'reference-missing',
    severity: 'warning',
    message: `${address} names ${holder} by a text that the files no longer give it.`,
    hint: 'Change the text in both places. Otherwise the next plan finds no resource of that text.',
    ...{ address, mentioned: holder, provenance },
  };
}

interface Seen {
  /** Kind of the needed resource. */
  readonly kind: Kind | undefined;
  /** True if the resource that needs it belongs to an app, which other accounts may use. */
  readonly ofApp: boolean;
  readonly live: Live;
}

function missing(needed: Address, { address, provenance }: DesiredResource, seen: Seen): Finding {
  const { code, message, hint } = describeMissing(needed, address, seen);
  return { code, severity: 'warning', message, hint, address, mentioned: needed, provenance };
}

function describeMissing(needed: Address, by: Address, { kind, ofApp, live }: Seen): Missing & Pick<Finding, 'code'> {
  const { near, untold } = live;
  const reader = kind === undefined || isUnsupported(kind.reader) ? undefined : kind.reader;
  if (untold?.has(needed)) return { code: 'reference-unseen', ...unknown(needed, by, near?.get(needed)) };
  if (reader?.proves === 'both' && needed === by) {
    const message = `${needed} is missing in the account and cannot be created as it is declared.`;
    return {
      code: 'reference-missing',
      message,
      hint: 'Correct its name, or declare every field that a new resource needs.',
    };
  }
  if (reader?.proves === 'both') {
    const effect = ofApp ? ' Without it, nothing is sent for this account.' : '';
    const message = `${by} needs ${needed}, which is neither declared nor in the account.${effect}`;
    const ways = ofApp
      ? 'Declare it, or correct the name. If another account that uses the app has it, this is fine.'
      : 'Declare it, or correct the name.';
    const hint = [near?.get(needed) ?? [], ways].flat().join(' ');
    return { code: 'reference-missing', message, hint };
  }
  return { code: 'reference-unseen', ...(reader?.unshown?.(needed, by) ?? unknown(needed, by)) };
}

function unknown(needed: Address, by: Address, near?: string): Missing {
  const message =
    needed === by
      ? `${needed} cannot be created as it is declared, and it is unknown whether it exists.`
      : `${by} needs ${needed}, and it is unknown whether that exists.`;
  return { message, hint: [near ?? [], 'If it exists this is fine.'].flat().join(' ') };
}

/** Removes findings about resources of the ledger that the account still has: the files no longer declare them. */
export function withoutDropped(
  findings: readonly Finding[],
  { records }: Pick<Ledger, 'records'>,
  { resources }: Pick<Live, 'resources'>,
): readonly Finding[] {
  if (!findings.some(({ code }) => code === 'reference-misspelt')) return findings;
  const dropped = new Set<string>(Object.keys(records)).intersection(new Set<string>(resources.keys()));
  return findings.map((one): Finding => {
    const { code, address, mentioned } = one;
    if (code !== 'reference-misspelt' || mentioned === undefined || !dropped.has(mentioned)) return one;
    return {
      ...one,
      code: 'reference-dropped',
      message: `${mentioned} is no longer declared, and ${address} still refers to it. It stays in the account until it is deleted there or by a consent.`,
      hint: 'Remove the reference before it is deleted, or declare it again.',
    };
  });
}

/** Removes misspelling findings about names for which a reference finding exists. */
export function withoutSettled(findings: readonly Finding[], references: readonly Finding[]): readonly Finding[] {
  const settled = new Set(references.flatMap((one) => buildReferenceKey(one) ?? []));
  return findings.filter((one) => !settled.has(buildReferenceKey(one) ?? ''));
}

/** Returns the key of a finding about a reference. */
function buildReferenceKey({ address, mentioned }: Finding): string | undefined {
  return mentioned === undefined ? undefined : `${address} ${mentioned}`;
}
