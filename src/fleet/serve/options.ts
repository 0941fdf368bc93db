/** What the status page is given, and what answers are made of. */

import type { Clock } from '../../contract/clock.ts';
import type { Hosts } from '../../contract/hosts.ts';
import type { Database } from '../database/database.ts';
import type { FleetRead } from '../read/read.ts';

export interface StatusPageOptions {
  readonly database: Database;
  /** For `3 days ago`. */
  readonly clock: Clock;
  /** 127.0.0.1 when left out: nothing outside this machine reaches it. */
  readonly host?: string | undefined;
  /** A free one when left out. */
  readonly port?: number | undefined;
  /** Names that requests may come to, beside loopback addresses and the host that is listened on. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The name that was given to `work`: without a heartbeat of a worker of this name, `/healthz` answers 503. */
  readonly worker?: string | undefined;
}

export interface StatusPage {
  readonly url: string;
  close(): Promise<void>;
}

export interface Serving {
  readonly database: Database;
  readonly read: FleetRead;
  readonly clock: Clock;
  readonly hosts: Hosts;
  /** Whose heartbeat is asked for. */
  readonly worker: string | undefined;
}
