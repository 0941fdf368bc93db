/** What asks the service for the access tokens of a fleet's accounts. */

import { createClient, systemClock, tokenIssuer } from '../../client/index.ts';
import { DEFAULT_BASE_URL } from '../../config/schema/account.ts';
import { defined } from '../../contract/defined.ts';
import type { Transport } from '../../contract/http.ts';
import { DEFAULT_VERSIONS } from '../../contract/surfaces.ts';
import type { TokensOptions } from '../../fleet/index.ts';
import type { FleetSettings } from '../../model/fleet.ts';
import type { Context } from '../context.ts';

export interface Asking extends Pick<Context, 'redaction'> {
  readonly transport: Transport;
}

/**
 * It is not stopped by a signal: an account that is being run may need a token to end well. It waits for no limit: the account is put off until
 * the service gives tokens again, and holds no slot.
 */
export function fleetIssuer(
  { baseUrl = DEFAULT_BASE_URL, surface, versions }: Omit<FleetSettings, 'thresholds'>,
  { transport, redaction }: Asking,
): TokensOptions['issue'] {
  const client = createClient({
    baseUrl,
    transport,
    clock: systemClock,
    redaction,
    maxWaitMs: 0,
    versions: { ...DEFAULT_VERSIONS, ...versions },
  });
  return tokenIssuer(client, defined({ surface }));
}
