/** The queues of a fleet, as its parts use them. */

/** A job of one account of a rollout, or of a rollout in the queue `advance`. A job carries ids only. The rows say what to do. */
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
  /** Number of earlier deliveries. Results of an earlier delivery are ignored. */
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
  /** Removes finished jobs of any result. */
  complete(jobs: readonly Job[]): Promise<void>;
  /** The heartbeat of those in hand. */
  touch(jobs: readonly Job[]): Promise<void>;
  /** Hands out again what workers had that send no heartbeat any more. */
  supervise(): Promise<void>;
  /** Removes a queue with its jobs. */
  remove(queue: string): Promise<void>;
}
