/** Batches that set and purge the limits of a pair, in the order that the service requires (interface 4.5, 11.7). */

import { isObjectLevel, LIMIT_BATCH_SIZE } from '../../contract/association-limits.ts';
import type { Lazy } from '../../contract/lazy.ts';
import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Blockage, CallDraft, DesiredChange, Writing } from '../../model/kind.ts';
import type { LaterId } from '../../model/later-id.ts';
import { append } from '../../model/lists.ts';
import type { BodySchema } from '../bodies.ts';
import { pick } from '../bodies.ts';
import { chainCalls } from '../drafts.ts';
import type { AssociationLimitSpec } from './spec.ts';
import { parseAssociationType } from './types.ts';

export type LimitChange = DesiredChange<AssociationLimitSpec>;

/** A batch endpoint. */
export interface Batch extends Pick<CallDraft, 'endpoint' | 'route'> {
  /** Schema of an input. The body only wraps the inputs. */
  readonly input: Lazy<BodySchema>;
}

export interface Batches {
  readonly set: Batch;
  readonly purge: Batch;
  /** Returns the limit as a request names it, or the reason why no request can. */
  typeFor(change: LimitChange): WireType | Omit<Blockage, 'address'>;
}

export interface WireType {
  /** Object types as paths name them. */
  readonly from: string;
  readonly to: string;
  readonly category: string;
  /** Later for a label that the project makes. */
  readonly typeId: number | LaterId;
}

interface Named {
  readonly change: LimitChange;
  readonly type: WireType;
}

export function limitBatches(changes: readonly LimitChange[], batches: Batches): Writing {
  const named: Named[] = [];
  const blocked: Blockage[] = [];
  for (const change of changes) {
    const type = batches.typeFor(change);
    if ('reason' in type) blocked.push({ address: change.address, ...type });
    else named.push({ change, type });
  }
  const calls: CallDraft[] = [];
  const pairs = Map.groupBy(named, ({ type: { from, to } }) => `${from}/${to}`);
  for (const pair of pairs.values()) append(calls, pairDrafts(pair, batches, calls.length));
  return { calls, blocked };
}

/**
 * Orders the calls of a pair: purges first, then updates. Each call waits for the call before it, because a purged or raised limit makes
 * room for the next.
 */
function pairDrafts(pair: readonly Named[], { set, purge }: Batches, start: number): readonly CallDraft[] {
  const purges = pair.filter(({ change }) => change.action === 'remove');
  const updates = pair.filter(({ change }) => change.action !== 'remove').sort((a, b) => decideTurn(a) - decideTurn(b));
  const calls = [
    ...chunks(purges).map((chunk) => draft(purge, chunk, 'purges')),
    ...chunks(updates).map((chunk) => draft(set, chunk, 'sets')),
  ];
  return chainCalls(calls, start);
}

/**
 * The limit of a label may not exceed the object-level limit (assumption A23). The object-level limit is therefore raised before the
 * others, and lowered or first set after them.
 */
function decideTurn({ change: { address, after, before }, type }: Named): number {
  const { from, to } = parseAssociationType(address);
  if (typeof type.typeId !== 'number' || !isObjectLevel(from, to, type.category, type.typeId)) return 1;
  const past = before?.['maxToObjectIds'];
  return typeof past === 'number' && Number(after['maxToObjectIds']) > past ? 0 : 2;
}

function draft({ endpoint, route, input }: Batch, chunk: readonly Named[], effect: 'sets' | 'purges'): CallDraft {
  const [first] = chunk;
  const members = Object.keys(input().shape);
  const expected = ({ after }: LimitChange): Fields | null => (effect === 'purges' ? null : after);
  return {
    endpoint,
    params: { fromObjectType: first?.type.from ?? '', toObjectType: first?.type.to ?? '' },
    body: {
      inputs: chunk.map(({ change: { after }, type: { category, typeId } }) =>
        pick({ ...after, category, typeId }, members),
      ),
    },
    covers: chunk.map(({ change }) => change.address),
    writes: effect === 'purges' ? [] : ['maxToObjectIds'],
    expects: Object.fromEntries(
      chunk.map(({ change }): [Address, Fields | null] => [change.address, expected(change)]),
    ),
    route,
    after: [],
  };
}

function chunks(all: readonly Named[]): readonly (readonly Named[])[] {
  const count = Math.ceil(all.length / LIMIT_BATCH_SIZE);
  return Array.from({ length: count }, (_, index) =>
    all.slice(index * LIMIT_BATCH_SIZE, (index + 1) * LIMIT_BATCH_SIZE),
  );
}
