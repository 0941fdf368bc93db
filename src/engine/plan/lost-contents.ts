/** Contents that the service deletes with a resource or with entries of its lists, such as values on records. No call brings them back. */

import type { Change } from '../../model/change.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';

/** Contents of the resource itself, or of entries of one of its lists. */
export interface LostContents {
  /** Noun phrase: `values on records`. */
  readonly lost: string;
  readonly entries?: { readonly noun: string; readonly values: readonly string[] };
}

/** Returns the contents of the resource or the entries that the change creates again without them. */
export function listLostContents(
  { action, fields }: Change,
  { fields: rules, writer: { remove } }: Kind,
): readonly LostContents[] {
  if (action === 'create') return isUnsupported(remove) || remove.lost === undefined ? [] : [{ lost: remove.lost }];
  return fields.flatMap(({ field, options = [] }) => {
    const rule = rules[field];
    if (rule?.compare !== 'options' || rule.list.lost === undefined) return [];
    const values = options.flatMap(({ change, value }) => (change === 'add' ? [value] : []));
    return values.length === 0 ? [] : [{ lost: rule.list.lost, entries: { noun: rule.list.noun, values } }];
  });
}
