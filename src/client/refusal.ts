/** Decides which replies show that a write had no effect. Without such evidence, a write is neither reported as refused nor sent again. */

import type { EffectClass } from '../contract/endpoint.ts';
import type { HttpReply } from '../contract/http.ts';
import { isRefusal } from '../errors.ts';
import { findText, parseObject } from './reply-text.ts';

/** True if the service may have acted on the request although it did not reply with success. */
export function mayHaveActed(effect: EffectClass, reply: HttpReply): boolean {
  if (reply.status >= 200 && reply.status < 300) return false;
  return !isRefusal(reply.status) || isForeign(effect, reply);
}

/**
 * True if a write was answered with the status of a refusal, but without the body of the service. A relay or a filter can forward a request
 * and then answer with any status. No status is therefore sufficient evidence, including 404, 405, 407 and 429. A read changes nothing, so
 * its status is sufficient.
 */
export function isForeign(effect: EffectClass, reply: HttpReply): boolean {
  return effect !== 'read' && isRefusal(reply.status) && !isInItsOwnWords(effect, reply);
}

/**
 * True if the path does not exist: 410, or a 404 without the body of the service, such as a page. The service reports a missing resource in
 * its own form, so such a 404 does not show that a resource is absent.
 */
export function isGone(reply: HttpReply): boolean {
  return reply.status === 410 || (reply.status === 404 && !isInItsOwnWords('read', reply));
}

/** True if the body has the members of every refusal of the service (assumption A09). `{"error":"blocked"}` is from another program. */
function isInItsOwnWords(effect: EffectClass, { body }: HttpReply): boolean {
  const members = parseObject(body);
  const status = findText(members, 'status');
  // The token endpoint has a code instead of `error`, and no correlation id.
  if (effect === 'token' && (status ?? findText(members, 'error')) !== undefined) return true;
  const isError = status === 'error' || findText(members, 'category') !== undefined;
  return isError && findText(members, 'message') !== undefined && findText(members, 'correlationId') !== undefined;
}
