/** The dated endpoints of batches of property definitions (interface 11.3; assumption A51). */

import { PROPERTY_BATCH_SIZE } from '../../contract/dated-property-batches.ts';
import { pathOf } from '../../contract/endpoints.ts';
import { type BatchError, batchReply } from '../data/batch-reply.ts';
import { datedReply, isAsked } from '../data/dated-property-replies.ts';
import { archiveDated, createDated } from '../data/dated-property-writes.ts';
import { noProperty } from '../data/property-writes.ts';
import { invalid, Refusal } from '../model/refusal.ts';
import type { Handler } from './handler.ts';

/** Creates in the order of the inputs; those that are refused are reported beside the others (207). */
export const createDatedProperties: Handler<'createDatedProperties'> = async ({
  params,
  body,
  batchState,
  ...call
}) => {
  checkSize(body.inputs.length);
  const inputs = batchState === 'CANCELED' ? [] : body.inputs;
  const write = { ...call, objectType: params.object_type };
  const done = await each(inputs, async (input) => datedReply(await createDated(write, input)));
  const self = pathOf('createDatedProperties', params);
  return batchReply({ self, at: new Date(call.now).toISOString(), ...done }, batchState);
};

export const readDatedProperties: Handler<'readDatedProperties'> = async ({ params, body, propertyOf, now }) => {
  checkSize(body.inputs.length);
  const { archived, dataSensitivity } = body;
  const done = await each(body.inputs, async ({ name }) => {
    const property = await propertyOf(params.object_type, name);
    if (property === undefined || !isAsked(property, { archived, dataSensitivity })) throw noProperty(name);
    return datedReply(property);
  });
  return batchReply(
    { self: pathOf('readDatedProperties', params), at: new Date(now).toISOString(), ...done },
    undefined,
  );
};

/** Succeeds whatever becomes of its inputs: one that is missing, built in or used stays as it is, and nothing tells. */
export const archiveDatedProperties: Handler<'archiveDatedProperties'> = async ({ params, body, ...call }) => {
  checkSize(body.inputs.length);
  await each(body.inputs, ({ name }) => archiveDated({ ...call, objectType: params.object_type }, name));
  return { body: undefined };
};

interface Done<T> {
  readonly results: T[];
  readonly errors: BatchError[];
}

/** One after the other: an input may name what one before it made. A refusal comes before anything is written. */
async function each<I extends { readonly name: string }, T>(
  inputs: readonly I[],
  act: (input: I) => Promise<T>,
): Promise<Done<T>> {
  const results: T[] = [];
  const errors: BatchError[] = [];
  for (const input of inputs) {
    try {
      results.push(await act(input));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors.push(batchError(input.name, error));
    }
  }
  return { results, errors };
}

function batchError(name: string, { message, body }: Refusal): BatchError {
  const { category, subCategory, errors } = body;
  return {
    status: 'error',
    category: category ?? 'VALIDATION_ERROR',
    message,
    ...(subCategory == null ? {} : { subCategory }),
    context: { name: [name] },
    errors: errors ?? [],
    links: {},
  };
}

function checkSize(inputs: number): void {
  if (inputs <= PROPERTY_BATCH_SIZE) return;
  const message = `A batch takes at most ${PROPERTY_BATCH_SIZE} inputs, not ${inputs}.`;
  throw invalid(message, { errors: [{ message, code: 'INVALID_VALUE', in: 'inputs' }] });
}
