/** Sends through a proxy: a tunnel (CONNECT) to each https host, and TLS with that host inside of it. */

import { type Agent, type buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import type { ProxyAddress } from './proxy.ts';
import { ProxyFailure } from './proxy-failure.ts';

export type ThroughProxy = Agent.Options & { readonly connectTimeout: number };

export function throughProxy({ origin, host, authorization, except }: ProxyAddress, options: ThroughProxy): Dispatcher {
  return new EnvHttpProxyAgent({
    ...options,
    httpsProxy: origin,
    // Each of the three is given, as undici reads the environment for one that is not. No http leaves this machine.
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

/** What undici derives from the host is right also for an address, which is no server name in TLS (RFC 6066): the one that it gives is not. */
function withoutServerName(connect: buildConnector.connector): buildConnector.connector {
  return ({ servername: _, ...to }, done) => connect(to, done);
}

/** Marks the failures of the proxy, apart from those of the host behind it. */
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
