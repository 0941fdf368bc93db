/** What is kept of a schema beside its name, when it is created and when it is changed (interface 11.4; assumption A67). */

import type { DatedSchemaCreate, DatedSchemaUpdate } from '../../contract/dated-schema-writes.ts';
import type { ObjectTypeRow } from '../store/tables.ts';

export interface SchemaDetails {
  readonly labels: { readonly singular: string; readonly plural: string };
  readonly description: string | null;
  readonly primaryDisplayProperty: string | null;
  readonly secondaryDisplayProperties: readonly string[];
  readonly requiredProperties: readonly string[];
  readonly searchableProperties: readonly string[];
  /** Null if the type was seeded. */
  readonly createdAt: number | null;
  readonly createdByUserId: number | null;
  readonly updatedAt: number;
  readonly updatedByUserId: number;
}

interface Made {
  readonly now: number;
  readonly userId: number;
}

/** Labels that are left out are the name. */
export function newDetails(body: DatedSchemaCreate, { now, userId }: Made): SchemaDetails {
  const { name, labels } = body;
  return {
    labels: { singular: labels.singular ?? name, plural: labels.plural ?? name },
    description: body.description ?? null,
    primaryDisplayProperty: body.primaryDisplayProperty ?? null,
    secondaryDisplayProperties: body.secondaryDisplayProperties ?? [],
    requiredProperties: body.requiredProperties,
    searchableProperties: body.searchableProperties ?? [],
    createdAt: now,
    createdByUserId: userId,
    updatedAt: now,
    updatedByUserId: userId,
  };
}

/** Of a type that was seeded, its name tells what there is; when it was created is not known. */
export function detailsOf({ name, details }: ObjectTypeRow, made: Made): SchemaDetails {
  const least = { name, labels: {}, requiredProperties: [], properties: [], associatedObjects: [] };
  if (details !== null) return JSON.parse(details);
  return { ...newDetails(least, made), createdAt: null, createdByUserId: null };
}

/** What is left out keeps its value. */
export function changedDetails(before: SchemaDetails, body: DatedSchemaUpdate): SchemaDetails {
  const { labels = {} } = body;
  return {
    ...before,
    labels: { singular: labels.singular ?? before.labels.singular, plural: labels.plural ?? before.labels.plural },
    description: body.clearDescription === true ? null : (body.description ?? before.description),
    primaryDisplayProperty: body.primaryDisplayProperty ?? before.primaryDisplayProperty,
    secondaryDisplayProperties: body.secondaryDisplayProperties ?? before.secondaryDisplayProperties,
    requiredProperties: body.requiredProperties ?? before.requiredProperties,
    searchableProperties: body.searchableProperties ?? before.searchableProperties,
  };
}
