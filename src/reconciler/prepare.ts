/** A project that is resolved once for many accounts, which its files need not name. */

import { USUAL_HOSTS } from '../config/accounts/allowed-hosts.ts';
import type { AppClient } from '../config/accounts/app-credentials.ts';
import type { GivenAccount } from '../config/accounts/given.ts';
import { inFleet, unreadAddress } from '../config/fleet/in-fleet.ts';
import { createResolver } from '../config/prepared.ts';
import { defined } from '../contract/defined.ts';
import { lazy } from '../contract/lazy.ts';
import { digest } from '../engine/fingerprint.ts';
import { type Judgement, judge, offlineFindings } from '../engine/rules/evaluate.ts';
import { requireOptions } from '../errors.ts';
import { listKinds } from '../kinds/index.ts';
import type { DesiredResource } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import type { FleetSettings } from '../model/fleet.ts';
import type { Project } from '../model/project.ts';
import { requireGivenAccount, requirePrepareOptions } from './arguments.ts';
import type { PreparedAccount } from './prepared-account.ts';
import { requireHosts } from './require-hosts.ts';
import type { ReconcilerOptions } from './types.ts';

/** Options of prepare. `env` is used instead of the environment (default: empty). */
export type PrepareOptions = Pick<ReconcilerOptions, 'env' | 'allowedHosts' | 'credentials' | 'environment'>;

/** Options of createReconciler for one account. The caller adds others, such as `ledger` and `fetchToken`. */
export interface AccountOptions extends PrepareOptions {
  readonly config: Project;
  readonly account: string;
  readonly prepared: PreparedAccount;
}

/** Fleet section of the files. */
export interface FleetProject {
  readonly settings: FleetSettings;
  /** Credentials by app id. */
  readonly apps: Readonly<Record<string, AppClient>>;
  /** Ids of the apps that the files give a client id, whether its variables are set or not. */
  readonly named: readonly string[];
  /** Findings for a fleet: missing credentials, and hosts that may get no token. */
  readonly findings: readonly Finding[];
}

export interface Prepared {
  fleet(): FleetProject;
  /**
   * Returns 20 hex digits of the declarations, equal for files with the same meaning. Credentials, hosts, limits of a fleet, comments and
   * values of accounts do not count.
   */
  digest(): string;
  /**
   * Returns the findings that do not depend on an account. `now` is in milliseconds since the epoch, because waivers and consents expire.
   */
  findings(now: number): readonly Finding[];
  /**
   * Returns the options for an account, as if the files declared it. The fleet section replaces a missing address and surface. Throws
   * UsageError `argument-invalid` with every problem.
   */
  forAccount(account: GivenAccount): AccountOptions;
}

/**
 * Parses and checks the files once, and resolves once everything that does not depend on an account.
 * @throws UsageError
 */
export function prepare(project: Project, options: PrepareOptions = {}): Prepared {
  requireOptions('prepare', { project }, { project: 'the result of loadProject' });
  requirePrepareOptions(project, options);
  const { env = {}, allowedHosts = USUAL_HOSTS, credentials, environment } = options;
  const allowed = requireHosts('prepare', allowedHosts);
  const given = { kindsOn: listKinds, env, allowed, ...defined({ credentials, environment }) };
  const resolver = createResolver(project, given);
  const shared = lazy(resolver.shared);
  const meaning = lazy(() => ({ digest: digest([...new Set(resolver.meaning(shared()).map(digest))].sort()) }));
  const judgements = new WeakMap<readonly DesiredResource[], Judgement>();
  const judged = (prepared: Pick<PreparedAccount, 'resolution'>): Judgement => {
    const { desired, account } = prepared.resolution;
    const found = judgements.get(desired.resources) ?? judge(prepared.resolution, listKinds(account.surface));
    judgements.set(desired.resources, found);
    return found;
  };
  return {
    fleet() {
      const { settings, apps, named, needs } = shared().fleet;
      return { settings, apps: Object.fromEntries(apps), named, findings: needs };
    },
    digest: () => meaning().digest,
    findings(now) {
      const resolution = shared();
      return offlineFindings(resolution, listKinds(resolution.account.surface), now);
    },
    forAccount(account) {
      requireGivenAccount(account);
      const { fleet } = shared();
      const { project: config, resolution } = resolver.forAccount(inFleet(account, fleet.settings));
      const { labels } = account;
      const unread = unreadAddress(account, fleet);
      const marked = {
        ...resolution,
        account: { ...resolution.account, ...defined({ labels }) },
        addressFaults: [...resolution.addressFaults, ...unread],
        findings: [...resolution.findings, ...unread],
      };
      const prepared = { config, resolution: marked, judgement: judged({ resolution: marked }) };
      return { ...options, config, account: account.name, prepared };
    },
  };
}
