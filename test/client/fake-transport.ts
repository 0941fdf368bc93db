/** Implements a transport that answers from a script and records its requests. Builds replies for the scripts. */

import type { HttpReply, HttpRequest, SendOptions, Transport } from '../../src/contract/http.ts';
import { TransportError } from '../../src/errors.ts';

export interface FakeTransport extends Transport {
  readonly requests: readonly HttpRequest[];
}

export type Answering = (
  request: HttpRequest,
  index: number,
  options: SendOptions,
) => HttpReply | Error | Promise<HttpReply>;

/** A list is answered in turn, its last entry again and again. */
export function fakeTransport(script: Answering | readonly (HttpReply | Error)[]): FakeTransport {
  const requests: HttpRequest[] = [];
  return {
    requests,
    send: async (request, options) => {
      requests.push(request);
      const index = requests.length - 1;
      const answer =
        typeof script === 'function'
          ? script(request, index, options ?? {})
          : script.at(Math.min(index, script.length - 1));
      const reply = await answer;
      if (reply === undefined) throw new Error('The script is empty.');
      if (reply instanceof Error) throw reply;
      return reply;
    },
    close: async () => undefined,
  };
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

export function failing(
  sent: 'no' | 'maybe',
  code = sent === 'no' ? 'connect-refused' : 'connection-lost',
): TransportError {
  return new TransportError(code, `GET https://api.test ${code}.`, { sent });
}

/** The body of a refusal. */
export function refusal(category: string, message = 'No.'): object {
  return { status: 'error', message, category, correlationId: 'c-1' };
}

export const PROPERTY = {
  name: 'tier',
  label: 'Tier',
  type: 'string',
  fieldType: 'text',
  groupName: 'loyalty',
} as const;

export const LIMITS = {
  status: 'COMPLETE',
  results: [{ category: 'SERVICE_DEFINED', typeId: 279, userEnforcedMaxToObjectIds: 1 }],
} as const;
