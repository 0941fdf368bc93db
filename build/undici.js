/**
 * Replaces undici in the bundle with the parts that the client uses. The index of undici also loads fetch, web sockets, caches and mocks.
 */

import connect from 'undici/lib/api/api-connect.js';
import send from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// As in the index of undici, without what neither the client nor an agent for a proxy calls.
Object.assign(Dispatcher.prototype, { connect, request: send });

export { Agent, Pool };

/** Loaded only where there is a proxy. A function that returns an object is a constructor of it. */
export function EnvHttpProxyAgent(options) {
  return new (require('undici/lib/dispatcher/env-http-proxy-agent.js'))(options);
}

/** As in the index of undici, but always with a URL object, a dispatcher and a method. */
export function request({ origin, pathname, search }, { dispatcher, ...options }) {
  return dispatcher.request({ ...options, origin, path: `${pathname}${search}` });
}
