/** The remaining calls of an account today, for its private apps and service keys, from a reply (interface 8). */

export interface Quota {
  readonly remaining: number;
  /** Calls of a whole day. Absent if the reply does not contain the number. */
  readonly limit?: number;
}
