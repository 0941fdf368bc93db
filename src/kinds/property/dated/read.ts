/** Live properties in the definitions of the dated surface (interface 11.3). */

import { z } from 'zod';
import { DatedProperties, DatedProperty } from '../../../contract/dated-properties.ts';
import { defined } from '../../../contract/defined.ts';
import { lazy } from '../../../contract/lazy.ts';
import { checkedBy, parsedWith } from '../../../contract/parse-with.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Fields } from '../../../model/json.ts';
import type { KindReader } from '../../../model/kind-reader.ts';
import type { LiveResource } from '../../../model/live.ts';
import { isoTime } from '../../../model/moment.ts';
import { creationTimes } from '../../creation-times.ts';
import { listedBy, objectTypeListed } from '../../dated-definition-reads.ts';
import { optionsOf } from '../../options.ts';
import { addressOfProperty } from '../spec.ts';
import { locksOf } from './locks.ts';
import { unlistedProperties } from './unlisted.ts';

/** Members of a definition that this kind reads. */
export const Definition = lazy(() =>
  z.object(DatedProperty().shape).pick({
    ...{ name: true, label: true, description: true, groupName: true, type: true, fieldType: true },
    ...{ options: true, displayOrder: true, formField: true, hidden: true, hasUniqueValue: true },
    ...{ dataSensitivity: true, referencedObjectType: true, externalOptions: true, calculationFormula: true },
    ...{ numberDisplayHint: true, textDisplayHint: true, showCurrencySymbol: true, currencyPropertyName: true },
    ...{ hubspotDefined: true, modificationMetadata: true, archived: true, archivedAt: true },
    ...{ createdAt: true, updatedAt: true, updatedUserId: true },
  }),
);
export type Definition = z.infer<ReturnType<typeof Definition>>;
const Definitions = lazy(() => z.object({ results: z.array(Definition()) }));

export function readerFor(names: AccountNames): KindReader {
  return {
    proves: 'both',
    lockedSection: '11.3',
    ...listedBy('listDatedProperties', names),
    ...unlistedProperties(names),
    interpret(call, reply) {
      const objectType = objectTypeListed(names, call);
      return rowsIn(reply).map((row) => resourceOf(objectType, row));
    },
    createdIn(call, reply) {
      const objectType = objectTypeListed(names, call);
      const existing = rowsIn(reply).filter(({ archived }) => archived !== true);
      return creationTimes(existing, ({ name, createdAt }) => [
        addressOfProperty({ objectType, name }),
        isoTime(createdAt),
      ]);
    },
  };
}

function rowsIn(reply: unknown): readonly Definition[] {
  return (checkedBy(DatedProperties(), reply) ?? parsedWith(Definitions(), reply)).results;
}

/** Returns the owned fields of a definition, with their names of the documented surface. */
export function fieldsOf(row: Definition): Fields {
  return {
    label: row.label,
    description: row.description ?? '',
    groupName: row.groupName,
    type: row.type,
    fieldType: row.fieldType,
    options: optionsOf(row.options),
    ...(row.displayOrder == null ? {} : { displayOrder: row.displayOrder }),
    formField: row.formField ?? false,
    hidden: row.hidden ?? false,
    hasUniqueValue: row.hasUniqueValue ?? false,
    dataSensitivity: row.dataSensitivity ?? 'non_sensitive',
    referencedObjectType: row.referencedObjectType ?? '',
    externalOptions: row.externalOptions ?? false,
    calculationFormula: row.calculationFormula ?? '',
    numberDisplayHint: row.numberDisplayHint ?? '',
    textDisplayHint: row.textDisplayHint ?? '',
    showCurrencySymbol: row.showCurrencySymbol ?? false,
    currencyPropertyName: row.currencyPropertyName ?? '',
  };
}

function resourceOf(objectType: string, row: Definition): LiveResource {
  const { hubspotDefined: isDefault } = row;
  return {
    address: addressOfProperty({ objectType, name: row.name }),
    kind: 'property',
    fields: fieldsOf(row),
    basis: 'observed',
    ...(isDefault == null ? {} : { defined: isDefault ? 'default' : 'custom' }),
    ...locksOf(row),
    // Properties of the service lack this member, so only true has a meaning.
    ...(row.archived === true ? { archived: defined({ at: isoTime(row.archivedAt) }) } : {}),
    ...defined({ changedAt: isoTime(row.updatedAt) }),
    ...(row.updatedUserId == null ? {} : { changedBy: row.updatedUserId }),
  };
}
