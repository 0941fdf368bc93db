/** Sets association limits by the rules of every variant (interface 2.10, 11.7; assumptions A05, A23, A24, A42). */

import {
  CATEGORY_FORM,
  canonicalCategory,
  isObjectLevel,
  type LimitBatchReply,
  type LimitUpdate,
  LOWEST_LIMIT,
  LOWEST_TYPE_ID,
} from '../../contract/association-limits.ts';
import { listRows, saveRow } from '../store/rows.ts';
import type { Db, LimitRow } from '../store/tables.ts';
import type { BatchError } from './batch-reply.ts';

type Input = LimitUpdate['inputs'][number];
export type LimitKey = Pick<Input, 'category' | 'typeId'>;

export interface LimitWrite {
  readonly db: Db;
  readonly hubId: number;
  readonly from: string;
  readonly to: string;
  /** Only those that are not set yet. */
  readonly isCreate?: boolean;
}

/** Sets each limit in the order of the inputs. Failed inputs are returned as errors. */
export async function setLimits(
  write: LimitWrite,
  inputs: readonly Input[],
): Promise<{ readonly results: LimitBatchReply['results']; readonly errors: BatchError[] }> {
  const { db, hubId, from, to, isCreate = false } = write;
  const held = await listRows(db, 'association_limits', { hub_id: hubId, from_type: from, to_type: to });
  const rows = new Map(held.map((row) => [buildKey(row.category, row.type_id), row]));
  const results: LimitBatchReply['results'] = [];
  const errors: BatchError[] = [];
  for (const input of inputs) {
    const category = canonicalCategory(input.category);
    const key = buildKey(category, input.typeId);
    const problem =
      isCreate && rows.has(key) ? alreadySet(input) : findProblem(input, { from, to }, [...rows.values()]);
    if (problem !== undefined) {
      errors.push(problem);
      continue;
    }
    const row: LimitRow = {
      hub_id: hubId,
      from_type: from,
      to_type: to,
      category,
      type_id: input.typeId,
      max_to_object_ids: input.maxToObjectIds,
    };
    await saveRow(db, 'association_limits', row);
    rows.set(key, row);
    results.push({
      category: input.category,
      typeId: input.typeId,
      userEnforcedMaxToObjectIds: input.maxToObjectIds,
    });
  }
  return { results, errors };
}

interface Pair {
  readonly from: string;
  readonly to: string;
}

/** Why this input cannot be applied to the limits as they are now; undefined when it can. */
function findProblem(input: Input, { from, to }: Pair, current: readonly LimitRow[]): BatchError | undefined {
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

/** Limits are compared only in pairs with a known unlabelled type, because other pairs have no object level (assumption A24). */
function labelLimits({ from, to }: Pair, current: readonly LimitRow[]): readonly number[] {
  return current
    .filter((row) => !isObjectLevel(from, to, row.category, row.type_id))
    .map((row) => row.max_to_object_ids);
}

/** Returns the faults of the members that identify an association type (assumption A42). */
export function faultsOfKey({
  category,
  typeId,
}: LimitKey): readonly { readonly member: keyof LimitKey; readonly message: string }[] {
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

function buildKey(category: string, typeId: number): string {
  return `${category}/${typeId}`;
}

function alreadySet(input: Input): BatchError {
  return { ...batchError(input, 'The limit is already set.'), category: 'OBJECT_ALREADY_EXISTS' };
}

export function batchError({ category, typeId }: LimitKey, message: string): BatchError {
  return {
    status: 'error',
    category: 'VALIDATION_ERROR',
    message,
    context: { category: [category], typeId: [String(typeId)] },
  };
}
