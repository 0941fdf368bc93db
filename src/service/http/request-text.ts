/** Reads the body of a request after authentication: bounded, and UTF-8 only. */

import { once } from 'node:events';
import type { FastifyRequest } from 'fastify';
import { invalid, Refusal } from '../model/refusal.ts';
import { systemClock } from '../model/system.ts';

/** A definition with thousands of options still fits (assumption A69). */
export const JSON_BYTES = 16 * 1024 * 1024;

/** Forms hold tokens and codes of some hundred characters, and need no token to be read (assumption A69). */
export const FORM_BYTES = 64 * 1024;

/** The caller disconnected before its body was complete, so the call gets no answer. */
export class CallerGone extends Error {}

/** Milliseconds during which data after an early answer is read and dropped. */
const LINGER_MS = 2000;

/**
 * Reads the text of a body. Throws a 413 once the body is too large, and a 400 if it is not UTF-8. Throws CallerGone if
 * the service closes before its end.
 */
export async function readText(
  request: FastifyRequest['raw'],
  limit: number,
  closing: AbortSignal,
): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const bytes = await readBytes(request, limit, closing);
  if (bytes.length === 0) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalid('Invalid request body: it is not UTF-8 text.');
  }
}

/**
 * Waits after an answer to an incomplete request. Closing the connection at once could lose the answer. Keeping it open
 * could wait for ever.
 */
export async function linger(request: FastifyRequest['raw'], closing: AbortSignal): Promise<void> {
  if (request.complete !== false) return;
  request.resume();
  await Promise.race([once(request, 'close'), systemClock.sleep(LINGER_MS, closing)]).catch(() => undefined);
  if (!request.complete) request.socket.destroy();
}

function readBytes(request: FastifyRequest['raw'], limit: number, closing: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const settle = () => {
      request.off('data', take).off('end', end).off('error', rejectGone).off('close', rejectGone);
      closing.removeEventListener('abort', rejectGone);
    };
    const take = (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length <= limit) return;
      settle();
      reject(tooLarge(limit));
    };
    const end = () => {
      settle();
      resolve(Buffer.concat(parts));
    };
    const rejectGone = () => {
      settle();
      reject(new CallerGone('The caller closed the connection.'));
    };
    request.on('data', take).on('end', end).on('error', rejectGone).on('close', rejectGone);
    closing.addEventListener('abort', rejectGone, { once: true });
  });
}

function tooLarge(limit: number): Refusal {
  return new Refusal(413, {
    message: `The body is too large: the limit is ${limit} bytes.`,
    category: 'VALIDATION_ERROR',
  });
}
