/**
 * Replaces undici in the bundle with the parts that the client uses. The index of undici also loads fetch, web sockets, caches and mocks.
 */

import * as api from 'undici/lib/api/index.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// As in the index of undici.
Object.assign(Dispatcher.prototype, api);

export { Agent, EnvHttpProxyAgent, Pool };

/** As in the index of undici, but always with a URL object, a dispatcher and a method. */
export function request({ origin, pathname, search }, { dispatcher, ...options }) {
  return dispatcher.request({ ...options, origin, path: `${pathname}${search}` });
}
