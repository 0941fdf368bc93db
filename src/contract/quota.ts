/** The calls of a day that an account has left for its private apps and service keys, as a reply tells them (interface 8). */

export interface Quota {
  readonly remaining: number;
  /** Calls of a whole day. Absent if the reply does not contain the number. */
  readonly limit?: number;
}
