/** Opens the reconciler of the requested account. */

import { randomUUID } from 'node:crypto';
import { isAbsolute, relative, resolve } from 'node:path';
import { environmentProxy, undiciTransport } from '../client/index.ts';
import { defined } from '../contract/defined.ts';
import type { Transport } from '../contract/http.ts';
import { TransportError } from '../errors.ts';
import { accountNames } from '../faces.ts';
import { createReconciler, type Project, type Reconciler } from '../index.ts';
import { isBranchLocation, openLedger } from '../reconciler/open-ledger.ts';
import { requireAccount } from '../reconciler/validate.ts';
import { findingsText } from '../report/text/findings.ts';
import type { Invocation } from '../report/text/next.ts';
import { buildStyle, type Context, listTypedFlags } from './context.ts';
import { exchangeLine } from './exchange-line.ts';
import type { CommonFlags, PlanFlags } from './flags.ts';
import { allowedHosts } from './hosts.ts';
import { createProgress } from './progress.ts';
import { openProject } from './project.ts';

/** Name of the one account that the environment defines. */
export const ENVIRONMENT_ACCOUNT = 'default';

/** What a reconciler is handed besides what flags and files say. */
type Carried = Pick<Parameters<typeof createReconciler>[0], 'onEvent' | 'transport'>;

/** Opens, works and closes, even if the work fails. `transport`: in place of one of its own. */
export async function withReconciler<T>(
  context: Context,
  flags: CommonFlags,
  work: (reconciler: Reconciler) => Promise<T>,
  open: typeof openProject = openProject,
  transport?: Transport,
): Promise<T> {
  const project = await open(context, flags);
  const progress = await createProgress(context, flags);
  try {
    const carried = { onEvent: progress.onEvent, ...defined({ transport }) };
    return await withAccount(context, flags, project, work, carried);
  } finally {
    progress.end();
  }
}

/** Several accounts of one project at once, by name: each with its own session and ledger. */
export async function withAccounts<T>(
  context: Context,
  flags: CommonFlags,
  { project, names }: { readonly project: Project; readonly names: readonly string[] },
  work: (reconcilers: ReadonlyMap<string, Reconciler>) => Promise<T>,
): Promise<T> {
  const progress = await createProgress(context, flags);
  const isDeclared = accountNames(project).length > 0;
  const opened = (rest: readonly string[], before: ReadonlyMap<string, Reconciler>): Promise<T> => {
    const [account, ...others] = rest;
    if (account === undefined) return work(before);
    const own = isDeclared ? { ...flags, account } : flags;
    const next = (reconciler: Reconciler) => opened(others, new Map([...before, [account, reconciler]]));
    return withAccount(context, own, project, next, { onEvent: progress.onEvent });
  };
  try {
    return await opened(names, new Map());
  } finally {
    progress.end();
  }
}

async function withAccount<T>(
  context: Context,
  flags: CommonFlags,
  project: Project,
  work: (reconciler: Reconciler) => Promise<T>,
  carried: Carried,
): Promise<T> {
  const reconciler = await openAccount(context, project, flags, carried);
  try {
    requireAccount(reconciler.findings, project);
    return await work(reconciler);
  } catch (error) {
    if (error instanceof TransportError) noteUnusedBaseUrl(context, flags, reconciler);
    throw error;
  } finally {
    await reconciler.close();
  }
}

/** Before the first reply no other output shows the findings of the files, and this one may explain the failure. */
function noteUnusedBaseUrl(context: Context, flags: CommonFlags, { findings }: Pick<Reconciler, 'findings'>): void {
  const unused = findings.filter(({ code }) => code === 'base-url-unused');
  if (unused.length > 0) context.note(`${findingsText(unused, buildStyle(context.world, flags, 'stderr'))}\n`);
}

/** The reconciler of one account; opens no socket or ledger until it is used. */
async function openAccount(
  context: Context,
  project: Project,
  flags: CommonFlags,
  { onEvent, transport }: Carried,
): Promise<Reconciler> {
  const name = flags.account ?? onlyAccount(project);
  const { env, cwd } = context.world;
  const proxy = environmentProxy(env);
  const written = flags.ledger;
  const location = written === undefined || isBranchLocation(written) ? written : resolve(cwd, written);
  const ledger =
    name === undefined
      ? undefined
      : openLedger({
          config: project,
          account: name,
          env,
          newId: randomUUID,
          ...defined({ location, proxy }),
        });
  const reconciler = createReconciler({
    config: project,
    env,
    allowedHosts: allowedHosts(context.world, flags),
    signal: context.signal,
    redaction: context.redaction,
    transport: transport ?? undiciTransport({ proxy }),
    ...defined({ ledger: ledger?.store, account: flags.account, onEvent }),
    ...(flags.verbose === true ? { onExchange: (exchange) => context.note(exchangeLine(exchange)) } : {}),
  });
  const close = async () => {
    await reconciler.close();
    await ledger?.close();
  };
  return { ...reconciler, close };
}

/** Where the ledger is, relative to the working directory if it is below it. */
export async function ledgerLocation(
  { world }: Context,
  reconciler: { readonly ledger: Pick<Reconciler['ledger'], 'location'> },
): Promise<string | undefined> {
  const located = await reconciler.ledger.location();
  return located === undefined ? undefined : shownPath(world.cwd, located.path);
}

/** From the working directory, for what is below it. */
export function shownPath(cwd: string, path: string): string {
  const inside = relative(cwd, path);
  return isAbsolute(path) && inside !== '' && !inside.startsWith('..') && !isAbsolute(inside) ? inside : path;
}

/** Flags that the next command has to repeat. */
export function buildInvocation(
  context: Context,
  flags: Omit<PlanFlags, 'format'>,
  reconciler: Reconciler,
  planFile?: string,
): Invocation {
  return {
    ...listTypedFlags(context.world, flags),
    targets: flags.target ?? [],
    allow: flags.allow ?? [],
    overwrite: flags.overwrite ?? [],
    protected: reconciler.account.protected,
    hold: reconciler.account.drift === 'hold',
    ...defined({ planFile }),
  };
}

function onlyAccount(project: Project): string | undefined {
  const names = accountNames(project);
  if (names.length === 0) return ENVIRONMENT_ACCOUNT;
  return names.length === 1 ? names[0] : undefined;
}
