/** Complete lists in one page (assumption A20). A list with a next page is no evidence of absence, so it breaks the contract. */

import { z } from 'zod';

const WHOLE = 'expected the whole list, and this is a page of it';

/** `results` is the schema of the list of rows. */
export function onePage<R extends z.ZodType>(results: R) {
  const next = z.null({ error: WHOLE }).optional();
  return z.looseObject({ results, paging: z.looseObject({ next }).nullish() });
}
