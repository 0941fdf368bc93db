/** Sends through a proxy: a tunnel (CONNECT) to each https host, and TLS with that host inside of it. */

import { type Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
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
    clientFactory: (proxy, given) =>
      // A proxy that accepts the connection and never answers would block it for five minutes.
      new Pool(proxy, { ...given, headersTimeout: options.connectTimeout }).compose(ofProxy(host)),
  });
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
