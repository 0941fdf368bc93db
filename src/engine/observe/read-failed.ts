/** Findings for reads that fail: the result is unknown, with the likely cause, or a holder is missing. */

import type { ReadCall } from '../../contract/calls.ts';
import { defined } from '../../contract/defined.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { canonicalObjectType, OBJECT_TYPE_ID, STANDARD_OBJECT_TYPES } from '../../contract/object-types.ts';
import { formatAnyScope, listScopes } from '../../contract/scopes.ts';
import { ApiError, type ContractError, readAdvice } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported } from '../../model/kind.ts';
import type { SharedRead } from './perform-read.ts';

export function readFailed(path: string, call: ReadCall, error: ApiError | ContractError): Finding {
  if (error instanceof ApiError && error.gone) {
    return {
      code: 'surface-gone',
      severity: 'warning',
      message: `${path} does not exist, so its reply is unknown: ${error.message}`,
      ...readAdvice(error),
    };
  }
  return {
    code: 'read-failed',
    severity: 'warning',
    message: `${path} failed, so its reply is unknown: ${error.message}`,
    ...readAdvice(error),
    ...defined({ hint: unknownObject(call, error) ?? scopesKnown(call, error) }),
  };
}

/** Returns the missing holder that a 404 in the words of the service reports. Another 404 may come from a proxy or a removed path. */
export function findMissingHolder(
  { call, kinds, covers }: SharedRead,
  error: ApiError | ContractError,
): Finding | undefined {
  if (!(error instanceof ApiError) || error.status !== 404 || error.gone) return undefined;
  const [missing] = kinds.flatMap(({ reader }) => (isUnsupported(reader) ? [] : (reader.missing?.(call) ?? [])));
  const [address] = covers;
  return missing && { code: 'holder-missing', severity: 'warning', ...missing, ...defined({ address }) };
}

/** True if the token may not make the read, or the account lacks the thing that it would show. */
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

/** An unknown object name is the likely cause of such a refusal. */
function unknownObject({ params }: ReadCall, error: ApiError | ContractError): string | undefined {
  const name = params['object_type'];
  if (!(error instanceof ApiError) || ![400, 404].includes(error.status) || name === undefined) return undefined;
  const standard: readonly string[] = STANDARD_OBJECT_TYPES;
  if (saysUnknownObject(error) && OBJECT_TYPE_ID.test(name))
    return `The account has no object with the type id ${name}, or it is hidden from the token. Type ids of custom objects differ from account to account.`;
  if (OBJECT_TYPE_ID.test(name) || standard.includes(canonicalObjectType(name))) return undefined;
  return `Standard objects are ${standard.join(', ')}. A custom object is best named by its type id, such as 2-3451.`;
}

/** Names sufficient scopes if the refusal names none. */
function scopesKnown({ endpoint, params }: ReadCall, error: ApiError | ContractError): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 403 || error.requiredScopes.length > 0) return undefined;
  const scopes = listScopes(endpoint, params);
  // Errors about the credential of an app have a better hint.
  if (scopes.length === 0 || ENDPOINTS[endpoint].authorized === 'app') return undefined;
  return `A scope of the token or a feature of the account's plan is missing. One of these scopes should be enough: ${formatAnyScope(scopes)}.`;
}
