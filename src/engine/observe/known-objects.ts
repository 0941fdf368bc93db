/** Type ids that no object of the account has: which objects it has, read only where the service refused such an id. */

import type { NameReads } from '../../model/account-names.ts';
import type { Finding } from '../../model/finding.ts';
import { listed } from './gaps.ts';
import type { Looked } from './near.ts';
import { performRead, type ReadContext } from './perform-read.ts';
import { keyOf } from './planned-reads.ts';
import { unknownTypeId } from './read-failed.ts';

export interface KnownObjects {
  /** By the read that failed: in place of its finding. */
  readonly findings: ReadonlyMap<string, Finding>;
  /** How many calls it took. */
  readonly reads: number;
}

/** One list at most, on a surface that has one. Throws AuthError and TransportError; where the list is refused the findings stay. */
export async function knownObjects(
  looked: Looked,
  failed: ReadonlyMap<string, Finding>,
  reads: NameReads | undefined,
  context: ReadContext,
): Promise<KnownObjects> {
  const unknown = looked.flatMap(([{ call }, { result }]) => {
    const id = 'error' in result ? unknownTypeId(call.params, result.error) : undefined;
    const finding = failed.get(keyOf(call));
    return id === undefined || finding === undefined ? [] : [{ id, key: keyOf(call), finding }];
  });
  if (unknown.length === 0 || reads === undefined) return { findings: new Map(), reads: 0 };
  const { result, calls } = await performRead({ call: reads.objects, covers: [] }, looked.length + 1, context);
  if ('error' in result) return { findings: new Map(), reads: calls };
  const objects = reads.objectsIn(result.value).map(({ typeId, names: [name = typeId] }) => `${typeId} (${name})`);
  const known =
    objects.length === 0 ? 'It has no custom objects.' : `Its custom objects are ${listed(objects, (text) => text)}.`;
  const hint = (id: string): string => `The account has no object with the type id ${id}. ${known}`;
  return {
    findings: new Map(unknown.map(({ id, key, finding }) => [key, { ...finding, hint: hint(id) }] as const)),
    reads: calls,
  };
}
