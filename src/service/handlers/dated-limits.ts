/** The five dated endpoints of association limits (interface 11.7; assumptions A05, A23, A60). */

import { canonicalCategory, LIMIT_BATCH_SIZE } from '../../contract/association-limits.ts';
import { DATED_CATEGORIES, isDatedCategory } from '../../contract/dated-limits.ts';
import { formatPath, type ParamsOf } from '../../contract/endpoints.ts';
import { type BatchError, batchReply, checkBatchSize } from '../data/batch-reply.ts';
import { batchError, faultsOfKey, type LimitKey, setLimits } from '../data/limit-writes.ts';
import { deleteRows, listRows } from '../store/rows.ts';
import type { AssociationTypeRow, Db, LimitRow } from '../store/tables.ts';
import type { Handler, HandlerCall } from './handler.ts';

export const readAssociationLimits: Handler<'readAssociationLimits'> = async ({ db, identity, params }) => {
  const pair = { from_type: params.fromObjectType, to_type: params.toObjectType };
  return { body: { results: await limitReplies(db, { hub_id: identity.hubId, ...pair }) } };
};

/** The rows do not name their pair. */
export const readAllAssociationLimits: Handler<'readAllAssociationLimits'> = async ({ db, identity }) => ({
  body: { results: await limitReplies(db, { hub_id: identity.hubId }) },
});

/** A limit that is set is an error of its input (assumption A60). */
export const createDatedLimits: Handler<'createDatedLimits'> = (call) => written(call, 'createDatedLimits');

export const updateDatedLimits: Handler<'updateDatedLimits'> = (call) => written(call, 'updateDatedLimits');

async function written(
  { db, identity, params, body, now }: HandlerCall<'updateDatedLimits'>,
  endpoint: 'createDatedLimits' | 'updateDatedLimits',
) {
  checkBatchSize(body.inputs, LIMIT_BATCH_SIZE);
  const isCreate = endpoint === 'createDatedLimits';
  const done = await setLimits({ db, hubId: identity.hubId, ...selectPair(params), isCreate }, body.inputs);
  return batchReply({ self: formatPath(endpoint, params), now, ...done });
}

/** Answers 200 even when inputs fail: only the body says so. A type without a limit counts as purged (assumption A23). */
export const purgeDatedLimits: Handler<'purgeDatedLimits'> = async ({ db, identity, params, body, now }) => {
  checkBatchSize(body.inputs, LIMIT_BATCH_SIZE);
  const pair = selectPair(params);
  const errors: BatchError[] = [];
  for (const input of body.inputs) {
    const problem = findKeyProblem(input);
    if (problem !== undefined) {
      errors.push(batchError(input, problem));
      continue;
    }
    await deleteRows(db, 'association_limits', {
      hub_id: identity.hubId,
      from_type: pair.from,
      to_type: pair.to,
      category: canonicalCategory(input.category),
      type_id: input.typeId,
    });
  }
  const at = new Date(now).toISOString();
  return {
    body: {
      status: 'COMPLETE',
      startedAt: at,
      completedAt: at,
      ...(errors.length === 0 ? {} : { numErrors: errors.length, errors }),
    },
  };
};

function findKeyProblem(input: LimitKey): string | undefined {
  if (!isDatedCategory(input.category)) return `category must be one of ${DATED_CATEGORIES.join(', ')}`;
  return faultsOfKey(input)[0]?.message;
}

function selectPair({ fromObjectType, toObjectType }: ParamsOf<'readAssociationLimits'>) {
  return { from: fromObjectType, to: toObjectType };
}

async function limitReplies(db: Db, which: { hub_id: number; from_type?: string; to_type?: string }) {
  const types = await listRows(db, 'association_types', which);
  return (await listRows(db, 'association_limits', which)).map((row) => limitReply(row, types));
}

function limitReply({ category, type_id, max_to_object_ids }: LimitRow, types: readonly AssociationTypeRow[]) {
  const label = category === 'USER_DEFINED' ? types.find((type) => type.type_id === type_id)?.label : undefined;
  return {
    category: datedCategory(category),
    typeId: type_id,
    ...(label == null ? {} : { label }),
    userEnforcedMaxToObjectIds: max_to_object_ids,
  };
}

/** The store has the spelling of the documented surface. */
function datedCategory(category: string): string {
  return category === 'SERVICE_DEFINED' ? 'HUBSPOT_DEFINED' : category;
}
