/** Values that trueup's own runs may have written to a resource, in addition to its record. */

import type { Fields } from '../model/json.ts';

export interface OwnWrites {
  /** Calls that may have taken effect, with their values before and after. */
  readonly open: readonly { readonly before: Fields | null; readonly expects: Fields }[];
  /** Fields of the record at other moments of the look: a read may show the resource as it was at any of them. */
  readonly recorded: readonly Fields[];
}
