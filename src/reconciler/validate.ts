/** All findings of a project for each of its accounts, without a network, an address, a token or a ledger. */

import { projectSecrets } from '../config/accounts/secrets.ts';
import { isWhole, type ResolveOptions } from '../config/base.ts';
import { createResolver } from '../config/prepared.ts';
import { accountNames, type ProjectResolution, resolveProject } from '../config/resolve.ts';
import { defined } from '../contract/defined.ts';
import { createScrubber, SHORTEST_KNOWN, scrubbed } from '../contract/scrub.ts';
import { realAccountFindings } from '../engine/gate/real-account.ts';
import { surfaceFindings } from '../engine/gate/surface-ending.ts';
import { offlineFindings } from '../engine/rules/evaluate.ts';
import { waive } from '../engine/rules/waivers.ts';
import { ConfigError } from '../errors.ts';
import { listKinds } from '../kinds/index.ts';
import type { Finding } from '../model/finding.ts';
import { withinLimit } from '../model/finding-limit.ts';
import type { Project } from '../model/project.ts';
import { requireHosts } from './require-hosts.ts';

export { surfaceFindings };

export interface ValidateOptions {
  /** Names of accounts; all that the files name when left out. */
  readonly accounts?: readonly string[] | undefined;
  /** Variables for `${env.NAME}`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Same as in createReconciler. */
  readonly credentials?: readonly string[] | undefined;
  /** Same as in createReconciler. */
  readonly environment?: readonly string[] | undefined;
  /** Same as in createReconciler. If absent, it is not checked. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Milliseconds since the epoch: waivers and consents expire. */
  readonly now: number;
}

export interface Validation {
  /** Number of checked accounts. */
  readonly accounts: number;
  readonly findings: readonly Finding[];
}

export function validateProject(
  project: Project,
  { accounts = [], env, credentials = [], environment, allowedHosts, now }: ValidateOptions,
): Validation {
  const allowed = allowedHosts && requireHosts('validateProject', allowedHosts);
  const names = accountNames(project);
  const asked = accounts.length > 0 ? accounts : names.length > 1 ? names : [undefined];
  const findings = asked.flatMap((account) => {
    const options = {
      kindsOn: listKinds,
      env,
      offline: true,
      ...defined({ account, credentials, environment, allowed }),
    };
    const resolution = resolved(project, options);
    const { account: meant, policy } = resolution;
    // Without accounts in the files and credentials in the environment, nothing says which service is meant.
    const named = names.length > 0 || meant.credentials.kind !== 'none';
    const kinds = listKinds(meant.surface);
    const ofHost = named ? [...surfaceFindings(meant), ...realAccountFindings(resolution, kinds)] : [];
    return [...offlineFindings(resolution, kinds, now), ...waive(ofHost, policy, now)];
  });
  const secrets = projectSecrets(project, env, credentials, environment).map((secret) => secret.reveal());
  const { scrub } = createScrubber(secrets, SHORTEST_KNOWN);
  return { accounts: asked.length, findings: scrubbed(withinLimit(withoutRepeats(findings)), scrub) };
}

/** Files of a fleet name no account: without credentials in the environment, its accounts are those that they are for. */
function resolved(project: Project, options: ResolveOptions): ProjectResolution {
  const resolution = resolveProject(project, options);
  const { account, fleet } = resolution;
  const isOfFleet = fleet.isDeclared && account.credentials.kind === 'none' && accountNames(project).length === 0;
  return isOfFleet ? createResolver(project, options).shared() : resolution;
}

/** What is wrong for every account is said once. */
function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

/**
 * Throws ConfigError with every finding if the account is uncertain: no account is chosen, or an unread part of a file may declare the
 * account or its settings.
 */
export function requireAccount(findings: readonly Finding[], project: Project): void {
  const undecided = findings.some(({ code }) => code === 'account-required' || code === 'account-unknown');
  if (undecided || !isWhole(project)) throw new ConfigError(findings);
}

/** Throws ConfigError with every finding if a finding is an error. */
export function requireNoErrors(findings: readonly Finding[]): void {
  if (findings.some(({ severity }) => severity === 'error')) throw new ConfigError(findings);
}
