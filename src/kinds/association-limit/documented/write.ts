/** Calls that set and purge association limits on the documented surface (interface 4.5). */

import { LIMITS } from '../../../contract/endpoints/limits.ts';
import { lazy } from '../../../contract/lazy.ts';
import type { Address } from '../../../model/address.ts';
import type { KindWriter } from '../../../model/kind.ts';
import { type Batches, type LimitChange, limitBatches } from '../batches.ts';
import { namedInBatch, settleBatch } from '../replies.ts';
import type { AssociationLimitSpec } from '../spec.ts';
import { parseAssociationType } from '../types.ts';

const UPDATE_INPUT = lazy(() => LIMITS.updateAssociationLimits.body().shape.inputs.element);
export const UPDATE_BODIES = [UPDATE_INPUT];

const BATCHES: Batches = {
  set: {
    endpoint: 'updateAssociationLimits',
    route: 'One batch sets the limits of a pair, including missing limits (interface 4.5).',
    input: UPDATE_INPUT,
  },
  purge: {
    endpoint: 'purgeAssociationLimits',
    route: 'One batch deletes the limits of a pair (interface 4.5).',
    input: lazy(() => LIMITS.purgeAssociationLimits.body().shape.inputs.element),
  },
  typeFor: resolveSentType,
};

export const writer: KindWriter<AssociationLimitSpec> = {
  remove: { risk: 'limit-purge' },
  write: (changes) => limitBatches(changes, BATCHES),
  names: (call, covers, reply) =>
    call.endpoint === 'purgeAssociationLimits' ? [] : namedInBatch(covers, reply, findType),
  settle(call, covers, reply) {
    return call.endpoint === 'purgeAssociationLimits'
      ? covers.map((address) => ({ address, status: 'applied' }))
      : settleBatch(covers, reply, findType);
  },
};

/** The category is sent as declared, otherwise in the spelling of the service, otherwise in its canonical spelling (assumption A14). */
function resolveSentType({ address, spec, record }: LimitChange): ReturnType<Batches['typeFor']> {
  const { from, to, category, typeId, label } = parseAssociationType(address);
  const [spelled, id] = record?.id?.split('/') ?? [];
  const known = typeId ?? (id === undefined ? undefined : Number(id));
  if (known !== undefined) return { from, to, category: spec?.category ?? spelled ?? category, typeId: known };
  const reason = `The interface has no call that finds an association type by its label, ${JSON.stringify(label)}.`;
  return { because: 'no-endpoint', reason, section: '4.5' };
}

function findType(address: Address) {
  const { category, typeId } = parseAssociationType(address);
  return typeId === undefined ? undefined : { category, typeId };
}
