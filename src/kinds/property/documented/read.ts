/** Live properties from the definition lists (interface 2.3, 4.3). All replies are converted to fields here. */

import { z } from 'zod';
import { defined } from '../../../contract/defined.ts';
import { lazy } from '../../../contract/lazy.ts';
import { checkedBy, parsedWith } from '../../../contract/parse-with.ts';
import { V1ContactProperty, V2Properties } from '../../../contract/properties.ts';
import { maybeFlag } from '../../../contract/shapes.ts';
import type { Fields } from '../../../model/json.ts';
import type { KindReader } from '../../../model/kind-reader.ts';
import type { LiveResource } from '../../../model/live.ts';
import { definitionReads, objectTypeRead, wholeDefinitionRead } from '../../definition-reads.ts';
import { convertOptions } from '../../options.ts';
import { addressOfProperty } from '../spec.ts';

/** Members of a definition that this kind reads. The schema is the contact variant, because it has the fewest required members. */
export const Definition = lazy(() =>
  z
    .object(V1ContactProperty().shape)
    .pick({
      ...{ name: true, label: true, description: true, groupName: true, type: true, fieldType: true },
      ...{ options: true, displayOrder: true, formField: true, readOnlyDefinition: true, calculated: true },
      ...{ serviceDefined: true, hubspotDefined: true, deleted: true, createdAt: true, updatedAt: true },
      ...{ updatedUserId: true },
    })
    .extend({ isCustomizedDefault: maybeFlag }),
);
export type Definition = z.infer<ReturnType<typeof Definition>>;
const Definitions = lazy(() => z.array(Definition()));

export const reader: KindReader = {
  // A list is complete and has one page, so a missing name does not exist (assumption A20).
  proves: 'both',
  lockedSection: '2.3',
  hidesArchived: true,
  reads: definitionReads,
  lists: wholeDefinitionRead,
  interpret(call, reply) {
    const objectType = objectTypeRead(call);
    return listExisting(reply).map((row) => buildResource(objectType, row));
  },
};

function listExisting(reply: unknown): readonly Definition[] {
  const rows = checkedBy(V2Properties(), reply) ?? parsedWith(Definitions(), reply);
  return rows.filter(({ deleted }) => deleted !== true);
}

/**
 * Returns the owned fields of a definition. Unset strings, flags and lists are empty values, as the service stores them. A missing type,
 * field type or order stays unknown, because the v1 deal and contact replies omit the first two (interface 2.3).
 */
export function selectFields(row: Definition): Fields {
  return {
    label: row.label ?? '',
    description: row.description ?? '',
    groupName: row.groupName ?? '',
    ...(row.type == null ? {} : { type: row.type }),
    ...(row.fieldType == null ? {} : { fieldType: row.fieldType }),
    options: convertOptions(row.options),
    ...(row.displayOrder == null ? {} : { displayOrder: row.displayOrder }),
    formField: row.formField ?? false,
  };
}

function buildResource(objectType: string, row: Definition): LiveResource {
  return {
    address: addressOfProperty({ objectType, name: row.name }),
    kind: 'property',
    fields: selectFields(row),
    basis: 'observed',
    ...defined({ defined: readDefined(row), locked: describeLock(row) }),
    ...defined({ createdAt: formatTime(row.createdAt), changedAt: formatTime(row.updatedAt) }),
    ...(row.updatedUserId == null ? {} : { changedBy: String(row.updatedUserId) }),
    ...(row.isCustomizedDefault === true ? { customized: true } : {}),
  };
}

/** The flag has two names with the same meaning (assumption A14). The v1 company replies have neither (interface 2.3). */
function readDefined({ serviceDefined, hubspotDefined }: Definition): LiveResource['defined'] {
  const flag = serviceDefined ?? hubspotDefined;
  if (flag == null) return undefined;
  return flag ? 'default' : 'custom';
}

/** Returns a clause for the reason of a blocked change. Read-only definitions refuse every update (assumption A30). */
function describeLock(row: Definition): string | undefined {
  if (row.readOnlyDefinition === true) return 'the service marks its definition as read-only';
  return row.calculated === true ? 'the service calculates it' : undefined;
}

/** Returns the ISO time of epoch milliseconds. Returns undefined for an unset or invalid time. */
function formatTime(milliseconds: number | null | undefined): string | undefined {
  if (!milliseconds) return undefined;
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
