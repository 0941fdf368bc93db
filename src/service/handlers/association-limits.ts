/** The two documented endpoints of association limits (interface 4.5, 2.10; assumptions A23, A42, A45). */

import { canonicalCategory, LIMIT_BATCH_SIZE } from '../../contract/association-limits.ts';
import { formatPath } from '../../contract/endpoints.ts';
import { batchReply, checkBatchSize } from '../data/batch-reply.ts';
import { faultsOfKey, type LimitKey, setLimits } from '../data/limit-writes.ts';
import { invalid } from '../model/refusal.ts';
import { deleteRows } from '../store/rows.ts';
import type { Handler } from './handler.ts';

/** Failed inputs are returned as errors (207). */
export const updateAssociationLimits: Handler<'updateAssociationLimits'> = async ({
  db,
  identity,
  params,
  body,
  now,
  batchState,
}) => {
  checkBatchSize(body.inputs, LIMIT_BATCH_SIZE);
  const pair = { from: params.fromObjectType, to: params.toObjectType };
  const self = formatPath('updateAssociationLimits', params);
  const inputs = batchState === 'CANCELED' ? [] : body.inputs;
  const done = await setLimits({ db, hubId: identity.hubId, ...pair }, inputs);
  return batchReply({ self, now, ...done }, batchState);
};

/**
 * A type without a limit counts as purged (assumption A23). The reply cannot name an input, so a wrong input refuses
 * all (A42).
 */
export const purgeAssociationLimits: Handler<'purgeAssociationLimits'> = async ({ db, identity, params, body }) => {
  checkBatchSize(body.inputs, LIMIT_BATCH_SIZE);
  checkKeys(body.inputs);
  for (const { category, typeId } of body.inputs) {
    await deleteRows(db, 'association_limits', {
      hub_id: identity.hubId,
      from_type: params.fromObjectType,
      to_type: params.toObjectType,
      category: canonicalCategory(category),
      type_id: typeId,
    });
  }
  return { body: undefined };
};

function checkKeys(inputs: readonly LimitKey[]): void {
  const errors = inputs.flatMap((input, index) =>
    faultsOfKey(input).map(({ member, message }) => ({
      message,
      code: 'INVALID_VALUE',
      in: `inputs.${index}.${member}`,
    })),
  );
  if (errors.length > 0) throw invalid(errors.map(({ in: at, message }) => `${at}: ${message}`).join('; '), { errors });
}
