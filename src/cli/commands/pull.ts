/** `trueup pull`: makes the files declare what the account holds, and records it. */

import { resolve } from 'node:path';
import { findBounds } from '../../config/files/project-bounds.ts';
import { defined } from '../../contract/defined.ts';
import { UsageError } from '../../errors.ts';
import type { Pull, PullOptions } from '../../index.ts';
import { pullJson } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import { stepLines } from '../../report/text/next.ts';
import { pullCounts, pullText } from '../../report/text/pull.ts';
import { commandLine } from '../../report/text/typed.ts';
import { buildStyle, type Context, listTypedFlags } from '../context.ts';
import type { CommonFlags } from '../flags.ts';
import { shownPath, withReconciler } from '../open.ts';
import { DEFAULT_FILE, openProjectIfThere } from '../project.ts';
import { writePulled } from '../pulled-files.ts';

export interface PullFlags extends CommonFlags {
  readonly object?: readonly string[];
  readonly include?: readonly string[];
  readonly drift?: boolean;
  readonly single?: boolean;
  readonly dir?: string;
  readonly dryRun?: boolean;
  readonly concurrency?: number;
}

export async function pull(context: Context, flags: PullFlags, patterns: readonly string[]): Promise<number> {
  const { object: objects, include, drift, single, dir: folder, concurrency } = flags;
  const options: PullOptions = {
    patterns,
    ...defined({ objects, include, drift, single, folder, concurrency }),
  };
  // A user who starts with an account has no configuration yet.
  const made = await withReconciler(context, flags, (reconciler) => reconciler.pull(options), openProjectIfThere);
  const writes = flags.dryRun !== true;
  requireInside(made, flags.file ?? [DEFAULT_FILE], context.world.cwd);
  const kept = writes ? await writePulled(made.files, context.world.cwd) : [];
  if (writes) await recordPulled(context, flags, made);
  show(context, flags, made, { writes, kept });
  if (!made.complete) return EXIT.error;
  return made.conflicts.length > 0 ? EXIT.partial : EXIT.done;
}

/** No include leads out of the project, also not by a link. Throws UsageError before anything is written. */
function requireInside({ files }: Pull, named: readonly string[], cwd: string): void {
  const bounds = findBounds(
    named.map((path) => resolve(cwd, path)),
    cwd,
  );
  const outside = files.find(({ path, before }) => before === null && !bounds.contain(resolve(cwd, path)));
  if (outside === undefined) return;
  throw new UsageError(
    'folder-outside',
    `${outside.path} would be outside the project folder, so nothing is written.`,
    {
      hint: 'Name a folder inside of it with --dir.',
    },
  );
}

/** Records the pulled resources after the files are written. */
export async function recordPulled(context: Context, flags: CommonFlags, pulled: Pull): Promise<void> {
  const { files, unrecorded } = pulled;
  if (unrecorded.length === 0) return;
  try {
    await withReconciler(context, flags, ({ ledger }) => ledger.adopt(unrecorded, { pulled }));
  } catch (error) {
    const written = files.length === 0 ? 'The files are up to date' : 'The files are written';
    context.note(
      `${written}, but the ledger does not record them yet. Pull again to record the values that the account and the files share. If an apply has changed a value since then, the files have the earlier value, and the next plan would change it back.`,
    );
    throw error;
  }
}

interface Done {
  readonly writes: boolean;
  /** What was overwritten. */
  readonly kept: readonly string[];
}

function show(context: Context, flags: PullFlags, made: Pull, { writes, kept }: Done): void {
  const style = { ...buildStyle(context.world, flags), ...context.excerpts() };
  if (flags.json === true) {
    context.out(pullJson(made, writes));
    return;
  }
  const counts = `${pullCounts(made, writes)}\n`;
  if (flags.quiet === true) {
    context.out(counts);
    return;
  }
  const recorded = writes ? recordedLines(made) : [];
  const before = kept.map((path) => `What was overwritten: ${shownPath(context.world.cwd, path)}`);
  const next = writes
    ? stepLines(
        [{ command: commandLine(['plan'], listTypedFlags(context.world, flags)), purpose: 'to see what differs' }],
        style,
      )
    : [];
  context.out(
    [`${pullText(made, style)}\n${counts}`, ...[...recorded, ...before, ...next].map((line) => `${line}\n`)].join(''),
  );
}

export function recordedLines({ unrecorded }: Pull): readonly string[] {
  if (unrecorded.length === 0) return [];
  return [`${count(unrecorded.length, 'resource')} recorded in the ledger. Nothing was sent to the account.`];
}
