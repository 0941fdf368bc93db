/** Stores dated property writes and checks their definitions (interface 11.3; assumptions A48, A50). */

import type { DatedPropertyCreate, DatedPropertyUpdate } from '../../contract/dated-properties.ts';
import { DATED_PAIRS, type DatedType } from '../../contract/dated-values.ts';
import { type Formula, readFormula } from '../../contract/formula.ts';
import { formulaFault } from '../../contract/formula-syntax.ts';
import { findObjectTypeId } from '../../contract/object-types.ts';
import { sensitiveScope } from '../../contract/scopes.ts';
import { propertyInUse } from '../model/in-use.ts';
import type { PropertyChange, PropertyUse, StoredProperty } from '../model/property.ts';
import { invalid, invalidMember, missingSensitiveScope } from '../model/refusal.ts';
import { listProperties, saveProperty } from '../store/properties.ts';
import { findRow } from '../store/rows.ts';
import { hasReadOnlyDefinition, hasReadOnlyOptions } from './dated-property-replies.ts';
import {
  applyChange,
  createProperty,
  existingProperty,
  noProperty,
  type PropertyWrite,
  readOnly,
} from './property-writes.ts';

/** An archived property of the name comes back as it is posted, with its creation time. */
export async function createDated(write: PropertyWrite, body: DatedPropertyCreate): Promise<StoredProperty> {
  await checkSensitivity(write, body);
  checkOrigin(body);
  checkHints(body);
  const { dateDisplayHint: _, ...given } = body;
  const { showCurrencySymbol = false, currencyPropertyName = null } = given;
  checkCurrency({ showCurrencySymbol, currencyPropertyName });
  const calculation = await planCalculation(write, given);
  const { fieldType = given.fieldType } = calculation;
  checkPair(given.type, fieldType);
  await checkUnique(write, body);
  return createProperty(write, { ...given, ...calculation, fieldType });
}

/** Ignores members that only a create sets. Null keeps the value. */
export async function updateDated(
  write: PropertyWrite,
  name: string,
  body: DatedPropertyUpdate,
): Promise<StoredProperty> {
  const before = await existingProperty(write, name);
  const given = convertChange(body);
  checkWritable(before, given);
  checkHints(given);
  checkCurrencyChange(before, given);
  const calculated = before.calculationFormula === null ? {} : { fieldType: 'calculation_equation' };
  const change = { ...given, ...calculated, ...(await planCalculation(write, { name, ...given })) };
  const { type, fieldType } = { ...before, ...givenOnly(change) };
  if (type !== before.type || fieldType !== before.fieldType) checkPair(type, fieldType);
  return applyChange(write, before, change);
}

/** Throws a 404 for a missing or archived property, and a 400 for a built-in or used property. */
export async function archiveDated(write: PropertyWrite, name: string): Promise<void> {
  const { db, now, identity, objectType } = write;
  const property = await existingProperty(write, name);
  if (property.mutableDefinitionNotDeletable) {
    throw invalid(`The property '${name}' cannot be archived.`, { context: { name: [name] } });
  }
  const uses = await listUses(write, property);
  if (uses.length > 0) throw propertyInUse(objectType, name, uses);
  const archived = { ...property, archivedAt: now, updatedAt: now, updatedUserId: identity.userId };
  await saveProperty(db, identity.hubId, objectType, archived);
}

function convertChange(body: DatedPropertyUpdate): PropertyChange {
  const { name, hasUniqueValue, dataSensitivity, referencedObjectType, externalOptions, dateDisplayHint, ...change } =
    body;
  return {
    ...change,
    numberDisplayHint: change.numberDisplayHint ?? undefined,
    textDisplayHint: change.textDisplayHint ?? undefined,
    currencyPropertyName: change.currencyPropertyName ?? undefined,
  };
}

function givenOnly(change: PropertyChange): Partial<StoredProperty> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** Checks a change of a read-only definition. Only its options may change, unless they are locked. */
function checkWritable(before: StoredProperty, change: PropertyChange): void {
  if (!hasReadOnlyDefinition(before)) return;
  const members = Object.keys(givenOnly(change));
  if (members.some((member) => member !== 'options') || hasReadOnlyOptions(before)) throw readOnly(before.name);
}

/** Once a currency property was named, the symbol stays. */
function checkCurrencyChange(before: StoredProperty, change: PropertyChange): void {
  const { showCurrencySymbol, currencyPropertyName } = change;
  if (showCurrencySymbol === undefined && currencyPropertyName === undefined) return;
  checkCurrency({ ...before, ...givenOnly({ showCurrencySymbol, currencyPropertyName }) });
}

/** A formula makes its property calculated for every field type. Throws a 404 for a missing property in the formula. */
async function planCalculation(
  { db, identity, objectType }: PropertyWrite,
  { name, calculationFormula }: { readonly name: string; readonly calculationFormula?: string | null | undefined },
): Promise<Pick<PropertyChange, 'calculationFormula' | 'calculated' | 'readOnlyValue' | 'fieldType'>> {
  if (calculationFormula === undefined || calculationFormula === null) return {};
  const { text, properties } = parsedFormula(calculationFormula);
  const active = new Set((await listProperties(db, identity.hubId, objectType)).map((property) => property.name));
  const missing = properties.find((named) => named === name || !active.has(named));
  if (missing !== undefined) throw noProperty(missing);
  return { calculationFormula: text, calculated: true, readOnlyValue: true, fieldType: 'calculation_equation' };
}

async function listUses(
  { db, identity, objectType }: PropertyWrite,
  { name, usedIn }: StoredProperty,
): Promise<readonly PropertyUse[]> {
  const formulas = (await listProperties(db, identity.hubId, objectType)).filter(
    (property) => property.name !== name && isNamedIn(property.calculationFormula ?? '', name),
  );
  const calculations = formulas.map((property) => ({
    parentType: 'CALCULATED_PROPERTY',
    parentName: `${findObjectTypeId(objectType)}/${property.name}`,
  }));
  return [...calculations, ...usedIn];
}

/** Throws a 400 for an invalid formula (interface 11.3; assumption A49). */
export function parsedFormula(formula: string): Formula {
  const parsed = readFormula(formula);
  if (parsed !== undefined && formulaFault(formula) === undefined) return parsed;
  throw invalidMember('calculationFormula', `Invalid calculation formula: ${formula}`, 'INVALID_CALCULATION_FORMULA');
}

/** Of any formula, those of a seed too, which nothing has read. */
export function isNamedIn(formula: string, property: string): boolean {
  return formula.split(/\W+/).includes(property);
}

/** Unique properties of an object type. */
const MOST_UNIQUE = 10;

function checkPair(type: string, fieldType: string): void {
  const known: Readonly<Record<string, readonly string[]>> = DATED_PAIRS satisfies Record<DatedType, unknown>;
  if (known[type]?.includes(fieldType) === true) return;
  throw invalidMember(
    'fieldType',
    `The field type ${fieldType} does not go with the type ${type}.`,
    'INVALID_FIELD_TYPE',
  );
}

/** A hint cannot be taken away. */
function checkHints(given: Pick<PropertyChange, 'numberDisplayHint' | 'textDisplayHint'>): void {
  for (const member of ['numberDisplayHint', 'textDisplayHint'] as const) {
    if (given[member] === '') throw invalidMember(member, `${member} is empty`);
  }
}

type Currency = Pick<StoredProperty, 'showCurrencySymbol' | 'currencyPropertyName'>;

/** The named property need not exist. */
function checkCurrency({ showCurrencySymbol, currencyPropertyName }: Currency): void {
  if (currencyPropertyName === null || showCurrencySymbol) return;
  const message = 'Only properties with showCurrencySymbol can have a currencyPropertyName.';
  throw invalidMember('currencyPropertyName', message, 'ONLY_CURRENCY_PROPERTIES_CAN_SPECIFY_CURRENCY');
}

/** Options come from the account itself, or from the request. */
function checkOrigin({ type, options, externalOptions, referencedObjectType }: DatedPropertyCreate): void {
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
async function checkSensitivity(
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
async function checkUnique(
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
