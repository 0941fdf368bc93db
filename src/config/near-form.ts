/** The spelling of a name that has the right form and comes nearest to one that has not. */

import type { z } from 'zod';

/** Undefined when there is none that the schema takes. */
export function nearForm(schema: z.ZodType, text: string): string | undefined {
  const spelling = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  return spelling !== text && schema.safeParse(spelling).success ? spelling : undefined;
}
