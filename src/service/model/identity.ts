/** The identity behind a call. */

/** Identity that an access token is bound to (interface 1). */
export interface Identity {
  readonly hubId: number;
  readonly appId: number;
  readonly userId: number;
  readonly scopes: readonly string[];
}
