/** What a project says of one of its accounts that decides what a plan may do: without a network, a token or a ledger. */

import { accountNames } from '../config/accounts/accounts.ts';
import { resolveProject } from '../config/resolve.ts';
import { defined } from '../contract/defined.ts';
import { kindsOn } from '../kinds/index.ts';
import type { Project } from '../model/project.ts';
import type { Terms } from '../model/terms.ts';
import type { ReconcilerOptions } from './types.ts';

type Options = Pick<ReconcilerOptions, 'env' | 'credentials' | 'environment'>;

/** Of the account with this name; of the one that the environment defines where the project declares none. */
export function projectTerms(project: Project, name: string, { env = {}, ...given }: Options): Terms {
  const account = accountNames(project).length === 0 ? undefined : name;
  const { policy, account: found } = resolveProject(project, {
    kindsOn,
    env,
    offline: true,
    ...defined({ account, ...given }),
  });
  return { policy, protected: found.protected, drift: found.drift };
}
