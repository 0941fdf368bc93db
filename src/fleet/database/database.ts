/** The database of a fleet, as its parts use it: statements, transactions that also send jobs, and errors. */

import type { RawBuilder, Sql } from 'kysely';
import type { Clock, NewId } from '../../contract/clock.ts';
import { TrueupError } from '../../errors.ts';
import type { Job, NewJob, Queue } from './jobs.ts';
import type { LeaseOwner } from './leases.ts';

/** Parts of a statement. */
export interface Parts {
  readonly sql: Sql;
  /** A table of the fleet, in its schema. */
  of(table: string): RawBuilder<unknown>;
  /** A table of pg-boss, in the schema of the queues. */
  ofQueue(table: string): RawBuilder<unknown>;
  /** The time of the database: the only one that leases and terms are measured with. */
  readonly now: RawBuilder<Date>;
}

export type Statement<Row> = (parts: Parts) => RawBuilder<Row>;

export interface Asking {
  /** Throws DatabaseError. */
  query<Row>(statement: Statement<Row>): Promise<readonly Row[]>;
}

/** Statements that take effect together or not at all. */
export interface Transaction extends Asking {
  /** Sends the jobs that the queue does not have yet, waiting or active. */
  send(queue: string, jobs: readonly NewJob[]): Promise<void>;
  complete(job: Job): Promise<void>;
}

/** Runs one statement as a transaction: it takes effect as a whole or not at all. */
export interface Database extends Asking {
  /** For messages, such as `the database crm on db.example:5432`; never the login. */
  readonly shown: string;
  readonly schema: string;
  /** Facts that the database reports about itself. */
  readonly facts: DatabaseFacts;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Leases that this process holds. */
  readonly leases: LeaseOwner;
  /** `queues`: those that it may send to. */
  transaction<T>(queues: readonly string[], work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Gives back the leases and ends the connections; a folder can then be opened by another process. */
  close(): Promise<void>;
}

export interface DatabaseFacts {
  /** Of PostgreSQL, such as `15.14`. */
  readonly version: string;
  /**
   * True if a confirmed transaction survives a loss of power. PostgreSQL can be configured not to. A folder survives only the end of its
   * process.
   */
  readonly survivesPowerLoss: boolean;
}

/** An error of the database. */
export class DatabaseError extends TrueupError {
  /** `lost`: whether the statement took effect is not known, and the same may succeed a moment later. */
  readonly trouble: 'lost' | 'read-only' | 'full' | 'refused';
  /** SQLSTATE, or the code of the system. */
  readonly state: string | undefined;
  constructor(
    code: string,
    message: string,
    details: { readonly hint: string; readonly trouble: DatabaseError['trouble']; readonly state: string | undefined },
  ) {
    const { hint, trouble, state } = details;
    super(code, message, { hint });
    this.trouble = trouble;
    this.state = state;
  }
}
