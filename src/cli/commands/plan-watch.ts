/** `trueup plan --watch`: plans again as files are saved, with the account as it was read once. Applies nothing. */

import { environmentProxy, undiciTransport } from '../../client/index.ts';
import type { Plan, Reconciler } from '../../index.ts';
import type { Project, SourceFile } from '../../model/project.ts';
import { errorJson, planJson } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { type Context, styleFor } from '../context.ts';
import { asTrueupError, showError } from '../failure.ts';
import { type PlanOnlyFlags, planOptions } from '../flags.ts';
import { withReconciler } from '../open.ts';
import { loadKnowing, openProject } from '../project.ts';
import { watchFolders } from '../watch/folders.ts';
import { CTRL_C, listenForKeys } from '../watch/keys.ts';
import { type Remembering, rememberingTransport } from '../watch/remembering.ts';
import { planReport } from './plan.ts';

export async function planWatch(context: Context, flags: PlanOnlyFlags): Promise<number> {
  const { world, signal } = context;
  const transport = undiciTransport({ proxy: environmentProxy(world.env) });
  const remembering = rememberingTransport(transport, world.now);
  const folders = watchFolders();
  let ended: number | undefined;
  let again = false;
  const end = (code: number) => {
    ended ??= code;
    folders.wake();
  };
  const stopKeys = listenForKeys(world, (key) => {
    if (key === CTRL_C) end(EXIT.interrupted);
    if (key === 'q') end(EXIT.done);
    if (key !== 'r') return;
    again = true;
    folders.wake();
  });
  const onAbort = () => end(EXIT.interrupted);
  signal.addEventListener('abort', onAbort);
  context.onReaderGone(() => end(EXIT.done));
  if (signal.aborted) onAbort();
  try {
    let shown: string | undefined;
    let account = '';
    let known: readonly SourceFile[] = [];
    let ledger: string | undefined;
    while (ended === undefined) {
      if (again) remembering.forget();
      const project = await openProject(context, flags, loadKnowing(known));
      known = project.files;
      const text = JSON.stringify([project.files.map(({ path, text }) => [path, text]), project.findings]);
      if (again || text !== shown) {
        again = false;
        shown = text;
        const asked = async (reconciler: Reconciler) => {
          // Another account, or other credentials: nothing that was read is of it.
          const now = identityOf(reconciler);
          if (now !== account) remembering.forget();
          account = now;
          const isKept = remembering.readSince() !== undefined;
          let made = await reconciler.plan(planOptions(flags));
          // An apply elsewhere: what was read before it would look as if somebody had changed the account.
          if (isKept && made.fingerprint.ledger !== ledger) {
            remembering.forget();
            made = await reconciler.plan(planOptions(flags));
          }
          ledger = made.fingerprint.ledger;
          return made;
        };
        await showOnce(context, flags, { project, asked, remembering });
      }
      folders.follow(project);
      if (ended === undefined) await folders.changed();
    }
    return ended;
  } finally {
    signal.removeEventListener('abort', onAbort);
    stopKeys();
    folders.close();
    await transport.close();
  }
}

function identityOf({ account }: Reconciler): string {
  const { credentials, ...rest } = account;
  const secrets = Object.values(credentials).map((value) => (typeof value === 'object' ? value.reveal() : value));
  return JSON.stringify([rest, secrets]);
}

interface Look {
  readonly project: Project;
  readonly asked: (reconciler: Reconciler) => Promise<Plan>;
  readonly remembering: Remembering;
}

/** One plan, or why there is none: then the watch goes on. With --json one line each. */
async function showOnce(context: Context, flags: PlanOnlyFlags, { project, asked, remembering }: Look): Promise<void> {
  try {
    const made = await withReconciler(context, flags, asked, async () => project, remembering);
    const text = await planReport(context, flags, made, { typed: undefined, ledger: undefined });
    context.out(flags.json === true ? `${oneLine(planJson(made, flags.verbose === true))}\n` : text);
  } catch (error) {
    if (context.signal.aborted) return;
    if (flags.json === true) context.out(`${oneLine(errorJson(asTrueupError(error)))}\n`);
    else await showError(context, error, flags);
  }
  if (flags.json !== true && flags.quiet !== true) context.note(statusLine(context, flags, remembering));
}

function oneLine(document: string): string {
  return JSON.stringify(JSON.parse(document));
}

function statusLine({ world }: Context, flags: PlanOnlyFlags, { readSince }: Remembering): string {
  const { palette } = styleFor(world, flags, 'stderr');
  const since = readSince();
  const read = since === undefined ? 'The account was not read' : `The account was read at ${timeText(since)}`;
  const keys = world.isTTY.stdin ? ' r: read it again, q: quit.' : '';
  return palette.dim(`${timeText(world.now())} ${read}; waiting for changes of the files.${keys}`);
}

/** UTC, as other times in reports. */
function timeText(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}
