/** Calls that set and purge association limits on the dated surface. One update sets existing and missing limits (interface 11.7). */

import { z } from 'zod';
import type { ApiCall } from '../../../contract/calls.ts';
import { isDatedCategory } from '../../../contract/dated-limits.ts';
import { DATED_LIMITS } from '../../../contract/endpoints/dated-limits.ts';
import { lazy } from '../../../contract/lazy.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Address } from '../../../model/address.ts';
import type { KindWriter } from '../../../model/kind.ts';
import { isOfPair } from '../../dated-definition-reads.ts';
import { type Batches, type LimitChange, limitBatches } from '../batches.ts';
import { namedInBatch, settleBatch, settlePurge } from '../replies.ts';
import type { AssociationLimitSpec } from '../spec.ts';
import { parseAssociationType } from '../types.ts';
import { datedCategory } from './category.ts';

const UPDATE_INPUT = lazy(() => DATED_LIMITS.updateDatedLimits.body().shape.inputs.element);
export const UPDATE_BODIES = [UPDATE_INPUT];

const ENDPOINTS: Omit<Batches, 'typeFor'> = {
  set: {
    // This call can be repeated safely. In contrast, batch/create fails for limits that are already set (assumption A60).
    endpoint: 'updateDatedLimits',
    route: 'One batch sets the limits of a pair, including missing limits (interface 11.7).',
    input: UPDATE_INPUT,
  },
  purge: {
    endpoint: 'purgeDatedLimits',
    route: 'One batch deletes the limits of a pair (interface 11.7).',
    input: lazy(() => DATED_LIMITS.purgeDatedLimits.body().shape.inputs.element),
  },
};

export function createWriter(names: AccountNames): KindWriter<AssociationLimitSpec> {
  const findType = (address: Address) => findSpelledType(names, address);
  const batches: Batches = { ...ENDPOINTS, typeFor: (change) => resolveSentType(names, change) };
  return {
    remove: { risk: 'limit-purge' },
    write: (changes) => limitBatches(changes, batches),
    misses: (call, covers) => covers.filter((address) => !isAimedAt(names, call, address)),
    names: (call, covers, reply) => (call.endpoint === 'purgeDatedLimits' ? [] : namedInBatch(covers, reply, findType)),
    settle: (call, covers, reply) =>
      call.endpoint === 'purgeDatedLimits'
        ? settlePurge(covers, reply, findType)
        : settleBatch(covers, reply, findType),
  };
}

function resolveSentType(names: AccountNames, { address }: LimitChange): ReturnType<Batches['typeFor']> {
  const { from, to, category, label } = parseAssociationType(address);
  // A label of the project may not exist yet. Its id is taken when the call is sent, also if it is known: the plan stays the same.
  const later = label === undefined ? undefined : names.providerOf({ from, to }, category, label);
  const type =
    later === undefined ? findSpelledType(names, address) : { category: datedCategory(category), typeId: later };
  if (type === undefined) return { because: 'no-endpoint', reason: 'The account has no such label.', section: '11.7' };
  if (!isDatedCategory(type.category)) {
    const reason = `The dated surface has no category ${type.category}.`;
    return { because: 'no-endpoint', reason, section: '11.7' };
  }
  return { ...type, from: names.typeIdOf(from), to: names.typeIdOf(to) };
}

const Inputs = lazy(() => z.object({ inputs: z.array(z.object({ category: z.string(), typeId: z.number() })) }));

function isAimedAt(names: AccountNames, call: ApiCall, address: Address): boolean {
  const type = findSpelledType(names, address);
  return (
    isOfPair(names, call, parseAssociationType(address)) &&
    Inputs()
      .parse(call.body)
      .inputs.some((one) => one.category === type?.category && one.typeId === type.typeId)
  );
}

/** Returns the association type with the category in the spelling of this surface. */
function findSpelledType(names: AccountNames, address: Address) {
  const { label, typeId: own, ...named } = parseAssociationType(address);
  const typeId = label === undefined ? own : names.typeOfLabel(named, named.category, label);
  return typeId === undefined ? undefined : { category: datedCategory(named.category), typeId };
}
