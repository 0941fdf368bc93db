/** Drafts of calls that create, update or delete one resource. */

import type { Address } from '../model/address.ts';
import type { Fields } from '../model/json.ts';
import type { CallDraft } from '../model/kind.ts';

export type Request = Pick<CallDraft, 'endpoint' | 'params' | 'body' | 'route'>;

/** `left`: the owned fields after the call. Null for a deletion. Unless the request says otherwise, the call writes all of them. */
export function draftCall(
  address: Address,
  left: Fields | null,
  { writes = Object.keys(left ?? {}), ...request }: Request & Partial<Pick<CallDraft, 'writes'>>,
): CallDraft {
  return { ...request, covers: [address], writes, expects: { [address]: left }, after: [] };
}
