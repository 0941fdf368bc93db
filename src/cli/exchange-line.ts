/** One attempt of a call as one line, for --verbose. */

import type { Exchange } from '../client/index.ts';
import { terminalLine } from '../report/escape.ts';

/** `GET /properties/v2/contacts/properties 200 12 ms`; a retry shows its number. */
export function exchangeLine(exchange: Exchange): string {
  const result = exchange.status ?? exchange.failure ?? 'no reply';
  const attempt = exchange.attempt > 1 ? ` (try ${exchange.attempt})` : '';
  return terminalLine(`${exchange.method} ${exchange.path} ${result} ${Math.round(exchange.ms)} ms${attempt}`);
}
