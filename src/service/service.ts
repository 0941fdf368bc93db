/** The service as a value: its options and its operations. */

import type { Clock, NewId } from '../contract/clock.ts';
import type { Transport } from '../contract/http.ts';
import type { Surface } from '../contract/surfaces.ts';
import type { NewAccount, NewApp, TokenRequest } from './data/accounts.ts';
import type { AccountAdmin } from './data/admin.ts';
import type { DEVELOPMENT } from './data/development.ts';
import type { Seed } from './data/seed.ts';
import type { AccountSnapshot } from './data/snapshot.ts';
import type { FaultRule } from './faults/rule.ts';
import type { RateLimit } from './http/rate.ts';
import type { OnCall, RecordedCall } from './http/recorded-calls.ts';
import type { Sunset } from './http/sunset.ts';

export interface ServiceOptions {
  /** Folder that keeps everything; in memory when left out. */
  readonly dataDir?: string | undefined;
  /** A `postgres://` address instead of a folder. */
  readonly database?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly newId?: NewId | undefined;
  readonly seed?: Seed | undefined;
  readonly faults?: readonly FaultRule[] | undefined;
  /** 110 calls per 10 seconds and token, and 250,000 a day per key of an account, when left out; false for none. */
  readonly rateLimit?: RateLimit | false | undefined;
  /** The endpoints of one surface, and the paths of the other are unknown; all when left out. */
  readonly surface?: Surface | 'all' | undefined;
  /** Day, such as `2027-09-30`, on which ended paths answer 404. True: all paths whose end is announced. */
  readonly sunset?: Sunset | undefined;
  /** Further names that requests may address, such as `crm.test`. Loopback addresses and the own host are always allowed. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Told of every call as it arrives and before it is answered; the call waits for it. For tests that stop time there. */
  readonly onCall?: OnCall | undefined;
}

export interface Service {
  /** Answers in this process, for any base address. */
  readonly transport: Transport;
  listen(options?: {
    readonly port?: number | undefined;
    readonly host?: string | undefined;
  }): Promise<{ readonly url: string }>;
  /** Ends calls that wait in a fault, lets the others end, then closes the store. Safe to call twice. */
  close(): Promise<void>;
  readonly development: typeof DEVELOPMENT;
  addAccount(account: NewAccount): Promise<void>;
  addApp(app: NewApp): Promise<void>;
  issueToken(grant: TokenRequest): Promise<{ readonly accessToken: string; readonly refreshToken: string }>;
  snapshot(hubId: number): Promise<AccountSnapshot>;
  calls(): Promise<readonly RecordedCall[]>;
  readonly faults: { add(rule: FaultRule): void; clear(): void };
  /** Acts as a person in the account's own interface. */
  admin(hubId: number): AccountAdmin;
}
