/** Names of declarations for people, in every form of a dictionary. */

import type { CatalogueGroup, CatalogueLimit, CatalogueProperty, CatalogueSubscription } from './catalogue.ts';

export function titleOf({ name, declared }: CatalogueGroup): string {
  return declared?.displayName ?? name;
}

/** `enumeration, select, unique`. */
export function propertyForm(property: CatalogueProperty): string {
  const { type, fieldType, hasUniqueValue, dataSensitivity, calculationFormula } = property;
  return [
    type,
    ...(fieldType === undefined || fieldType === type ? [] : [fieldType]),
    ...(hasUniqueValue === true ? ['unique'] : []),
    ...(dataSensitivity === undefined || dataSensitivity === 'non_sensitive'
      ? []
      : [dataSensitivity.replaceAll('_', ' ')]),
    ...(calculationFormula === undefined ? [] : [`calculated: ${calculationFormula}`]),
  ].join(', ');
}

/** `contact.propertyChange of loyaltytier`. */
export function subscriptionWords({ eventType, objectTypeId, propertyName }: CatalogueSubscription): string {
  const object = objectTypeId === undefined ? '' : ` of ${objectTypeId}`;
  return `${eventType}${object}${propertyName === undefined ? '' : `, property ${propertyName}`}`;
}

/** `contacts to companies, Board member`. */
export function limitWords({ from, to, category, typeId, label }: CatalogueLimit): string {
  return `${from} to ${to}, ${label ?? `${category} ${typeId ?? ''}`.trim()}`;
}
