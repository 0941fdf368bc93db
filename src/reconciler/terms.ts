/** What a project says of one of its accounts that decides what a plan may do: without a network, a token or a ledger. */

import { accountNames } from '../config/accounts/accounts.ts';
import { DEFAULT_ACCOUNT } from '../config/accounts/env-account.ts';
import type { Terms } from '../config/policy/loosened.ts';
import { resolveProject } from '../config/resolve.ts';
import { defined } from '../contract/defined.ts';
import { kindsOn } from '../kinds/index.ts';
import { type Account, isOfHub } from '../model/account.ts';
import type { Finding } from '../model/finding.ts';
import type { Project } from '../model/project.ts';
import type { ReconcilerOptions } from './types.ts';

export interface ProjectTerms {
  readonly terms: Terms;
  /** Name in this project. Undefined: only the policy that all accounts share is known. */
  readonly account: string | undefined;
  /** Why the terms may be others than those that were meant. */
  readonly errors: readonly Finding[];
}

type Options = Pick<ReconcilerOptions, 'env' | 'credentials' | 'environment'>;
/** `hubId`: as the token proved it, where it did. */
type Sought = Pick<Account, 'name' | 'hubId' | 'credentials' | 'auth'>;

/** Of the account with this name. */
export function projectTerms(project: Project, name: string, options: Options): ProjectTerms {
  const names = accountNames(project);
  const isNamed = names.includes(name);
  const isKnown = isNamed || names.length === 0;
  const { policy, findings, account } = resolved(project, names.length === 0 ? undefined : name, options);
  return {
    terms: isKnown
      ? { policy, protected: account.protected, drift: account.drift }
      : { policy, protected: false, drift: 'revert' },
    account: isKnown ? (isNamed ? name : DEFAULT_ACCOUNT) : undefined,
    errors: findings.filter(({ severity, code }) => severity === 'error' && (isKnown || code !== 'account-unknown')),
  };
}

/**
 * Of every account of another version of the project that is this one: by its id, its credentials or its name. Where none of them is
 * so for certain, also of every account whose id is not known.
 */
export function formerTerms(project: Project, sought: Sought, options: Options): readonly ProjectTerms[] {
  const { account, others } = resolved(project, sought.name, options);
  const names = accountNames(project);
  const all = [account, ...others].filter(({ name }) => names.includes(name));
  const certain = all.filter((one) => isOfHub(one, sought));
  const isMeant = (one: Account) =>
    one.name === sought.name || (certain.length > 0 ? certain.includes(one) : one.hubId === undefined);
  const meant = all.filter(isMeant).map(({ name }) => name);
  return (meant.length > 0 ? meant : [sought.name]).map((name) => projectTerms(project, name, options));
}

/**
 * Whether another version of the project, or another project, declares this account: by its id or its credentials. One without an id may
 * be any account, and so may the one that the environment defines.
 */
export function declares(project: Project, sought: Sought, options: Options): 'yes' | 'maybe' | 'no' {
  const { account, others } = resolved(project, sought.name, options);
  const names = accountNames(project);
  if (names.length === 0) return 'maybe';
  const declared = [account, ...others].filter(({ name }) => names.includes(name));
  if (declared.some((one) => isOfHub(one, sought))) return 'yes';
  return declared.some(({ hubId }) => hubId === undefined) ? 'maybe' : 'no';
}

function resolved(project: Project, account: string | undefined, { env = {}, credentials, environment }: Options) {
  const asked = accountNames(project).length === 0 ? undefined : account;
  const known = defined({ account: asked, credentials, environment });
  return resolveProject(project, { kindsOn, env, offline: true, ...known });
}
