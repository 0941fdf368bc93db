/** Order is a graph: drafts of calls become planned calls, each after those it needs. */

import { ENDPOINTS, formatPath } from '../../contract/endpoints.ts';
import type { Versions } from '../../contract/surfaces.ts';
import { InternalError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { CallDraft } from '../../model/kind.ts';
import type { PlannedCall } from '../../model/plan.ts';

export interface OrderInput {
  /** Drafts of each kind, in the order of the registry. `after` of a draft is an index of its list. */
  readonly drafts: readonly (readonly CallDraft[])[];
  /** Versions in the paths of the dated surface. */
  readonly versions: Versions;
  readonly dependsOn: (address: Address) => readonly Address[];
  readonly before: (draft: CallDraft, address: Address) => Fields | null;
  readonly records: (draft: CallDraft, address: Address) => Fields | null;
}

/** Planned calls in an order that respects every edge, numbered c1, c2, ... */
export function orderCalls(input: OrderInput): readonly PlannedCall[] {
  const nodes = input.drafts.flatMap((list) => list.map((draft) => ({ draft, needs: new Set<CallDraft>() })));
  const covering = indexCovering(nodes.map(({ draft }) => draft));
  let next = 0;
  for (const list of input.drafts)
    for (const draft of list) {
      const node = nodes[next++];
      for (const position of draft.after) add(node?.needs, list[position]);
      for (const dependency of [...draft.covers.flatMap(input.dependsOn), ...(draft.follows ?? [])])
        for (const call of covering(dependency, isRemoval(draft))) if (call !== draft) add(node?.needs, call);
    }
  const sorted = topological(nodes);
  const ids = new Map(sorted.map(({ draft }, index) => [draft, `c${index + 1}`] as const));
  return sorted.map(({ draft, needs }) =>
    planned(
      draft,
      [...needs].map((call) => ids.get(call) ?? ''),
      ids.get(draft) ?? '',
      input,
    ),
  );
}

/** A removal waits for all calls of an address, another call only for those that make the resource. */
function indexCovering(drafts: readonly CallDraft[]): (address: Address, all: boolean) => readonly CallDraft[] {
  const covering = new Map<Address, CallDraft[]>();
  for (const draft of drafts)
    for (const address of draft.covers) {
      const known = covering.get(address);
      if (known === undefined) covering.set(address, [draft]);
      else known.push(draft);
    }
  return (address, all) => (covering.get(address) ?? []).filter(({ follows }) => all || follows === undefined);
}

function isRemoval({ covers, expects }: CallDraft): boolean {
  return covers.every((address) => expects[address] === null);
}

interface Node {
  readonly draft: CallDraft;
  readonly needs: ReadonlySet<CallDraft>;
}

function add(needs: Set<CallDraft> | undefined, call: CallDraft | undefined): void {
  if (call === undefined) throw new InternalError('A planned call waits for a call that does not exist.');
  needs?.add(call);
}

/** Level by level; inside a level the given order stays. */
function topological(nodes: readonly Node[]): readonly Node[] {
  const level = new Map<CallDraft, number>();
  const waiting = new Map(nodes.map(({ draft, needs }) => [draft, needs.size] as const));
  const waiters = new Map<CallDraft, CallDraft[]>();
  for (const { draft, needs } of nodes)
    for (const need of needs) {
      const known = waiters.get(need);
      if (known === undefined) waiters.set(need, [draft]);
      else known.push(draft);
    }
  // A chain may be long, so this counts instead of calling itself. The list grows while it is read.
  const ready = nodes.filter(({ needs }) => needs.size === 0).map(({ draft }) => draft);
  for (const draft of ready) {
    const below = (level.get(draft) ?? 0) + 1;
    for (const waiter of waiters.get(draft) ?? []) {
      level.set(waiter, Math.max(level.get(waiter) ?? 0, below));
      const left = (waiting.get(waiter) ?? 0) - 1;
      waiting.set(waiter, left);
      if (left === 0) ready.push(waiter);
    }
  }
  const stuck = nodes.find(({ draft }) => waiting.get(draft) !== 0);
  if (stuck !== undefined) throw new InternalError(`Calls for ${stuck.draft.covers.join(', ')} wait for each other.`);
  return nodes.toSorted((a, b) => (level.get(a.draft) ?? 0) - (level.get(b.draft) ?? 0));
}

function planned(draft: CallDraft, after: readonly string[], id: string, input: OrderInput): PlannedCall {
  const { endpoint, params } = draft;
  const each = (
    value: (draft: CallDraft, address: Address) => Fields | null,
  ): Readonly<Record<Address, Fields | null>> =>
    Object.fromEntries(draft.covers.map((address) => [address, value(draft, address)]));
  return {
    id,
    endpoint,
    method: ENDPOINTS[endpoint].method,
    path: formatPath(endpoint, params, input.versions),
    params,
    body: convertBody(draft.body),
    covers: draft.covers,
    after: after.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))),
    route: draft.route,
    before: each(input.before),
    expects: draft.expects,
    records: each(input.records),
    ...(draft.onConflict === undefined
      ? {}
      : {
          onConflict: {
            endpoint: draft.onConflict.endpoint,
            method: ENDPOINTS[draft.onConflict.endpoint].method,
            path: formatPath(draft.onConflict.endpoint, draft.onConflict.params, input.versions),
            params: draft.onConflict.params,
            body: convertBody(draft.onConflict.body),
          },
        }),
  };
}

/** Kinds build bodies from specs, which are plain data. */
function convertBody(body: unknown): Json {
  return (body ?? null) as Json;
}
