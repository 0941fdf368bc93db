/** Counts how much of a plan a later revert could restore. */

import type { Change } from '../../model/change.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { PlanSummary } from '../../model/plan.ts';
import { kindsByName } from '../kind-lookup.ts';

/** Counts changes with a call. A creation stays if the interface has no delete. An unknown value is lost. */
export function revertible(changes: readonly Change[], kinds: readonly Kind[]): PlanSummary['revert'] {
  const byName = kindsByName(kinds);
  const results = changes.flatMap((change) => {
    const kind = byName.get(change.kind);
    return kind === undefined ? [] : resultOf(change, kind);
  });
  const count = (result: keyof PlanSummary['revert']): number => results.filter((other) => other === result).length;
  return { restores: count('restores'), stays: count('stays'), loses: count('loses') };
}

function resultOf({ action, risk, fields }: Change, kind: Kind): keyof PlanSummary['revert'] | [] {
  switch (action) {
    case 'create':
      return isUnsupported(kind.writer.remove) ? 'stays' : 'restores';
    case 'update':
    case 'remove':
      return risk === 'irreversible' || fields.some(({ before }) => before === undefined) ? 'loses' : 'restores';
    case 'forget':
    case 'keep':
    case 'blocked':
      return [];
  }
}
