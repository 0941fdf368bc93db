/** The two endpoints of association limits (interface 4.5, 2.10; assumptions A05, A23, A24, A45). */

import {
  CATEGORY_FORM,
  canonicalCategory,
  isObjectLevel,
  LIMIT_BATCH_SIZE,
  type LimitBatchReply,
  type LimitUpdate,
  LOWEST_LIMIT,
  LOWEST_TYPE_ID,
} from '../../contract/association-limits.ts';
import { type BatchError, batchReply } from '../data/batch-reply.ts';
import { invalid } from '../model/refusal.ts';
import { deleteLimit, type LimitRow, listLimits, saveLimit } from '../store/limits.ts';
import type { Handler } from './handler.ts';

type Input = LimitUpdate['inputs'][number];
type Key = Pick<Input, 'category' | 'typeId'>;

/** Sets each limit in the order of the inputs; the ones that fail are reported beside the others (207). */
export const updateAssociationLimits: Handler<'updateAssociationLimits'> = async ({
  db,
  identity,
  params,
  body,
  now,
  batchState,
}) => {
  checkSize(body.inputs.length);
  const pair = { from: params.fromObjectType, to: params.toObjectType };
  const at = new Date(now).toISOString();
  if (batchState === 'CANCELED') return batchReply({ ...pair, at, results: [], errors: [] }, batchState);
  const rows = new Map(
    (await listLimits(db, identity.hubId, pair)).map((row) => [keyOf(row.category, row.type_id), row]),
  );
  const results: LimitBatchReply['results'] = [];
  const errors: BatchError[] = [];
  for (const input of body.inputs) {
    const category = canonicalCategory(input.category);
    const problem = problemWith(input, pair, [...rows.values()]);
    if (problem !== undefined) {
      errors.push(problem);
      continue;
    }
    const row: LimitRow = {
      hub_id: identity.hubId,
      from_type: pair.from,
      to_type: pair.to,
      category,
      type_id: input.typeId,
      max_to_object_ids: input.maxToObjectIds,
    };
    await saveLimit(db, row);
    rows.set(keyOf(category, input.typeId), row);
    results.push({
      category: input.category,
      typeId: input.typeId,
      userEnforcedMaxToObjectIds: input.maxToObjectIds,
    });
  }
  return batchReply({ ...pair, at, results, errors }, batchState);
};

/** A type without a limit counts as purged (assumption A23). There is no reply to name an input in, so one that is wrong refuses all (A42). */
export const purgeAssociationLimits: Handler<'purgeAssociationLimits'> = async ({ db, identity, params, body }) => {
  checkSize(body.inputs.length);
  checkKeys(body.inputs);
  for (const { category, typeId } of body.inputs) {
    await deleteLimit(db, {
      hub_id: identity.hubId,
      from_type: params.fromObjectType,
      to_type: params.toObjectType,
      category: canonicalCategory(category),
      type_id: typeId,
    });
  }
  return { body: undefined };
};

interface Pair {
  readonly from: string;
  readonly to: string;
}

/** Why this input cannot be applied to the limits as they are now; undefined when it can. */
function problemWith(input: Input, { from, to }: Pair, current: readonly LimitRow[]): BatchError | undefined {
  const [wrong] = faultsOfKey(input);
  if (wrong !== undefined) return batchError(input, wrong.message);
  const category = canonicalCategory(input.category);
  const isObject = isObjectLevel(from, to, category, input.typeId);
  const lowest = (isObject ? labelLimits({ from, to }, current) : []).reduce(
    (most, limit) => Math.max(most, limit),
    LOWEST_LIMIT,
  );
  const highest = isObject ? undefined : objectLimit({ from, to }, current);
  const { maxToObjectIds: limit } = input;
  if (limit >= lowest && limit <= (highest ?? limit)) return undefined;
  const range = highest === undefined ? `at least ${lowest}` : `from ${lowest} to ${highest}`;
  return batchError(input, `maxToObjectIds must be ${range}, not ${limit}`);
}

/** No label's limit may exceed the object-level limit of its pair, in whichever order they are set (assumption A23). */
function objectLimit({ from, to }: Pair, current: readonly LimitRow[]): number | undefined {
  return current.find((row) => isObjectLevel(from, to, row.category, row.type_id))?.max_to_object_ids;
}

/** Pairs without a known unlabelled type have no object level, so nothing is compared in them (assumption A24). */
function labelLimits({ from, to }: Pair, current: readonly LimitRow[]): readonly number[] {
  return current
    .filter((row) => !isObjectLevel(from, to, row.category, row.type_id))
    .map((row) => row.max_to_object_ids);
}

/** What is wrong with the members that name an association type (assumption A42). */
function faultsOfKey({ category, typeId }: Key): readonly { readonly member: keyof Key; readonly message: string }[] {
  return [
    ...(CATEGORY_FORM.test(category)
      ? []
      : [
          {
            member: 'category',
            message: 'category must be a non-empty string without leading or trailing whitespace',
          } as const,
        ]),
    ...(typeId >= LOWEST_TYPE_ID
      ? []
      : [{ member: 'typeId', message: `typeId must be at least ${LOWEST_TYPE_ID}` } as const]),
  ];
}

function checkKeys(inputs: readonly Key[]): void {
  const errors = inputs.flatMap((input, index) =>
    faultsOfKey(input).map(({ member, message }) => ({
      message,
      code: 'INVALID_VALUE',
      in: `inputs.${index}.${member}`,
    })),
  );
  if (errors.length > 0) throw invalid(errors.map(({ in: at, message }) => `${at}: ${message}`).join('; '), { errors });
}

/** Assumption A05. */
function checkSize(inputs: number): void {
  if (inputs <= LIMIT_BATCH_SIZE) return;
  const message = `A batch takes at most ${LIMIT_BATCH_SIZE} inputs, not ${inputs}.`;
  throw invalid(message, { errors: [{ message, code: 'INVALID_VALUE', in: 'inputs' }] });
}

function keyOf(category: string, typeId: number): string {
  return `${category}/${typeId}`;
}

function batchError(input: Input, message: string): BatchError {
  return {
    status: 'error',
    category: 'VALIDATION_ERROR',
    message,
    context: { category: [input.category], typeId: [String(input.typeId)] },
  };
}
