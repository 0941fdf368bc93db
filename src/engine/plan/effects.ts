/** Adds fields that calls change in addition to the declared fields, so that a change shows every difference. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { FieldChange } from '../../model/change.ts';
import type { Fields } from '../../model/json.ts';
import type { CallDraft, Kind } from '../../model/kind.ts';
import { asOptions, differences } from '../compare.ts';
import { kindsByName } from '../kind-lookup.ts';
import type { Decision } from './decision.ts';

/** For example, a type change from enumeration clears the options. */
export function withEffects(
  decisions: readonly Decision[],
  drafts: readonly CallDraft[],
  kinds: readonly Kind[],
): readonly Decision[] {
  const expected = new Map<Address, Fields>();
  for (const draft of drafts)
    for (const address of draft.covers)
      expected.set(address, { ...expected.get(address), ...(draft.expects[address] ?? {}) });
  const byName = kindsByName(kinds);
  return decisions.map((decision) => {
    const { change, desired } = decision;
    const kind = byName.get(change.kind);
    const after = expected.get(change.address);
    if (kind === undefined || after === undefined || desired?.before === undefined) return decision;
    const shown = new Set(change.fields.map(({ field }) => field));
    const extra = differences(kind, after, desired.before).filter(({ field }) => !shown.has(field));
    return extra.length === 0
      ? decision
      : { ...decision, change: { ...change, fields: [...change.fields, ...extra.map(turned)] } };
  });
}

/** Returns the change from the live value to the expected value. */
function turned({ field, before: expected, after: live }: FieldChange): FieldChange {
  const kept = new Set(asOptions(expected).map(({ value }) => value));
  const removed = asOptions(live).filter(({ value }) => !kept.has(value));
  return {
    field,
    ...defined({ before: live, after: expected }),
    ...(removed.length === 0
      ? {}
      : { options: removed.map((before) => ({ value: before.value, change: 'remove', before })) }),
  };
}
