/** The front door of the client, exported to users as `trueup/client`. */

export type { Answer, ApiCall, Caller, CallOptions, ReadCall, Reader, TypedCall } from '../contract/calls.ts';
export type { Clock } from '../contract/clock.ts';
export type { EndpointId } from '../contract/endpoints.ts';
export type { HttpReply, HttpRequest, SendOptions, Transport } from '../contract/http.ts';
export type { TokenForm, TokenGrant, TokenMetadata } from '../contract/oauth.ts';
export { type Secret, secret } from '../contract/secret.ts';
export { ApiError, AuthError, ContractError, mayHaveHappened, TransportError } from '../errors.ts';
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
  metadata,
  type Pkce,
  pkcePair,
  refresh,
  revoke,
  tokenIssuer,
} from './oauth.ts';
export type { Wait } from './patience.ts';
export { type RefreshingOptions, refreshingToken } from './refreshing-token.ts';
export { type UndiciOptions, undiciTransport } from './transport.ts';
