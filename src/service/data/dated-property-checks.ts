/** What a definition that the dated surface creates or changes has to fit (interface 11.3; assumptions A48, A50). */

import type { DatedPropertyCreate } from '../../contract/dated-properties.ts';
import { DATED_PAIRS, type DatedType } from '../../contract/dated-values.ts';
import { sensitiveScope } from '../../contract/scopes.ts';
import type { PropertyChange, StoredProperty } from '../model/property.ts';
import { invalid, missingSensitiveScope, type Refusal } from '../model/refusal.ts';
import { listProperties } from '../store/properties.ts';
import { findRow } from '../store/rows.ts';
import type { PropertyWrite } from './property-writes.ts';

/** Unique properties of an object type. */
const MOST_UNIQUE = 10;

export function checkPair(type: string, fieldType: string): void {
  const known: Readonly<Record<string, readonly string[]>> = DATED_PAIRS satisfies Record<DatedType, unknown>;
  if (known[type]?.includes(fieldType) === true) return;
  throw refused('fieldType', 'INVALID_FIELD_TYPE', `The field type ${fieldType} does not go with the type ${type}.`);
}

/** A hint cannot be taken away. */
export function checkHints(given: Pick<PropertyChange, 'numberDisplayHint' | 'textDisplayHint'>): void {
  for (const member of ['numberDisplayHint', 'textDisplayHint'] as const) {
    if (given[member] === '') throw refused(member, 'INVALID_VALUE', `${member} is empty`);
  }
}

type Currency = Pick<StoredProperty, 'showCurrencySymbol' | 'currencyPropertyName'>;

/** Whether the property that is named exists does not matter. */
export function checkCurrency({ showCurrencySymbol, currencyPropertyName }: Currency): void {
  if (currencyPropertyName === null || showCurrencySymbol) return;
  const message = 'Only properties with showCurrencySymbol can have a currencyPropertyName.';
  throw refused('currencyPropertyName', 'ONLY_CURRENCY_PROPERTIES_CAN_SPECIFY_CURRENCY', message);
}

/** Options come from the account itself, or from the request. */
export function checkOrigin({ type, options, externalOptions, referencedObjectType }: DatedPropertyCreate): void {
  if (externalOptions === true) {
    if (type === 'enumeration' && referencedObjectType === 'OWNER' && (options ?? []).length === 0) return;
    const message = 'externalOptions goes with the type enumeration, referencedObjectType OWNER and no options.';
    throw refused('externalOptions', 'INVALID_VALUE', message);
  }
  if (referencedObjectType !== undefined) {
    throw refused('referencedObjectType', 'INVALID_VALUE', 'referencedObjectType goes with externalOptions.');
  }
  if (type === 'enumeration' && options === undefined) {
    throw refused('options', 'REQUIRED_FIELD', 'A property of type enumeration must have options.');
  }
}

/** The scope is asked for before the account. */
export async function checkSensitivity(
  { db, identity, objectType }: PropertyWrite,
  { dataSensitivity = 'non_sensitive' }: DatedPropertyCreate,
): Promise<void> {
  if (dataSensitivity === 'non_sensitive') return;
  if (!identity.scopes.includes(sensitiveScope(objectType, dataSensitivity))) throw missingSensitiveScope();
  if ((await findRow(db, 'accounts', { hub_id: identity.hubId }))?.sensitive_data === 1) return;
  const message = 'Sensitive data is turned off in this account.';
  throw refused('dataSensitivity', 'PORTAL_NOT_ENABLED_FOR_SENSITIVE_DATA', message);
}

/** The service's own properties do not count. */
export async function checkUnique(
  { db, identity, objectType }: PropertyWrite,
  { name, hasUniqueValue }: DatedPropertyCreate,
): Promise<void> {
  if (hasUniqueValue !== true) return;
  const unique = (await listProperties(db, identity.hubId, objectType)).filter(
    (property) => property.hasUniqueValue && !property.serviceDefined && property.name !== name,
  );
  if (unique.length < MOST_UNIQUE) return;
  const message = `An object type has at most ${MOST_UNIQUE} properties with unique values.`;
  throw refused('hasUniqueValue', 'UNIQUE_PROPERTY_LIMIT', message);
}

function refused(member: string, code: string, message: string): Refusal {
  return invalid(message, { errors: [{ message, code, in: member }] });
}
