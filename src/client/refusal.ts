/** Which replies prove that a request had no effect: without that proof, a write is never said to have been refused. */

import type { HttpReply } from '../contract/http.ts';
import { isRefusal } from '../errors.ts';
import { parseObject } from './reply-text.ts';

/** Whether the service may have acted on the request, although it did not answer with success. */
export function mayHaveActed(reply: HttpReply): boolean {
  if (reply.status >= 200 && reply.status < 300) return false;
  return !isRefusal(reply.status) || (IN_ITS_OWN_WORDS.has(reply.status) && parseObject(reply.body) === undefined);
}

/**
 * Refusals that count only with the body that the service gives them: a filter between us and the service answers with the
 * same statuses and a page, and may have read the service's reply before. The others are decided on the request alone.
 */
const IN_ITS_OWN_WORDS: ReadonlySet<number> = new Set([400, 402, 403, 409, 410, 422, 437, 451]);
