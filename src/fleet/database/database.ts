/** The database of a fleet as its parts see it: statements, transactions that also send jobs, and failures in words of our own. */

import type { RawBuilder, Sql } from 'kysely';
import type { Clock, NewId } from '../../contract/clock.ts';
import { TrueupError } from '../../errors.ts';
import type { Job, NewJob, Queue } from './jobs.ts';
import type { LeaseOwner } from './leases.ts';

/** What a statement is made of. */
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
  /** A job that is there already, waiting or in somebody's hands, is not sent again. */
  send(queue: string, jobs: readonly NewJob[]): Promise<void>;
  complete(job: Job): Promise<void>;
}

/** What `query` is asked alone is a transaction of its own: it took effect as a whole or not at all. */
export interface Database extends Asking {
  /** For messages, such as `the database crm on db.example:5432`; never the login. */
  readonly shown: string;
  readonly schema: string;
  /** What it says of itself. */
  readonly facts: DatabaseFacts;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Of this process. */
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
   * Whether what it confirmed survives a loss of power: PostgreSQL writes through to the disk unless it is told not to. The database in
   * a folder never does; it survives the end of its process.
   */
  readonly survivesPowerLoss: boolean;
}

/** The database could not do what it was asked for. */
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
