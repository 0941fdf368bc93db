/** A transport that makes each read once: what was read is given again until it is forgotten. For reads alone. */

import type { HttpReply, HttpRequest, Transport } from '../../contract/http.ts';

export interface Remembering extends Transport {
  /** Milliseconds since the epoch of the oldest reply that is kept; undefined where none is. */
  readSince(): number | undefined;
  /** Reads anew from here on. */
  forget(): void;
}

interface Kept {
  readonly reply: HttpReply;
  readonly at: number;
}

/** `close` leaves the other transport open, which serves the next plan. */
export function rememberingTransport(transport: Transport, now: () => number): Remembering {
  const kept = new Map<string, Kept>();
  return {
    send: async (request, options) => {
      const key = keyOf(request);
      const known = kept.get(key);
      if (known !== undefined) return known.reply;
      const reply = await transport.send(request, options);
      // A token that is no longer good is asked for once more.
      if (reply.status === 401) for (const one of [...kept.keys()].filter(isToken)) kept.delete(one);
      if (lasts(reply)) kept.set(key, { reply, at: now() });
      return reply;
    },
    close: async () => undefined,
    readSince: () => {
      const times = [...kept.values()].map(({ at }) => at);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    forget: () => kept.clear(),
  };
}

function keyOf({ method, url, body = '' }: HttpRequest): string {
  return `${method} ${url}\n${body}`;
}

function isToken(key: string): boolean {
  return /^POST \S*\/token\n/.test(key);
}

/** A service that is busy or broken says something else later. */
function lasts({ status }: HttpReply): boolean {
  return status < 500 && status !== 401 && status !== 408 && status !== 429;
}
