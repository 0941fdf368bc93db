/** What the files declare, and what they declare for an account that is named, offline: no token is needed, and none is read. */

import { resolveProject } from '../config/resolve.ts';
import { listKinds } from '../kinds/index.ts';
import type { Account } from '../model/account.ts';
import type { DesiredResource } from '../model/desired.ts';
import { requireAccount, requireNoErrors } from '../reconciler/validate.ts';
import type { Context } from './context.ts';
import type { CommonFlags } from './flags.ts';
import { openProject } from './project.ts';

export interface Declared {
  readonly account: Account;
  readonly resources: readonly DesiredResource[];
}

/** Throws ConfigError for a configuration that is not to be used. */
export async function readDeclared(context: Context, flags: CommonFlags): Promise<Declared> {
  const project = await openProject(context, flags);
  const { account, desired, findings } = resolveProject(project, {
    kindsOn: listKinds,
    env: context.world.env,
    offline: true,
    ...(flags.account === undefined ? { shared: true } : { account: flags.account }),
  });
  requireAccount(findings, project);
  requireNoErrors(findings);
  return { account, resources: desired.resources };
}
