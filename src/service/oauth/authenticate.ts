/** The identity of a call: the bearer token, its expiry, its scopes, and the object types of its account. */

import { ENDPOINTS, type EndpointId } from '../../contract/endpoints.ts';
import { OBJECT_TYPE_ID } from '../../contract/object-types.ts';
import { listScopes } from '../../contract/scopes.ts';
import type { Identity } from '../model/identity.ts';
import { expired, invalid, missingScopes, unauthenticated } from '../model/refusal.ts';
import { resolveObjectType } from '../store/accounts.ts';
import type { Db } from '../store/tables.ts';
import { findAccessToken } from '../store/tokens.ts';
import { scopeList } from './checks.ts';

/** The bearer token in an Authorization header; throws a 401 when there is none. */
export function bearerToken(authorization: string | undefined): string {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw unauthenticated();
  return token;
}

/** Throws a 401 for an unknown or expired token. */
export async function authenticate(db: Db, hash: string, now: number): Promise<Identity> {
  const row = await findAccessToken(db, hash);
  if (row === undefined) throw unauthenticated();
  if (row.expires_at <= now) throw expired(row.expires_at, now);
  return { hubId: row.hub_id, appId: row.app_id, userId: row.user_id, scopes: scopeList(row.scopes) };
}

/** Throws a 403 that names the scopes of which any would do, or none of them (assumption A08). */
export function authorize(identity: Identity, endpoint: EndpointId, params: Readonly<Record<string, string>>): void {
  const needed = listScopes(endpoint, params);
  if (needed.length === 0 || hasOne(identity, needed)) return;
  throw missingScopes(mayOnlyWrite(identity, endpoint, params) ? [] : needed);
}

/** True for a read if the scopes allow only writes of definitions. Its refusal then names no scope. */
function mayOnlyWrite(identity: Identity, endpoint: EndpointId, params: Readonly<Record<string, string>>): boolean {
  if (ENDPOINTS[endpoint].effect !== 'read') return false;
  const objectType = params['object_type'] ?? params['objectTypeId'] ?? 'companies';
  return hasOne(identity, listScopes('createProperty', { object_type: objectType }));
}

function hasOne({ scopes }: Identity, needed: readonly string[]): boolean {
  return needed.some((scope) => scopes.includes(scope));
}

/** A parameter whose value is a type id. A name is refused (assumption A89). */
const ID_PARAMETER = 'objectTypeId';
const OBJECT_TYPE_PARAMETERS: readonly string[] = ['object_type', 'fromObjectType', 'toObjectType', ID_PARAMETER];

/**
 * The path parameters with object types in the one spelling of the account; throws a 400 for a type it does not have (assumption A27).
 * The dated surface does not take a type of the account by its bare name (interface 11).
 */
export async function resolvedParams(
  db: Db,
  hubId: number,
  { endpoint, params }: { readonly endpoint: EndpointId; readonly params: Readonly<Record<string, string>> },
): Promise<Readonly<Record<string, string>>> {
  const bareName = ENDPOINTS[endpoint].surface === 'dated' ? 'refused' : 'taken';
  // Archived types can be removed for good. Other calls cannot name them.
  const which = endpoint === 'archiveDatedSchema' ? 'all' : 'active';
  const resolved: Record<string, string> = { ...params };
  for (const name of OBJECT_TYPE_PARAMETERS) {
    const spelling = params[name];
    if (spelling === undefined) continue;
    const isAccepted = name !== ID_PARAMETER || OBJECT_TYPE_ID.test(spelling);
    const type = isAccepted ? await resolveObjectType(db, hubId, spelling, { bareName, which }) : undefined;
    if (type === undefined) throw invalid(`Unable to infer object type from: ${spelling}`);
    resolved[name] = type;
  }
  return resolved;
}
