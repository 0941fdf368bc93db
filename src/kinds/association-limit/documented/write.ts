/** Calls that set and purge association limits: batches of one pair, in the order that the service requires (interface 4.5). */

import { isObjectLevel, LIMIT_BATCH_SIZE } from '../../../contract/association-limits.ts';
import { LIMITS } from '../../../contract/endpoints/limits.ts';
import { canonicalObjectType } from '../../../contract/object-types.ts';
import { type Address, parseAddress } from '../../../model/address.ts';
import type { Fields } from '../../../model/json.ts';
import type { CallDraft, DesiredChange, KindWriter } from '../../../model/kind.ts';
import { append } from '../../../model/lists.ts';
import { pick } from '../../bodies.ts';
import type { AssociationLimitSpec } from '../spec.ts';
import { namedInBatch, settleBatch } from './read.ts';

type Change = DesiredChange<AssociationLimitSpec>;
type Endpoint = 'updateAssociationLimits' | 'purgeAssociationLimits';

/** Inputs of the routed endpoint; the body itself only wraps them. */
export const UPDATE_BODIES = [LIMITS.updateAssociationLimits.body.shape.inputs.element];

const ROUTES: Readonly<Record<Endpoint, string>> = {
  updateAssociationLimits: 'One batch sets the limits of a pair, including missing ones (interface 4.5).',
  purgeAssociationLimits: 'One batch deletes the limits of a pair (interface 4.5).',
};

export const writer: KindWriter<AssociationLimitSpec> = {
  remove: { risk: 'limit-purge' },
  write(changes) {
    const pairs = Map.groupBy(changes, ({ address }) => pairOf(address).join('/'));
    const calls: CallDraft[] = [];
    for (const changes of pairs.values()) append(calls, pairDrafts(changes, calls.length));
    return { calls, blocked: [] };
  },
  names: (call, covers, reply) => (call.endpoint === 'purgeAssociationLimits' ? [] : namedInBatch(covers, reply)),
  settle(call, covers, reply) {
    return call.endpoint === 'purgeAssociationLimits'
      ? covers.map((address) => ({ address, status: 'applied' }))
      : settleBatch(covers, reply);
  },
};

/** Purges first, then updates, each call after the one before: a purged or raised limit makes room for the others. */
function pairDrafts(changes: readonly Change[], start: number): readonly CallDraft[] {
  const purges = changes.filter((change) => change.action === 'remove');
  const updates = changes.filter((change) => change.action !== 'remove').sort((a, b) => turnOf(a) - turnOf(b));
  return [
    ...chunks(purges).map((chunk) => draft('purgeAssociationLimits', chunk)),
    ...chunks(updates).map((chunk) => draft('updateAssociationLimits', chunk)),
  ].map((call, index) => (index === 0 ? call : { ...call, after: [start + index - 1] }));
}

/**
 * A label's limit may not exceed the object-level one (assumption A23), so that one is raised before and lowered after the
 * others. Setting it where there was none lowers it.
 */
function turnOf({ address, after, before }: Change): number {
  const [from = '', to = '', category = '', typeId] = partsOf(address);
  if (!isObjectLevel(from, to, category, Number(typeId))) return 1;
  const past = before?.['maxToObjectIds'];
  return typeof past === 'number' && Number(after['maxToObjectIds']) > past ? 0 : 2;
}

function draft(endpoint: Endpoint, changes: readonly Change[]): CallDraft {
  const [from = '', to = ''] = changes.flatMap(({ address }) => pairOf(address));
  const covers = changes.map(({ address }) => address);
  const members = Object.keys(LIMITS[endpoint].body.shape.inputs.element.shape);
  const purging = endpoint === 'purgeAssociationLimits';
  return {
    endpoint,
    params: { fromObjectType: from, toObjectType: to },
    body: { inputs: changes.map((change) => pick(valuesOf(change), members)) },
    covers,
    writes: purging ? [] : ['maxToObjectIds'],
    expects: Object.fromEntries(changes.map(({ address, after }) => [address, purging ? null : after])),
    route: ROUTES[endpoint],
    after: [],
  };
}

/** The category is sent as declared, else as the service itself spelled it, else in its canonical spelling (assumption A14). */
function valuesOf({ address, spec, after, record }: Change): Fields {
  const [, , category = '', typeId] = partsOf(address);
  const spelled = record?.id?.split('/')[0];
  return { ...after, category: spec?.category ?? spelled ?? category, typeId: Number(typeId) };
}

function chunks(changes: readonly Change[]): readonly (readonly Change[])[] {
  const count = Math.ceil(changes.length / LIMIT_BATCH_SIZE);
  return Array.from({ length: count }, (_, index) =>
    changes.slice(index * LIMIT_BATCH_SIZE, (index + 1) * LIMIT_BATCH_SIZE),
  );
}

/** A record of an older version can name an object type by its id: it is in one batch order with those that use the name. */
function pairOf(address: Address): readonly string[] {
  return partsOf(address).slice(0, 2).map(canonicalObjectType);
}

function partsOf(address: Address): readonly string[] {
  return parseAddress(address)?.parts ?? [];
}
