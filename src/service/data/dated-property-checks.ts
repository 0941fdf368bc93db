/** What a definition that the dated surface creates or changes has to fit (interface 11.3; assumptions A48, A50). */

import type { DatedPropertyCreate } from '../../contract/dated-properties.ts';
import { DATED_PAIRS, type DatedType } from '../../contract/dated-values.ts';
import { sensitiveScope } from '../../contract/scopes.ts';
import type { PropertyChange, StoredProperty } from '../model/property.ts';
import { invalidMember, missingSensitiveScope } from '../model/refusal.ts';
import { listProperties } from '../store/properties.ts';
import { findRow } from '../store/rows.ts';
import type { PropertyWrite } from './property-writes.ts';

/** Unique properties of an object type. */
const MOST_UNIQUE = 10;

export function checkPair(type: string, fieldType: string): void {
  const known: Readonly<Record<string, readonly string[]>> = DATED_PAIRS satisfies Record<DatedType, unknown>;
  if (known[type]?.includes(fieldType) === true) return;
  throw invalidMember(
    'fieldType',
    `The field type ${fieldType} does not go with the type ${type}.`,
    'INVALID_FIELD_TYPE',
  );
}

/** A hint cannot be taken away. */
export function checkHints(given: Pick<PropertyChange, 'numberDisplayHint' | 'textDisplayHint'>): void {
  for (const member of ['numberDisplayHint', 'textDisplayHint'] as const) {
    if (given[member] === '') throw invalidMember(member, `${member} is empty`);
  }
}

type Currency = Pick<StoredProperty, 'showCurrencySymbol' | 'currencyPropertyName'>;

/** Whether the property that is named exists does not matter. */
export function checkCurrency({ showCurrencySymbol, currencyPropertyName }: Currency): void {
  if (currencyPropertyName === null || showCurrencySymbol) return;
  const message = 'Only properties with showCurrencySymbol can have a currencyPropertyName.';
  throw invalidMember('currencyPropertyName', message, 'ONLY_CURRENCY_PROPERTIES_CAN_SPECIFY_CURRENCY');
}

/** Options come from the account itself, or from the request. */
export function checkOrigin({ type, options, externalOptions, referencedObjectType }: DatedPropertyCreate): void {
  if (externalOptions === true) {
    if (type === 'enumeration' && referencedObjectType === 'OWNER' && (options ?? []).length === 0) return;
    const message = 'externalOptions goes with the type enumeration, referencedObjectType OWNER and no options.';
    throw invalidMember('externalOptions', message);
  }
  if (referencedObjectType !== undefined) {
    throw invalidMember('referencedObjectType', 'referencedObjectType goes with externalOptions.');
  }
  if (type === 'enumeration' && options === undefined) {
    throw invalidMember('options', 'A property of type enumeration must have options.', 'REQUIRED_FIELD');
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
  throw invalidMember('dataSensitivity', message, 'PORTAL_NOT_ENABLED_FOR_SENSITIVE_DATA');
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
  throw invalidMember('hasUniqueValue', message, 'UNIQUE_PROPERTY_LIMIT');
}
