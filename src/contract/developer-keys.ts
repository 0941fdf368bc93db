/** Developer keys of apps: the credential of the calls that are made for an app, not for an account. */

import type { ApiCall } from './calls.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { Secret } from './secret.ts';

export interface DeveloperKey extends Secret {
  /** Environment variable with the key, for messages. */
  readonly variable?: string;
}

/** Developer keys by app id. */
export type DeveloperKeys = ReadonlyMap<string, DeveloperKey>;

type MadeFor = Pick<ApiCall, 'endpoint' | 'params'>;

/** Returns the app of a call. Returns undefined for a call of an account. */
export function findApp({ endpoint, params }: MadeFor): string | undefined {
  return ENDPOINTS[endpoint].authorized === 'app' ? params['appId'] : undefined;
}

/** True if webhooks of this version accept the token of a private app too, and not only that of OAuth (assumption A59). */
export function acceptsAppToken(version: string | undefined): boolean {
  return version === '2026-09';
}

/** True if the call uses a developer key instead of a token. */
export function carriesKey(call: MadeFor, keys: DeveloperKeys): boolean {
  const app = findApp(call);
  return app !== undefined && keys.has(app);
}
