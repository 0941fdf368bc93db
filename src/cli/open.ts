/** Opens the reconciler of the account that was asked for. */

import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { accountNames, createReconciler, type Project, type Reconciler } from '../index.ts';
import { isBranchPlace, openLedger } from '../ledger-place.ts';
import type { Invocation } from '../report/text/next.ts';
import { requireAccount } from '../validate.ts';
import { type Context, typedOf } from './context.ts';
import { exchangeLine } from './exchange-line.ts';
import type { CommonFlags, PlanFlags } from './flags.ts';
import { createProgress } from './progress.ts';
import { openProject } from './project.ts';

const DEFAULT_LEDGER = '.trueup';
/** Name of the one account that the environment describes. */
const ENVIRONMENT_ACCOUNT = 'default';

/** Opens, works, closes: also when the work fails. */
export async function withReconciler<T>(
  context: Context,
  flags: CommonFlags,
  work: (reconciler: Reconciler) => Promise<T>,
): Promise<T> {
  const project = await openProject(context, flags);
  const progress = await createProgress(context, flags);
  try {
    const reconciler = await openAccount(context, project, flags, progress.onEvent);
    try {
      requireAccount(reconciler.findings, project);
      return await work(reconciler);
    } finally {
      await reconciler.close();
    }
  } finally {
    progress.end();
  }
}

/** The reconciler of one account; opens no socket and no ledger until it is used. */
async function openAccount(
  context: Context,
  project: Project,
  flags: CommonFlags,
  onEvent?: Parameters<typeof createReconciler>[0]['onEvent'],
): Promise<Reconciler> {
  const name = flags.account ?? onlyAccount(project);
  const { env, cwd } = context.world;
  const written = flags.ledger ?? DEFAULT_LEDGER;
  const place = isBranchPlace(written) ? written : resolve(cwd, written);
  const ledger = name === undefined ? undefined : openLedger({ place, account: name, env, newId: randomUUID });
  const reconciler = createReconciler({
    config: project,
    env,
    signal: context.signal,
    ...(ledger === undefined ? {} : { ledger: ledger.store }),
    ...(flags.account === undefined ? {} : { account: flags.account }),
    ...(onEvent === undefined ? {} : { onEvent }),
    ...(flags.verbose === true ? { onExchange: (exchange) => context.note(exchangeLine(exchange)) } : {}),
  });
  const close = async () => {
    await reconciler.close();
    await ledger?.close();
  };
  return { ...reconciler, close };
}

/** What the next command has to repeat. */
export function invocationOf(
  context: Context,
  flags: Omit<PlanFlags, 'format'>,
  reconciler: Reconciler,
  planFile?: string,
): Invocation {
  return {
    ...typedOf(context.world, flags),
    targets: flags.target ?? [],
    allow: flags.allow ?? [],
    take: flags.take ?? [],
    protected: reconciler.account.protected,
    ...(planFile === undefined ? {} : { planFile }),
  };
}

function onlyAccount(project: Project): string | undefined {
  const names = accountNames(project);
  if (names.length === 0) return ENVIRONMENT_ACCOUNT;
  return names.length === 1 ? names[0] : undefined;
}
