/** The finding for a read that the service refuses: its result is unknown, and what the cause may be; or what is missing. */

import type { ReadCall } from '../../contract/calls.ts';
import { defined } from '../../contract/defined.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { canonicalObjectType, OBJECT_TYPE_ID, STANDARD_OBJECT_TYPES } from '../../contract/object-types.ts';
import { oneOf, scopesFor } from '../../contract/scopes.ts';
import { ApiError, adviceOf, type ContractError } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported } from '../../model/kind.ts';
import type { SharedRead } from './perform-read.ts';

export function readFailed(path: string, call: ReadCall, error: ApiError | ContractError): Finding {
  if (error instanceof ApiError && error.gone) {
    return {
      code: 'surface-gone',
      severity: 'warning',
      message: `${path} is not there, so what it would return is unknown: ${error.message}`,
      ...adviceOf(error),
    };
  }
  return {
    code: 'read-failed',
    severity: 'warning',
    message: `${path} failed, so what it would return is unknown: ${error.message}`,
    ...adviceOf(error),
    ...defined({ hint: unknownObject(call, error) ?? scopesKnown(call, error) }),
  };
}

/** What the account does not have, by a 404 in the words of the service: any other 404 may be of a proxy, or of a path that is gone. */
export function missingIn({ call, kinds, covers }: SharedRead, error: ApiError | ContractError): Finding | undefined {
  if (!(error instanceof ApiError) || error.status !== 404 || error.gone) return undefined;
  const [missing] = kinds.flatMap(({ reader }) => (isUnsupported(reader) ? [] : (reader.missing?.(call) ?? [])));
  const [address] = covers;
  return missing && { code: 'holder-missing', severity: 'warning', ...missing, ...defined({ address }) };
}

/** The service does not let this token make the read, or the account has nothing of what it would show. */
export function isRefused(error: ApiError | ContractError): error is ApiError {
  return error instanceof ApiError && [400, 403].includes(error.status);
}

export function readRefused(
  { code, message, hint }: Pick<Finding, 'code' | 'message' | 'hint'>,
  error: ApiError,
): Finding {
  return { code, severity: 'info', message: `${message} ${error.message}`, ...defined({ hint }) };
}

export function saysUnknownObject(error: ApiError | ContractError): boolean {
  return error instanceof ApiError && error.status === 400 && error.message.includes(UNKNOWN_TYPE);
}

const UNKNOWN_TYPE = 'Unable to infer object type from';

/** A name that is not that of a standard object is the likely cause where the service refuses the read for what it asks. */
function unknownObject({ params }: ReadCall, error: ApiError | ContractError): string | undefined {
  const name = params['object_type'];
  if (!(error instanceof ApiError) || ![400, 404].includes(error.status) || name === undefined) return undefined;
  const standard: readonly string[] = STANDARD_OBJECT_TYPES;
  if (saysUnknownObject(error) && OBJECT_TYPE_ID.test(name))
    return `The account has no object with the type id ${name}, or the token may not see it. Type ids of custom objects differ from account to account.`;
  if (OBJECT_TYPE_ID.test(name) || standard.includes(canonicalObjectType(name))) return undefined;
  return `Standard objects are ${standard.join(', ')}. A custom object is best named by its type id, such as 2-3451.`;
}

/** A refusal that names no scope: what is known to be enough. */
function scopesKnown({ endpoint, params }: ReadCall, error: ApiError | ContractError): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 403 || error.requiredScopes.length > 0) return undefined;
  const scopes = scopesFor(endpoint, params);
  // What is said of the credential of an app says more.
  if (scopes.length === 0 || ENDPOINTS[endpoint].authorized === 'app') return undefined;
  return `The token lacks a scope, or the account's plan lacks the feature. One of these scopes should be enough: ${oneOf(scopes)}.`;
}
