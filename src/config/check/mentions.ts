/** References to undeclared resources whose address resembles a declared address. */

import { parseKind } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import { nearest } from '../../model/nearest.ts';
import type { Declared } from './collect.ts';

/** Only a warning, because the account may have the resource. */
export function misspeltFindings(declared: readonly Declared[], kinds: readonly Kind[]): readonly Finding[] {
  const addresses = new Set<string>(declared.map(({ resource }) => resource.address));
  const placed = new Set(kinds.filter(({ mayRefer }) => mayRefer).map(({ name }) => name));
  const names = namesByHolder(addresses);
  const near = new Map<string, string | undefined>();
  const findNear = (mention: string) => {
    if (!near.has(mention)) near.set(mention, nearAddress(mention, names));
    return near.get(mention);
  };
  return declared.flatMap(({ kind, resource }) =>
    (kind.mentions?.(resource.spec) ?? []).flatMap((mention): readonly Finding[] => {
      const kindName = parseKind(mention);
      if (addresses.has(mention) || kindName === undefined || placed.has(kindName)) return [];
      const { address, provenance } = resource;
      const near = findNear(mention);
      // A resource is not a suggestion for its own reference.
      const suggestion =
        near === address ? nearAddress(mention, namesByHolder(addresses.difference(new Set([near])))) : near;
      if (suggestion === undefined) return [];
      const message = `${address} refers to ${mention}, which is not declared.`;
      const hint = `Did you mean ${suggestion}? If the account has ${mention}, this is fine.`;
      return [
        { code: 'reference-misspelt', severity: 'warning', message, hint, address, mentioned: mention, provenance },
      ];
    }),
  );
}

/** Groups the last parts of the declared addresses by the parts before them. */
function namesByHolder(addresses: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const address of addresses) {
    const { holder, name } = split(address);
    const list = names.get(holder);
    if (list === undefined) names.set(holder, [name]);
    else list.push(name);
  }
  return names;
}

function nearAddress(mention: string, names: ReadonlyMap<string, readonly string[]>): string | undefined {
  const { holder, name } = split(mention);
  const near = nearest(name, names.get(holder) ?? []);
  return near === undefined ? undefined : `${holder}${near}`;
}

function split(address: string): { readonly holder: string; readonly name: string } {
  const slash = address.lastIndexOf('/') + 1;
  return { holder: address.slice(0, slash), name: address.slice(slash) };
}
