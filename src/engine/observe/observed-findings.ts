/** Prepares the findings of an observation: adds positions in the files, and removes repetitions. Pure. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Desired } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Naming } from './names.ts';

/** Adds the position in the files to findings about declared addresses. */
export function placed({ resources }: Desired, findings: readonly Finding[]): readonly Finding[] {
  const positions = new Map<string, Finding['provenance']>(
    resources.map(({ address, provenance }) => [address, provenance] as const),
  );
  return findings.map((finding) => ({ ...finding, ...defined({ provenance: positions.get(finding.address ?? '') }) }));
}

/** Removes findings about older names whose meaning is known. */
export function namingFindings(
  { resources }: Desired,
  { findings }: Pick<Naming, 'findings'>,
  renamed: ReadonlyMap<Address, Address>,
): readonly Finding[] {
  const declared = new Set(resources.map(({ address }) => address));
  const isPast = (address: Address): boolean => renamed.has(address) && !declared.has(address);
  return findings.filter(
    ({ code, address }) => code !== 'holder-missing' || address === undefined || !isPast(address as Address),
  );
}

/** What to do about paths that are gone is the same for each of them. */
export function withoutRepeatedHints(findings: readonly Finding[]): readonly Finding[] {
  const said = new Set<string>();
  return findings.map(({ hint, ...finding }) => {
    if (hint === undefined || (finding.code === 'surface-gone' && said.has(hint))) return finding;
    said.add(hint);
    return { ...finding, hint };
  });
}
