/**
 * Warns about limits that name an association label by its id, if the files are for several accounts. Each account gives its labels other
 * ids.
 */

import { canonicalCategory, OWN_LABELS } from '../../contract/association-limits.ts';
import { isOfHub } from '../../model/account.ts';
import type { Resolution } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import { kindLookup } from '../kind-lookup.ts';

/** Returns one finding for each such limit. Two names of the same account have the same ids. */
export function labelIdFindings(
  { account, others, desired }: Pick<Resolution, 'account' | 'others' | 'desired'>,
  kinds: readonly Kind[],
): readonly Finding[] {
  const elsewhere = others.filter((other) => !isOfHub(other, account)).map(({ name }) => name);
  if (elsewhere.length === 0) return [];
  const { kindOf } = kindLookup(kinds);
  return desired.resources.flatMap(({ address, spec, provenance }): readonly Finding[] => {
    const type = kindOf(address)?.associationType?.(address);
    if (type?.typeId === undefined || canonicalCategory(type.category) !== OWN_LABELS) return [];
    const hint =
      account.surface === 'dated'
        ? `Write { category: ${type.category}, label: TEXT, maxToObjectIds: ${JSON.stringify(spec['maxToObjectIds'])} } in its place, where TEXT is the label of the id ${type.typeId} as ${account.name} shows it.`
        : `Use the dated surface, which takes the label in the place of typeId ${type.typeId}, or omit the limit in the accounts where the id is another label.`;
    return [
      {
        code: 'label-by-id',
        severity: 'warning',
        message: `${address} names a label by the id ${type.typeId}. In ${elsewhere.join(', ')} that id may be another label.`,
        hint,
        address,
        provenance,
      },
    ];
  });
}
