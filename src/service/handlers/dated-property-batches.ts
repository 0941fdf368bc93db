/** The dated endpoints of batches of property definitions (interface 11.3; assumption A51). */

import { PROPERTY_BATCH_SIZE } from '../../contract/dated-property-batches.ts';
import { formatPath } from '../../contract/endpoints.ts';
import { batchReply, checkBatchSize, each } from '../data/batch-reply.ts';
import { datedReply, isAsked } from '../data/dated-property-replies.ts';
import { archiveDated, createDated } from '../data/dated-property-writes.ts';
import { noProperty } from '../data/property-writes.ts';
import type { Handler } from './handler.ts';

/** Creates in the order of the inputs. Refused inputs are returned as errors (207). */
export const createDatedProperties: Handler<'createDatedProperties'> = async ({
  params,
  body,
  batchState,
  ...call
}) => {
  checkBatchSize(body.inputs, PROPERTY_BATCH_SIZE);
  const inputs = batchState === 'CANCELED' ? [] : body.inputs;
  const write = { ...call, objectType: params.object_type };
  const done = await each(inputs, byName, async (input) => datedReply(await createDated(write, input)));
  const self = formatPath('createDatedProperties', params);
  return batchReply({ self, now: call.now, ...done }, batchState);
};

export const readDatedProperties: Handler<'readDatedProperties'> = async ({ params, body, propertyOf, now }) => {
  checkBatchSize(body.inputs, PROPERTY_BATCH_SIZE);
  const { archived, dataSensitivity } = body;
  const done = await each(body.inputs, byName, async ({ name }) => {
    const property = await propertyOf(params.object_type, name);
    if (property === undefined || !isAsked(property, { archived, dataSensitivity })) throw noProperty(name);
    return datedReply(property);
  });
  return batchReply({ self: formatPath('readDatedProperties', params), now, ...done });
};

/** Succeeds for any inputs. A missing, built-in or used property stays unchanged, and the reply does not report it. */
export const archiveDatedProperties: Handler<'archiveDatedProperties'> = async ({ params, body, ...call }) => {
  checkBatchSize(body.inputs, PROPERTY_BATCH_SIZE);
  await each(body.inputs, byName, ({ name }) => archiveDated({ ...call, objectType: params.object_type }, name));
  return { body: undefined };
};

function byName({ name }: { readonly name: string }) {
  return { name: [name] };
}
