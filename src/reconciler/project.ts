/** The project of one account: resolved, with every secret registered with the scrubber, and its offline findings. */

import { USUAL_HOSTS } from '../config/accounts/allowed-hosts.ts';
import { resolveProject } from '../config/resolve.ts';
import { defined } from '../contract/defined.ts';
import { createScrubber, type Scrubber, SHORTEST_KNOWN, scrubbed } from '../contract/scrub.ts';
import { offlineFindings } from '../engine/rules/evaluate.ts';
import { listKinds } from '../kinds/index.ts';
import type { Resolution } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import type { Kind } from '../model/kind.ts';
import { requireHosts } from './require-hosts.ts';
import type { ReconcilerOptions } from './types.ts';

export interface ResolvedProject {
  readonly resolution: Resolution;
  readonly redaction: Scrubber;
  /** Offline findings, rules included. */
  readonly findings: readonly Finding[];
  /** Kinds of the account's surface. */
  readonly kinds: readonly Kind[];
}

/** `now`: milliseconds since the epoch. */
export function projectOf(options: ReconcilerOptions, now: () => number): ResolvedProject {
  // A prepared project does not apply to other files, such as those that a pull would write.
  const prepared = options.prepared?.config === options.config ? options.prepared : undefined;
  const resolution = prepared?.resolution ?? resolved(options);
  const redaction = options.redaction ?? createScrubber([], SHORTEST_KNOWN);
  for (const secret of resolution.secrets) redaction.hide(secret.reveal());
  const kinds = listKinds(resolution.account.surface);
  const found = scrubbed(offlineFindings(resolution, kinds, now(), prepared?.judgement), redaction.scrub);
  const findings = options.env === undefined && prepared === undefined ? found.map(withoutEnv) : found;
  return { resolution, redaction, findings, kinds };
}

/** Advice to a program that passes no variables: the process may have the variable that it misses. */
export const PASS_ENV =
  'createReconciler was called without env, so it reads no variable. Pass env: process.env, or the token itself with fetchToken.';

function withoutEnv(finding: Finding): Finding {
  return finding.code === 'env-unset' || finding.code === 'credential-unset' ? { ...finding, hint: PASS_ENV } : finding;
}

function resolved({ config, env = {}, allowedHosts = USUAL_HOSTS, ...options }: ReconcilerOptions): Resolution {
  const { credentials, environment, account } = options;
  return resolveProject(config, {
    ...{ kindsOn: listKinds, env },
    allowed: requireHosts('createReconciler', allowedHosts),
    ...defined({ credentials, environment, account }),
  });
}
