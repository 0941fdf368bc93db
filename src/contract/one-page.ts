/** Lists that come whole (assumption A20): one that names a next page proves nothing of what it lacks, so it breaks the contract. */

import { z } from 'zod';

const WHOLE = 'expected the whole list, and this is a page of it';

/** `results`: of the rows. */
export function onePage<R extends z.ZodType>(results: R) {
  const next = z.null({ error: WHOLE }).optional();
  return z.looseObject({ results, paging: z.looseObject({ next }).nullish() });
}
