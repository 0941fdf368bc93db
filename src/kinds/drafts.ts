/** Drafts of the calls that make the changes of a kind one by one. */

import type { Address } from '../model/address.ts';
import type { Fields } from '../model/json.ts';
import type { Blockage, CallDraft, DesiredChange, Unsupported, Writing } from '../model/kind.ts';
import { append } from '../model/lists.ts';

/** The calls of a change in their order, or the reason why no call can make it. */
export type Drafted = CallDraft | readonly CallDraft[] | Blockage;

/** Blocks the changes that `missing` names. Each call of a change waits for the call before it. */
export function draftEach<S>(
  changes: readonly DesiredChange<S>[],
  draft: (change: DesiredChange<S>) => Drafted,
  missing: { readonly update?: Unsupported; readonly remove?: Unsupported } = {},
): Pick<Writing, 'calls' | 'blocked'> {
  const calls: CallDraft[] = [];
  const blocked: Blockage[] = [];
  for (const change of changes) {
    const { address, action } = change;
    const lacking = action === 'create' ? undefined : missing[action];
    const drafted = lacking === undefined ? draft(change) : blockChange(address, lacking);
    if ('because' in drafted) blocked.push(drafted);
    else append(calls, chainCalls([drafted].flat(), calls.length));
  }
  return { calls, blocked };
}

export function blockChange(address: Address, { reason, section }: Pick<Blockage, 'reason' | 'section'>): Blockage {
  return { address, because: 'no-endpoint', reason, section };
}

/** `start`: the number of drafts before these. */
export function chainCalls(calls: readonly CallDraft[], start: number): readonly CallDraft[] {
  return calls.map((call, index) => (index === 0 ? call : { ...call, after: [start + index - 1] }));
}

export type Request = Pick<CallDraft, 'endpoint' | 'params' | 'body' | 'route'>;

/** `left`: the owned fields after the call. Null for a deletion. Unless the request says otherwise, the call writes all of them. */
export function draftCall(
  address: Address,
  left: Fields | null,
  { writes = Object.keys(left ?? {}), ...request }: Request & Partial<Pick<CallDraft, 'writes'>>,
): CallDraft {
  return { ...request, covers: [address], writes, expects: { [address]: left }, after: [] };
}
