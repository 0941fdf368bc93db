/** Forms of names that a client requires before it sends a call. The service words its own refusals of them. */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { INTERNAL_NAME, V1_PATH_NAME } from './names.ts';

/** Path of a v1 update of a property (interface 4.3 rule 2). */
export const V1PropertyPath = lazy(() =>
  z.looseObject({
    property_name: z
      .string()
      .regex(
        V1_PATH_NAME,
        'expected lowercase letters and digits, starting with a letter, as in every path of version 1',
      ),
  }),
);

/** Body that creates a property or group (interface 4.3 rule 3; assumption A18). */
export const NewName = lazy(() =>
  z.looseObject({
    name: z
      .string()
      .regex(INTERNAL_NAME, 'expected at most 100 lowercase letters, digits and underscores, starting with a letter'),
  }),
);

/** Batch that creates properties. */
export const NewNames = lazy(() => z.looseObject({ inputs: z.array(NewName()) }));

/** Object schema that is created with its properties. */
export const NewPropertyNames = lazy(() => z.looseObject({ properties: z.array(NewName()).optional() }));
