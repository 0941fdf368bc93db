/** Sends through a proxy: a tunnel (CONNECT) to each https host, and TLS with that host inside of it. */

import { type Agent, type buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import type { ProxyAddress } from './proxy.ts';
import { ProxyFailure } from './proxy-failure.ts';

export type ThroughProxy = Agent.Options & { readonly connectTimeout: number };

export function throughProxy({ origin, host, authorization, except }: ProxyAddress, options: ThroughProxy): Dispatcher {
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
