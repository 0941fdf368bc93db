/** The calls that tell whose token it is, on each surface (interface 4.1, 10, 11.1). */

import type { Reader } from '../../contract/calls.ts';
import type { ReadEndpointId, ReplyOf } from '../../contract/endpoints.ts';
import type { Secret } from '../../contract/secret.ts';
import type { Surface } from '../../contract/surfaces.ts';

export interface Asking {
  readonly reader: Reader;
  readonly token: Secret;
  readonly surface: Surface;
}

export interface App {
  readonly clientId: string;
  readonly clientSecret: Secret;
}

const DETAILS = {
  documented: 'readAccountDetails',
  dated: 'readDatedAccountDetails',
} as const satisfies Record<Surface, ReadEndpointId>;

export function metadataOf({ reader, token }: Asking) {
  return read(reader, { endpoint: 'readAccessToken', params: { token: token.reveal() } });
}

export function stateOf({ reader, token }: Asking, { clientId, clientSecret }: App) {
  const body = { client_id: clientId, client_secret: clientSecret.reveal(), token: token.reveal() };
  return read(reader, { endpoint: 'introspectToken', params: {}, body });
}

export function detailsOf({ reader, surface }: Asking) {
  return read(reader, { endpoint: DETAILS[surface], params: {} });
}

export function infoOf({ reader, token }: Asking) {
  return read(reader, { endpoint: 'readTokenInfo', params: {}, body: { tokenKey: token.reveal() } });
}

/** The reader checked the reply against the schema of its endpoint. */
async function read<E extends ReadEndpointId>(
  reader: Reader,
  call: { readonly endpoint: E; readonly params: Readonly<Record<string, string>>; readonly body?: unknown },
): Promise<ReplyOf<E>> {
  return (await reader.read(call)).value as ReplyOf<E>;
}
