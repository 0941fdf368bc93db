/** Which replies prove that a write had no effect: without that proof it is not reported as refused, and not sent again. */

import type { EffectClass } from '../contract/endpoint.ts';
import type { HttpReply } from '../contract/http.ts';
import { isRefusal } from '../errors.ts';
import { parseObject, textAt } from './reply-text.ts';

/** Whether the service may have acted on the request, although it did not answer with success. */
export function mayHaveActed(effect: EffectClass, reply: HttpReply): boolean {
  if (reply.status >= 200 && reply.status < 300) return false;
  return !isRefusal(reply.status) || isForeign(effect, reply);
}

/**
 * A write was answered with the status of a refusal, but not with the body of the service. A relay or a filter can forward
 * a request and then answer with any status, so no status is proof by itself: not 404, 405 or 407, and not 429 either. A
 * read changes nothing, so its status is enough.
 */
export function isForeign(effect: EffectClass, reply: HttpReply): boolean {
  return effect !== 'read' && isRefusal(reply.status) && !isInItsOwnWords(effect, reply);
}

/**
 * Nothing is at the path: 410, or a 404 that the service did not word, such as a page. It tells of a missing resource in its own
 * words, so such a 404 is no proof of absence.
 */
export function isGone(reply: HttpReply): boolean {
  return reply.status === 410 || (reply.status === 404 && !isInItsOwnWords('read', reply));
}

/** Members of every refusal of the service (assumption A09). `{"error":"blocked"}` is from another program. */
function isInItsOwnWords(effect: EffectClass, { body }: HttpReply): boolean {
  const members = parseObject(body);
  const status = textAt(members, 'status');
  // The token endpoint has a code instead of `error`, and no correlation id.
  if (effect === 'token' && (status ?? textAt(members, 'error')) !== undefined) return true;
  const isError = status === 'error' || textAt(members, 'category') !== undefined;
  return isError && textAt(members, 'message') !== undefined && textAt(members, 'correlationId') !== undefined;
}
