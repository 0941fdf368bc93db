/** The front door of the client, exported to users as `trueup/client`. */

export { ALLOWED as ALLOWED_VALUES, EVENT_PROPERTY_TYPES, type PropertyVariant } from '../contract/allowed-values.ts';
export { CATEGORIES } from '../contract/association-limits.ts';
export { BATCH_STATUSES } from '../contract/batches.ts';
export type { Answer, ApiCall, Caller, CallOptions, Precheck, ReadCall, Reader, TypedCall } from '../contract/calls.ts';
export type { Clock } from '../contract/clock.ts';
export type { TokenState } from '../contract/dated-oauth.ts';
export type { EndpointId } from '../contract/endpoints.ts';
export { DATA_SENSITIVITIES, DATE_DISPLAY_HINTS } from '../contract/event-definitions.ts';
export type { HttpReply, HttpRequest, SendOptions, Transport } from '../contract/http.ts';
export type { TokenForm, TokenGrant, TokenMetadata } from '../contract/oauth.ts';
export { environmentProxy, type ProxyOptions } from '../contract/proxy.ts';
export type { Quota } from '../contract/quota.ts';
export { createScrubber, type Scrubber } from '../contract/scrub.ts';
export { type Secret, secret } from '../contract/secret.ts';
export { EVENT_TYPES, type EventType } from '../contract/webhooks.ts';
export {
  ApiError,
  AuthError,
  ConfigError,
  ContractError,
  HostError,
  InternalError,
  LedgerError,
  mayHaveHappened,
  OvertakenError,
  PolicyError,
  StalePlanError,
  TransportError,
  TrueupError,
  UnsafePlanError,
  UsageError,
} from '../errors.ts';
export { staticToken, type TokenSource } from './authorize.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { type Random, systemClock, systemRandom } from './clock.ts';
export type { Exchange } from './exchange.ts';
export { type FetchToken, fetchedToken } from './fetched-token.ts';
export {
  type AppCredentials,
  authorizeUrl,
  type CodeExchange,
  exchangeCode,
  type InstallAddress,
  introspect,
  metadata,
  type OAuthOptions,
  type Pkce,
  pkcePair,
  type Refresh,
  type RevokeOptions,
  refresh,
  revoke,
  tokenIssuer,
} from './oauth.ts';
export type { Wait } from './patience.ts';
export { type RefreshingOptions, refreshingToken } from './refreshing-token.ts';
export { type UndiciOptions, undiciTransport } from './transport.ts';
