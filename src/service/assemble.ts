/** Assembles the service: store, faults, routes, transport, and what tests and people may do from outside. */

import { createHosts } from '../contract/hosts.ts';
import { createApp } from './app.ts';
import { addAccount, issueToken, saveApp } from './data/accounts.ts';
import { createAdmin } from './data/admin.ts';
import { DEVELOPMENT, plantDevelopment } from './data/development.ts';
import { plant } from './data/plant.ts';
import { takeSnapshot } from './data/snapshot.ts';
import { createFaults } from './faults/faults.ts';
import { listen } from './http/listen.ts';
import { createRate, DEFAULT_RATE } from './http/rate.ts';
import { createCallRecorder } from './http/recorded-calls.ts';
import { createLags } from './http/seen-lists.ts';
import { servedPaths } from './http/served-paths.ts';
import { checkedSunset } from './http/sunset.ts';
import { createInProcessTransport } from './http/transport.ts';
import { systemClock, systemId } from './model/system.ts';
import type { Service, ServiceOptions } from './service.ts';
import { openStore } from './store/open.ts';

/** Loaded once the packages are known to be there. */
export async function assemble(options: ServiceOptions): Promise<Service> {
  const faults = createFaults(options.faults ?? []);
  const sunset = checkedSunset(options.sunset ?? false);
  const db = await openStore(options);
  const clock = options.clock ?? systemClock;
  const newId = options.newId ?? systemId;
  const registry = { db, clock, newId };
  try {
    await plantDevelopment(registry);
    if (options.seed !== undefined) await plant(registry, options.seed);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const calls = createCallRecorder();
  const hosts = createHosts(options.allowedHosts ?? []);
  const closing = new AbortController();
  const rate = createRate(options.rateLimit ?? DEFAULT_RATE);
  const app = createApp({
    ...registry,
    rate,
    faults,
    lags: createLags(),
    calls,
    hosts,
    paths: servedPaths({ surface: options.surface ?? 'all', sunset }),
    closing: closing.signal,
    onCall: options.onCall,
  });
  let closed: Promise<void> | undefined;
  const close = async () => {
    closing.abort();
    await app.close();
    await db.destroy();
  };
  return {
    transport: createInProcessTransport(app, () => closed !== undefined),
    listen: (address) => listen(app, hosts, address),
    close: () => {
      closed ??= close();
      return closed;
    },
    development: DEVELOPMENT,
    addAccount: (account) => addAccount(registry, account),
    addApp: (given) => saveApp(db, given),
    issueToken: (grant) => issueToken(registry, grant),
    snapshot: (hubId) => takeSnapshot(db, hubId),
    calls: async () => calls.last(),
    faults: { add: faults.add, clear: faults.clear },
    admin: (hubId) => createAdmin(registry, hubId),
  };
}
