/** Developer keys of apps: the credential of the calls that are made for an app, not for an account. */

import type { ApiCall } from './calls.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { Secret } from './secret.ts';

export interface DeveloperKey extends Secret {
  /** Environment variable that it comes from, to name it to people. */
  readonly variable?: string;
}

/** By app id. */
export type DeveloperKeys = ReadonlyMap<string, DeveloperKey>;

type MadeFor = Pick<ApiCall, 'endpoint' | 'params'>;

/** The app that a call is made for; undefined for calls that are made for an account. */
export function appOf({ endpoint, params }: MadeFor): string | undefined {
  return ENDPOINTS[endpoint].authorized === 'app' ? params['appId'] : undefined;
}

/** Whether the call carries a developer key and no token. */
export function carriesKey(call: MadeFor, keys: DeveloperKeys): boolean {
  const app = appOf(call);
  return app !== undefined && keys.has(app);
}
