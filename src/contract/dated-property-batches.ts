/** Bodies and replies of batches of properties on the dated surface (interface 11.3). */

import { z } from 'zod';
import { buildBatchSchema } from './batches.ts';
import { DatedProperty, DatedPropertyCreate } from './dated-properties.ts';
import { DATA_SENSITIVITIES } from './event-definitions.ts';
import { lazy } from './lazy.ts';
import { flag, optionalText, text } from './shapes.ts';

/** Maximum number of inputs of a batch (assumption A51). */
export const PROPERTY_BATCH_SIZE = 100;

const names = lazy(() => z.array(z.strictObject({ name: text })).min(1));

export const DatedPropertyBatchCreate = lazy(() => z.strictObject({ inputs: z.array(DatedPropertyCreate()).min(1) }));

export const DatedPropertyBatchRead = lazy(() =>
  z.strictObject({
    inputs: names(),
    archived: flag,
    dataSensitivity: z.enum(DATA_SENSITIVITIES),
  }),
);

export const DatedPropertyBatchArchive = lazy(() => z.strictObject({ inputs: names() }));

export const DatedLocaleQuery = lazy(() => z.strictObject({ locale: optionalText }));

/** An error belongs to the input in its context. Its position has no meaning. */
export const DatedPropertyBatch = lazy(() => buildBatchSchema(DatedProperty()));
