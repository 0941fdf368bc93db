/** What the files declare for one account, offline: no token is needed, and none is read. */

import { resolveProject } from '../config/resolve.ts';
import { defined } from '../contract/defined.ts';
import { ConfigError } from '../errors.ts';
import { kindsOn } from '../kinds/index.ts';
import type { Account } from '../model/account.ts';
import type { DesiredResource } from '../model/desired.ts';
import { requireAccount } from '../reconciler/validate.ts';
import type { Context } from './context.ts';
import type { CommonFlags } from './flags.ts';
import { openProject } from './project.ts';

export interface Declared {
  readonly account: Account;
  readonly resources: readonly DesiredResource[];
}

/** Throws ConfigError for a configuration that is not to be used. */
export async function declaredIn(context: Context, flags: CommonFlags): Promise<Declared> {
  const project = await openProject(context, flags);
  const { account, desired, findings } = resolveProject(project, {
    kindsOn,
    env: context.world.env,
    offline: true,
    ...defined({ account: flags.account }),
  });
  requireAccount(findings, project);
  if (findings.some(({ severity }) => severity === 'error')) throw new ConfigError(findings);
  return { account, resources: desired.resources };
}
