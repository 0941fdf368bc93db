/** Settings of an account that limit plans, and their digest. Uses no network, token or ledger. */

import { hash } from 'node:crypto';
import { accountNames } from '../config/accounts/accounts.ts';
import { resolveProject } from '../config/resolve.ts';
import { defined } from '../contract/defined.ts';
import { listKinds } from '../kinds/index.ts';
import { inKeyOrder } from '../model/json.ts';
import type { Project } from '../model/project.ts';
import type { Terms } from '../model/terms.ts';
import type { ReconcilerOptions } from './types.ts';

type Options = Pick<ReconcilerOptions, 'env' | 'credentials' | 'environment'>;

/** Returns the settings of the account with this name, or of the account of the environment if the project declares none. */
export function projectTerms(project: Project, name: string, { env = {}, ...given }: Options): Terms {
  const account = accountNames(project).length === 0 ? undefined : name;
  const { policy, account: found } = resolveProject(project, {
    kindsOn: listKinds,
    env,
    offline: true,
    ...defined({ account, ...given }),
  });
  return { policy, protected: found.protected, drift: found.drift };
}

/** SHA-256 in hex. Reasons and places in the files have no part in it. */
export function termsDigest(terms: Terms): string {
  const { allow, maxChanges, rules, waivers } = terms.policy;
  const settings = {
    protected: terms.protected,
    drift: terms.drift,
    allow: allow.map(({ risk, address, until }) => ({ risk, ...defined({ address, until }) })),
    maxChanges,
    rules: Object.entries(rules).filter(([, { severity }]) => severity !== 'off'),
    waivers: waivers.map(({ finding, address, until }) => ({ finding, until, ...defined({ address }) })),
  };
  const sorted = {
    ...settings,
    allow: inTextOrder(settings.allow),
    waivers: inTextOrder(settings.waivers),
    rules: inTextOrder(settings.rules),
  };
  return hash('sha256', JSON.stringify(inKeyOrder(sorted)));
}

function inTextOrder<T>(list: readonly T[]): readonly T[] {
  return list.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
}
