/** A caller that answers by script, for replies that the embedded service would never give. */

import type { Answer, ApiCall, Caller } from '../../src/contract/calls.ts';
import type { EndpointId } from '../../src/contract/endpoints.ts';
import { ApiError, TransportError } from '../../src/errors.ts';

/** A reply body, or the error that the call ends with. */
export type Line = { readonly value: unknown; readonly attempts?: number } | { readonly error: unknown };

export interface Scripted extends Caller {
  /** Endpoints in the order they were called. */
  readonly said: readonly EndpointId[];
}

/** Returns a caller with a list of replies per endpoint. The last reply repeats. */
export function scripted(script: Partial<Record<EndpointId, readonly Line[]>>): Scripted {
  const said: EndpointId[] = [];
  const answer = async ({ endpoint }: ApiCall): Promise<Answer> => {
    const lines = script[endpoint] ?? [];
    const line = lines[Math.min(said.filter((id) => id === endpoint).length, lines.length - 1)];
    said.push(endpoint);
    if (line === undefined) throw new Error(`the script has nothing for ${endpoint}`);
    if ('error' in line) throw line.error;
    return { status: 200, attempts: 1, ...line } as Answer;
  };
  return { said, send: answer, read: answer };
}

export const refused = (status: number, message: string, attempts = 1): Line => ({
  error: new ApiError(message, { endpoint: 'any', status, attempts }),
});

export const lost: Line = { error: new TransportError('connection-lost', 'The connection broke.', { sent: 'maybe' }) };

/** Given up, and perhaps still on its way. */
export const late: Line = { error: new TransportError('timed-out', 'It was not answered in time.', { sent: 'maybe' }) };

export const unsent: Line = { error: new TransportError('refused', 'Nobody listens there.', { sent: 'no' }) };
