/** `trueup list`: lists the contents of the account, and what only the ledger knows. */

import { defined } from '../../contract/defined.ts';
import type { KindName } from '../../model/address.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { inventoryText, kindCounts } from '../../report/text/list.ts';
import { buildStyle, type Context } from '../context.ts';
import type { CommonFlags } from '../flags.ts';
import { withReconciler } from '../open.ts';
import { openProjectIfThere } from '../project.ts';

export interface ListFlags extends CommonFlags {
  readonly object?: readonly string[];
  readonly concurrency?: number;
  readonly undeclared?: boolean;
}

/** A list that may be incomplete is never reported as success. */
export async function list(context: Context, flags: ListFlags, kind: KindName | undefined): Promise<number> {
  const { object: objects, concurrency, undeclared } = flags;
  const options = {
    ...defined({ kind, objects, concurrency, undeclared }),
  };
  // A user who explores an account may not have a configuration yet.
  const inventory = await withReconciler(context, flags, (reconciler) => reconciler.list(options), openProjectIfThere);
  if (flags.json === true) context.out(json(inventory));
  else if (flags.quiet === true) context.out(inventory.kinds.map((section) => `${kindCounts(section)}\n`).join(''));
  else context.out(inventoryText(inventory, { ...buildStyle(context.world, flags), ...context.excerpts() }));
  return inventory.complete ? EXIT.done : EXIT.error;
}
