/** Makes each call of an observation once, also where several reads need it. */

import type { Answer, Reader } from '../../contract/calls.ts';
import { buildReadKey } from './planned-reads.ts';

export interface ReadingOnce extends Reader {
  /** Number of calls that were made. */
  made(): number;
}

export function readingOnce(reader: Reader): ReadingOnce {
  const made = new Map<string, Promise<Answer>>();
  return {
    read(call, options) {
      const key = buildReadKey({ call });
      const before = made.get(key);
      if (before !== undefined) return before;
      const reply = reader.read(call, options);
      made.set(key, reply);
      return reply;
    },
    made: () => made.size,
  };
}
