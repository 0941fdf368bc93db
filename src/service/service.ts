/** Puts the service together: store, faults, routes, transport, and what tests and people may do from outside. */

import type { Clock, NewId } from '../contract/clock.ts';
import type { Transport } from '../contract/http.ts';
import { addAccount, addApp, issueToken, type NewApp, plant, type TokenRequest } from './accounts.ts';
import { type AccountAdmin, createAdmin } from './admin.ts';
import { createApp } from './app.ts';
import { DEVELOPMENT, plantDevelopment } from './development.ts';
import { createFaults, type FaultRule } from './faults.ts';
import { listen } from './listen.ts';
import { createRate, DEFAULT_RATE, type RateLimit } from './rate.ts';
import { createReadLag } from './read-lag.ts';
import { createCallRecorder, type OnCall, type RecordedCall } from './recorded-calls.ts';
import type { Seed } from './seed.ts';
import { type AccountSnapshot, takeSnapshot } from './snapshot.ts';
import { openStore } from './store/open.ts';
import { systemClock, systemId } from './system.ts';
import { createInProcessTransport } from './transport.ts';

export interface ServiceOptions {
  /** Folder that keeps everything; in memory when left out. */
  readonly dataDir?: string | undefined;
  /** A `postgres://` address instead of a folder. */
  readonly database?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly newId?: NewId | undefined;
  readonly seed?: Seed | undefined;
  readonly faults?: readonly FaultRule[] | undefined;
  /** 110 calls per 10 seconds and token when left out; false for none. */
  readonly rateLimit?: RateLimit | false | undefined;
  /** The endpoints of the specification and nothing else. */
  readonly surface?: 'documented' | undefined;
  /** Told of every call as it arrives and before it is answered; the call waits for it. For tests that stop time there. */
  readonly onCall?: OnCall | undefined;
}

export interface Service {
  /** Answers in this process, for any base address. */
  readonly transport: Transport;
  listen(options?: { readonly port?: number; readonly host?: string }): Promise<{ readonly url: string }>;
  /** Ends calls that wait in a fault, lets the others end, then closes the store. Safe to call twice. */
  close(): Promise<void>;
  readonly development: typeof DEVELOPMENT;
  addAccount(account: { readonly hubId: number; readonly domain?: string }): Promise<void>;
  addApp(app: NewApp): Promise<void>;
  issueToken(grant: TokenRequest): Promise<{ readonly accessToken: string; readonly refreshToken: string }>;
  snapshot(hubId: number): Promise<AccountSnapshot>;
  calls(): Promise<readonly RecordedCall[]>;
  readonly faults: { add(rule: FaultRule): void; clear(): void };
  /** Acts as a person in the account's own interface. */
  admin(hubId: number): AccountAdmin;
}

/** A service without a socket. Throws UsageError for a folder in use, a fault rule or a seed that does not stand. */
export async function createService(options: ServiceOptions = {}): Promise<Service> {
  const faults = createFaults(options.faults ?? []);
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
  const closing = new AbortController();
  const rate = createRate(options.rateLimit ?? DEFAULT_RATE);
  const app = createApp({
    ...registry,
    rate,
    faults,
    lag: createReadLag(),
    calls,
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
    listen: (address) => listen(app, address),
    close: () => {
      closed ??= close();
      return closed;
    },
    development: DEVELOPMENT,
    addAccount: (account) => addAccount(registry, account),
    addApp: (given) => addApp(registry, given),
    issueToken: (grant) => issueToken(registry, grant),
    snapshot: (hubId) => takeSnapshot(db, hubId),
    calls: async () => calls.all(),
    faults: { add: faults.add, clear: faults.clear },
    admin: (hubId) => createAdmin(registry, hubId),
  };
}

/** The same behind a socket, on a free port of 127.0.0.1 unless told otherwise. */
export async function startService(
  options: ServiceOptions & { readonly port?: number; readonly host?: string } = {},
): Promise<Service & { readonly url: string }> {
  const { port, host, ...rest } = options;
  const service = await createService(rest);
  try {
    const { url } = await service.listen({
      ...(port === undefined ? {} : { port }),
      ...(host === undefined ? {} : { host }),
    });
    return { ...service, url };
  } catch (error) {
    await service.close();
    throw error;
  }
}
