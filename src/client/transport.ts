/** Sends requests over undici, and reports for every failure whether anything was sent. This is the only file that uses the network. */

import { Agent, type buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool, request as send } from 'undici';
import { decoded } from '../contract/address-secrets.ts';
import type { HttpReply, HttpRequest, SendOptions, Transport } from '../contract/http.ts';
import type { ProxyOptions } from '../contract/proxy.ts';
import { type Secret, secret } from '../contract/secret.ts';
import { joinSignals, untilAborted } from '../contract/signals.ts';
import { TransportError, UsageError } from '../errors.ts';
import { isLoopback, requireSecure } from './address.ts';
import { LONGEST_TIMER_MS } from './clock.ts';
import { ProxyFailure } from './proxy-failure.ts';
import { type Circumstances, HELD_BACK, heldBack, transportFailure } from './transport-failure.ts';

export interface UndiciOptions {
  /** Maximum sockets per host (default: 32). */
  readonly connections?: number | undefined;
  /** Milliseconds to reach the host (default: 10,000). */
  readonly connectTimeoutMs?: number | undefined;
  /** The proxy to all other machines. The default is none, regardless of the environment (`environmentProxy`). */
  readonly proxy?: ProxyOptions | undefined;
}

/** Maximum size of a reply in bytes. A list of 10,000 properties needs about a tenth of it. */
const LARGEST_REPLY = 64 * 1024 * 1024;

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Does not follow redirects, because a token is sent only to its intended address.
 * @throws UsageError `proxy-invalid` if the proxy address is invalid
 */
export function undiciTransport(options: UndiciOptions = {}): Transport {
  const sockets = {
    allowH2: false,
    connections: options.connections ?? 32,
    connectTimeout: options.connectTimeoutMs ?? 10_000,
    // One deadline for the whole exchange replaces this timeout (SendOptions.timeoutMs).
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: LARGEST_REPLY,
  };
  const direct = new Agent(sockets);
  const proxied = options.proxy && throughProxy(proxyAddress(options.proxy), sockets);
  // This machine is never reached through a proxy. A token may go there over plain http, and for the proxy `localhost` is another machine.
  const selectAgent = (url: URL): Dispatcher => (proxied === undefined || isLoopback(url.hostname) ? direct : proxied);
  return {
    send: (request, sendOptions) => sendThrough(selectAgent, request, sendOptions ?? {}),
    close: async () => {
      await Promise.all([direct.destroy(), proxied?.destroy()]);
    },
  };
}

async function sendThrough(
  agentFor: (url: URL) => Dispatcher,
  request: HttpRequest,
  options: SendOptions,
): Promise<HttpReply> {
  const url = new URL(request.url);
  requireSecure(url);
  const deadline = AbortSignal.timeout(Math.min(LONGEST_TIMER_MS, options.timeoutMs ?? DEFAULT_TIMEOUT_MS));
  const signal = joinSignals(options.signal, deadline) ?? deadline;
  let stage: Circumstances['stage'] = 'not-sent';
  const carry = async (): Promise<HttpReply> => {
    const dispatcher = agentFor(url).compose(
      noticing(() => {
        if (options.mayLeave?.() === false) throw heldBack(`${request.method} ${url.origin}`);
        stage = 'sent';
      }),
    );
    const { method, headers, body } = request;
    const reply = await send(url, { dispatcher, method, headers: { ...headers }, signal, ...(body && { body }) });
    stage = 'answered';
    return { status: reply.statusCode, headers: flatten(reply.headers), body: await reply.body.text() };
  };
  try {
    // undici notices an abort only after a socket exists. A request that was aborted before is never written.
    return await untilAborted(carry(), signal);
  } catch (error) {
    if (error instanceof TransportError && error.code === HELD_BACK) throw error;
    throw transportFailure(error, {
      subject: `${request.method} ${url.origin}`,
      stage,
      cancelled: options.signal?.aborted === true,
      late: deadline.aborted,
    });
  }
}

/**
 * Calls `onStart` just before the first byte of the request is written to a socket. If it throws, the request ends and the socket stays
 * open.
 */
function noticing(onStart: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => {
        onStart();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...about) => handler.onRequestUpgrade?.(...about),
      onResponseStart: (...about) => handler.onResponseStart?.(...about),
      onResponseData: (...about) => handler.onResponseData?.(...about),
      onResponseEnd: (...about) => handler.onResponseEnd?.(...about),
      onResponseError: (...about) => handler.onResponseError?.(...about),
    });
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

type ThroughProxy = Agent.Options & { readonly connectTimeout: number };

/** Sends through a proxy: a tunnel (CONNECT) to each https host, and TLS with that host inside of it. */
function throughProxy({ origin, host, authorization, except }: ProxyAddress, options: ThroughProxy): Dispatcher {
  return new EnvHttpProxyAgent({
    ...options,
    httpsProxy: origin,
    // All three options are set, because undici reads the environment for a missing option. No http request leaves this machine.
    httpProxy: '',
    noProxy: except,
    ...(authorization && { token: authorization.reveal() }),
    clientFactory: (proxy, given: Pool.Options) =>
      new Pool(proxy, {
        ...given,
        ...(typeof given.connect === 'function' && { connect: withoutServerName(given.connect) }),
        // A proxy that accepts the connection and never answers would block it for five minutes.
        headersTimeout: options.connectTimeout,
      }).compose(ofProxy(host)),
  });
}

/**
 * Removes the server name that undici passes, because an IP address is not a valid server name in TLS (RFC 6066). undici then derives the
 * name from the host, which is right for names and addresses.
 */
function withoutServerName(connect: buildConnector.connector): buildConnector.connector {
  return ({ servername: _, ...to }, done) => connect(to, done);
}

/** Marks the failures of the proxy, to distinguish them from failures of the host behind it. */
function ofProxy(host: string): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (...about) => handler.onRequestStart?.(...about),
      onRequestUpgrade: (controller, status, headers, socket) => {
        if (status === 200) return handler.onRequestUpgrade?.(controller, status, headers, socket);
        socket.on('error', () => undefined).destroy();
        handler.onResponseError?.(controller, new ProxyFailure(host, status));
      },
      onResponseStart: (...about) => handler.onResponseStart?.(...about),
      onResponseData: (...about) => handler.onResponseData?.(...about),
      onResponseEnd: (...about) => handler.onResponseEnd?.(...about),
      onResponseError: (controller, cause) => handler.onResponseError?.(controller, new ProxyFailure(host, cause)),
    });
}

interface ProxyAddress {
  /** Without credentials. */
  readonly origin: string;
  /** Host and port, for messages. */
  readonly host: string;
  /** Value of the Proxy-Authorization header. */
  readonly authorization: Secret | undefined;
  /** Hosts that are reached without the proxy, in the form of NO_PROXY. */
  readonly except: string;
}

/** @throws UsageError `proxy-invalid`, without the address, because it can contain a password */
function proxyAddress({ url: given, except = '', source = 'proxy.url' }: ProxyOptions): ProxyAddress {
  // Untyped callers may pass the address as a string.
  if (typeof given?.reveal !== 'function') throw invalid(`${source} is not a secret: pass secret(ADDRESS).`);
  const text = given.reveal().trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  // In a password, `/`, `?` or `#` ends the host too early. The rest would be treated as a path.
  if (url === undefined || url.hostname === '' || `${url.pathname}${url.search}${url.hash}`.length > 1) {
    throw invalid(`${source} is not the address of a proxy.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    // The text before the colon can be a password too.
    throw invalid(`${source} has a scheme other than http and https, which is not supported.`);
  }
  return { origin: url.origin, host: url.host, authorization: buildAuthorization(url), except };
}

function buildAuthorization({ username, password }: URL): Secret | undefined {
  if (username === '' && password === '') return undefined;
  return secret(`Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`);
}

function invalid(message: string): UsageError {
  return new UsageError('proxy-invalid', message, {
    hint: 'Write http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, with special characters of user and password percent-encoded.',
  });
}
