/** The queues of a fleet as its parts see them: what is put into them, and what a worker does with what it takes. */

/** Of one account of a rollout; of a rollout as a whole in the queue `advance`. The rows say what is to be done: a job carries ids alone. */
export interface NewJob {
  readonly rollout: string;
  readonly hubId?: number;
  /** Not before this time of the database, in milliseconds; at once when left out. */
  readonly notBefore?: number | null;
}

/** Taken by this process, and by no other one while its heartbeats come. */
export interface Job {
  readonly queue: string;
  readonly id: string;
  /** How often it was taken before: what is said of an earlier time counts nothing. */
  readonly retryCount: number;
  readonly rollout: string;
  /** 0 where it is of no account. */
  readonly hubId: number;
}

/** Every method throws DatabaseError. */
export interface Queue {
  /** Milliseconds without a heartbeat after which a job goes to another worker. */
  readonly heartbeatMs: number;
  send(queue: string, jobs: readonly NewJob[]): Promise<void>;
  /** At most so many, the oldest first. */
  take(queue: string, most: number): Promise<readonly Job[]>;
  /** They are done, whatever came of them. */
  complete(jobs: readonly Job[]): Promise<void>;
  /** The heartbeat of those in hand. */
  touch(jobs: readonly Job[]): Promise<void>;
  /** Hands out again what workers had that send no heartbeat any more. */
  supervise(): Promise<void>;
  /** With what is in it. */
  remove(queue: string): Promise<void>;
}
