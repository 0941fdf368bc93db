/** Reads everything that belongs to holders which the account lists and no address names. */

import type { KindName } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Held, Holders } from '../../model/holders.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Looked } from './near.ts';
import { performRead, type ReadContext } from './perform-read.ts';
import { buildReadKey } from './planned-reads.ts';
import { isRefused, readFailed } from './read-failed.ts';

export interface OtherHolders {
  /** Replies as if each holder had been read separately. */
  readonly looked: Looked;
  /** Kinds of which the list was read to its end. */
  readonly entire: ReadonlySet<KindName>;
  /** Findings by failed read. A list that the token may not read is no failure. */
  readonly failed: ReadonlyMap<string, Finding>;
  /** Number of calls. */
  readonly reads: number;
}

/** Reads the lists. `looked` has the reads of the named holders. Throws AuthError and TransportError. */
export async function otherHolders(
  kinds: readonly Kind[],
  looked: Looked,
  context: ReadContext,
): Promise<OtherHolders> {
  const others: Looked[number][] = [];
  const entire = new Set<KindName>();
  const failed = new Map<string, Finding>();
  let reads = 0;
  for (const kind of kinds) {
    const holders = isUnsupported(kind.reader) ? undefined : kind.reader.holders;
    if (holders === undefined) continue;
    const list = await listed(holders, looked.length, context);
    reads += list.reads;
    if (list.failed !== undefined) failed.set(...list.failed);
    if (list.held === undefined) continue;
    entire.add(kind.name);
    const named = listHolderNames(looked, kind, holders);
    for (const { names, call, reply } of list.held) {
      if (names.some((name) => named.has(name))) continue;
      others.push([
        { call, covers: [], kinds: [kind] },
        { path: '', result: { call, value: reply, others: [] }, refused: [], calls: 0 },
      ]);
    }
  }
  return { looked: others, entire, failed, reads };
}

interface Listed {
  /** Undefined if a page is missing, because a part of a list is not enough. */
  readonly held?: readonly Held[];
  readonly failed?: readonly [key: string, finding: Finding];
  readonly reads: number;
}

/** No account has as many events as that. */
const MOST_PAGES = 100;

async function listed(holders: Holders, made: number, context: ReadContext): Promise<Listed> {
  const held = new Map<string, Held>();
  const asked = new Set<string>();
  for (let call = holders.page(); call !== undefined; ) {
    const key = buildReadKey({ call });
    // A service that sends its client in circles, or on and on, never shows the rest.
    if (asked.has(key) || asked.size === MOST_PAGES) return { reads: asked.size };
    asked.add(key);
    const { path, result } = await performRead({ call, covers: [] }, made + asked.size, context);
    if ('error' in result) {
      const { error } = result;
      return { reads: asked.size, ...(isRefused(error) ? {} : { failed: [key, readFailed(path, call, error)] }) };
    }
    for (const one of holders.heldIn(result.value)) held.set(buildReadKey(one), one);
    call = holders.page(result.value);
  }
  return { held: [...held.values()], reads: asked.size };
}

/** Returns the names by which holders were read, and the names in their replies. */
function listHolderNames(looked: Looked, { name, reader }: Kind, holders: Holders): ReadonlySet<string> {
  if (isUnsupported(reader)) return new Set();
  return new Set(
    looked.flatMap(([{ call, kinds }, { result }]) => {
      if (!kinds.some((kind) => kind.name === name)) return [];
      const seen = 'error' in result ? undefined : reader.holderIn?.(result.call, result.value);
      return [holders.nameOf(call), ...(seen === undefined ? [] : [seen.name])];
    }),
  );
}
