/** Looks up who changed drifted resources whose definitions name no user, and names the user that the service names. */

import pLimit from 'p-limit';
import type { TokenUser } from '../../model/account.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import { kindsByName } from '../kind-lookup.ts';
import { performRead, type ReadContext } from '../observe/perform-read.ts';
import { fieldDrift } from './field-drift.ts';

export interface WritersInput extends ReadContext {
  readonly ledger: Ledger;
  readonly kinds: readonly Kind[];
  readonly concurrency: number;
}

/** A read that fails leaves the user unknown, because the drift itself is known. */
export async function withLastWriters(live: Live, input: WritersInput): Promise<Live> {
  const { ledger, kinds, concurrency } = input;
  const byName = kindsByName(kinds);
  const limit = pLimit(concurrency);
  const looked = Object.values(ledger.records).flatMap((record) => {
    const [kind, found] = [byName.get(record.kind), live.resources.get(record.address)];
    if (kind === undefined || found === undefined || isUnsupported(kind.reader)) return [];
    const { history } = kind.reader;
    const changed = history === undefined ? [] : fieldDrift(record, found.fields, kind, []).theirs;
    if (history === undefined || changed.length === 0) return [];
    return [{ history, found, calls: history.reads(found, changed) }];
  });
  if (looked.length === 0) return live;
  const resources = new Map(live.resources);
  const total = live.reads + looked.reduce((sum, { calls }) => sum + calls.length, 0);
  await Promise.all(
    looked.map(async ({ history, found, calls }) => {
      const results = await Promise.all(
        calls.map((call) => limit(async () => (await performRead({ call, covers: [] }, total, input)).result)),
      );
      const replies = results.flatMap((result) => ('error' in result ? [] : [result.value]));
      resources.set(found.address, { ...found, ...history.last(replies) });
    }),
  );
  return { ...live, resources, reads: total };
}

/** Replaces the id of the token's user by the name. The service names no other user. */
export function withUserName(live: Live, user: TokenUser | null): Live {
  if (user === null || user.name === user.id) return live;
  const named = [...live.resources].filter(([, { changedBy }]) => changedBy === user.id);
  if (named.length === 0) return live;
  const resources = new Map(live.resources);
  for (const [address, resource] of named) resources.set(address, { ...resource, changedBy: user.name });
  return { ...live, resources };
}
