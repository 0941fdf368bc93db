/** The HTTP layer: takes the calls of all endpoints, and gives a well-formed answer to everything else. */

import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { WireEnd } from './faults/replies.ts';
import { type CallContext, handleCall } from './http/handle-call.ts';
import { convertToRefusal, refusalResponse } from './http/pipeline.ts';
import { maskedAddress } from './http/recorded-calls.ts';
import { FORM_BYTES, JSON_BYTES, linger, readText } from './http/request-text.ts';
import { findPath, isKnown, listMethods } from './http/served-paths.ts';
import { misdirected, Refusal } from './model/refusal.ts';
import { addAuthorizePages } from './pages/authorize.ts';
import { addHomePage } from './pages/home.ts';
import { notFoundPage, pageHeaders } from './pages/html.ts';

/** Longest path parameter: tokens have up to 512 characters (interface 8). */
const LONGEST_PARAMETER = 2048;

/** Maximum length that Node.js accepts. */
const LONGEST_PATH = 16_384;

const BYTES = { json: JSON_BYTES, form: FORM_BYTES } as const;

/** Milliseconds until a request has to be there as a whole. */
const REQUEST_MS = 300_000;

export function createApp(context: CallContext): FastifyInstance {
  const app = fastify({
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_MS,
    routerOptions: { maxParamLength: LONGEST_PATH },
    frameworkErrors: (error, _request, reply) =>
      void refuse(context, reply, new Refusal(400, { message: error.message })),
  });
  // Bodies are left unread: a call is authenticated before any of it is taken in.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', async (request, reply) => {
    if (context.hosts.admits(request.headers.host)) return undefined;
    return refuseRecorded(context, request, reply, misdirected(request.headers.host));
  });
  app.addHook('onResponse', async (request) => {
    void linger(request.raw, context.closing);
  });
  // A route for each of the endpoints would take longer than everything else at the start.
  app.all('/*', (request, reply) => takeCall(context, request, reply));
  addAuthorizePages(app, context);
  addHomePage(app, context);
  app.setNotFoundHandler((request, reply) => refuseUnknown(context, request, reply));
  app.setErrorHandler((error: Error & { readonly statusCode?: number }, _request, reply) =>
    refuse(
      context,
      reply,
      error.statusCode === undefined
        ? convertToRefusal(error)
        : new Refusal(error.statusCode, { message: error.message }),
    ),
  );
  return app;
}

async function takeCall(context: CallContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const found = findPath(context.paths, request.method, readPath(request));
  if (found === undefined) return refuseUnknown(context, request, reply);
  const { endpoint, version } = found;
  const { encoding } = ENDPOINTS[endpoint];
  const wireEnd = await handleCall(context, {
    endpoint,
    version,
    path: request.url,
    params: decoded(found.params),
    query: request.query,
    authorization: request.headers.authorization,
    contentType: request.headers['content-type'],
    read: async () => (encoding === 'none' ? undefined : readText(request.raw, BYTES[encoding], context.closing)),
  });
  if (wireEnd.kind === 'send' && wireEnd.status === 404 && wireEnd.text === '') {
    return sendNotFound(request, reply.headers(wireEnd.headers));
  }
  return end(reply, wireEnd);
}

function readPath({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

/** Throws a 400 or a 414. */
function decoded(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (value.length > LONGEST_PARAMETER) throw new Refusal(414, { message: `The parameter ${name} is too long.` });
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        throw new Refusal(400, { message: `The parameter ${name} is not percent-encoded.` });
      }
    }),
  );
}

function end(reply: FastifyReply, wireEnd: WireEnd): FastifyReply {
  switch (wireEnd.kind) {
    case 'send':
      return reply
        .code(wireEnd.status)
        .headers(wireEnd.headers)
        .send(wireEnd.text === '' ? undefined : wireEnd.text);
    case 'drop':
      reply.hijack();
      reply.raw.destroy();
      return reply;
    case 'half': {
      reply.hijack();
      reply.raw.writeHead(wireEnd.status, {
        ...wireEnd.headers,
        'content-length': Buffer.byteLength(wireEnd.text) + 1,
      });
      reply.raw.write(wireEnd.text.slice(0, Math.ceil(wireEnd.text.length / 2)), () => reply.raw.destroy());
      return reply;
    }
  }
}

/**
 * Replies 405 if another method has this path, otherwise 404. The request is recorded like any other. The reply of an
 * unserved path is not JSON.
 */
function refuseUnknown(context: CallContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = readPath(request);
  const allowed = listMethods(context.paths, path);
  if (allowed.length === 0 && isKnown(path)) return notServed(context, request, reply);
  const refusal =
    allowed.length === 0
      ? new Refusal(404, { message: `No endpoint has the path ${path}.`, category: 'OBJECT_NOT_FOUND' })
      : new Refusal(
          405,
          { message: `The method ${request.method} is not allowed here.` },
          { allow: allowed.join(', ') },
        );
  return refuseRecorded(context, request, reply, refusal);
}

function refuseRecorded(
  context: CallContext,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  record(context, request, refusal.status);
  return refuse(context, reply, refusal);
}

function notServed(context: CallContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  record(context, request, 404);
  return sendNotFound(request, reply);
}

/** Sends a 404 without JSON, as the vendor does: a page to a reader of pages, else an empty body. */
function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wantsPage = request.method === 'GET' && !(request.headers.accept ?? '').includes('application/json');
  return wantsPage ? reply.code(404).headers(pageHeaders()).send(notFoundPage()) : reply.code(404).send();
}

function record(context: CallContext, request: FastifyRequest, status: number): void {
  const path = maskedAddress(undefined, request.url);
  const sequence = context.calls.start({ endpoint: undefined, method: request.method, path, faults: [] });
  context.calls.finish(sequence, { hubId: undefined, status, committed: false });
}

function refuse(context: CallContext, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, headers, body } = refusalResponse(refusal, context.newId());
  return reply.code(status).headers(headers).type('application/json;charset=utf-8').send(JSON.stringify(body));
}
