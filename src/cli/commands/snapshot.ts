/** `trueup snapshot`: saves what the account holds now, to compare it later. */

import { resolve } from 'node:path';
import { defined } from '../../contract/defined.ts';
import type { Snapshot } from '../../index.ts';
import { json } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { snapshotText } from '../../report/text/snapshot.ts';
import { type Context, styleFor } from '../context.ts';
import type { CommonFlags } from '../flags.ts';
import { withReconciler } from '../open.ts';
import { openProjectIfThere } from '../project.ts';
import { requireSnapshotOrNothing, saveSnapshot } from '../snapshot-file.ts';

export interface SnapshotFlags extends CommonFlags {
  readonly object?: readonly string[];
  readonly out: string;
  readonly concurrency?: number;
}

/** One that may be incomplete is saved and says so, and is never reported as success. */
export async function snapshot(context: Context, flags: SnapshotFlags, patterns: readonly string[]): Promise<number> {
  const { object: objects, concurrency, out } = flags;
  const path = resolve(context.world.cwd, out);
  await requireSnapshotOrNothing(path);
  const options = { patterns, ...defined({ objects, concurrency }) };
  const taken = await withReconciler(context, flags, (one) => one.snapshot(options), openProjectIfThere);
  await saveSnapshot(context, path, taken);
  if (flags.json === true) context.out(json(taken));
  else if (flags.quiet !== true)
    context.out(snapshotText(taken, terminalLine(out), { ...styleFor(context.world, flags), ...context.excerpts() }));
  return isComplete(taken) ? EXIT.done : EXIT.error;
}

function isComplete({ parts, unread }: Snapshot): boolean {
  return unread === undefined && parts.every((part) => part.unread === undefined);
}
