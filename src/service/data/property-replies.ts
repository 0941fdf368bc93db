/** A property definition in the reply shape of each variant (interface 2.3). */

import type { z } from 'zod';
import type { V1CompanyProperty, V1ContactProperty, V1DealProperty, V2Property } from '../../contract/properties.ts';
import type { StoredProperty } from '../model/property.ts';

export function v2Reply(property: StoredProperty): z.input<ReturnType<typeof V2Property>> {
  const {
    archivedAt,
    dataSensitivity,
    sensitiveDataCategories,
    calculationFormula,
    dateDisplayHint,
    usedIn,
    validation,
    ...shown
  } = property;
  return {
    ...shown,
    options: property.options.map((option) => ({ ...option })),
    deleted: archivedAt !== null,
    optionsAreMutable: property.optionsAreMutable ?? (property.type === 'enumeration' && !property.readOnlyDefinition),
  };
}

/** v1 company replies omit serviceDefined, deleted, createdAt and updatedAt. */
export function companyReply(property: StoredProperty): z.input<ReturnType<typeof V1CompanyProperty>> {
  const { serviceDefined, deleted, createdAt, updatedAt, ...shown } = v1Members(property);
  return shown;
}

/** v1 deal replies omit fieldType; type is described as an enum in them, so it is there. */
export function dealReply(property: StoredProperty): z.input<ReturnType<typeof V1DealProperty>> {
  const { fieldType, deleted, ...shown } = v1Members(property);
  return shown;
}

/** v1 contact replies omit type and fieldType and have deleted. */
export function contactReply(property: StoredProperty): z.input<ReturnType<typeof V1ContactProperty>> {
  const { type, fieldType, ...shown } = v1Members(property);
  return shown;
}

/** Every member of a v1 reply. Each object type omits some of them. */
function v1Members(property: StoredProperty) {
  const { showCurrencySymbol, currencyPropertyName, textDisplayHint, numberDisplayHint, ...more } = v2Reply(property);
  const { optionsAreMutable, referencedObjectType, searchableInGlobalSearch, hasUniqueValue, ...shown } = more;
  const { isCustomizedDefault, ...members } = shown;
  return members;
}
