/** The reads that look up the names of custom objects and association labels, on surfaces that have them (interface 11.4, 11.7). */

import { AssociationLabels } from '../contract/association-labels.ts';
import { canonicalCategory } from '../contract/association-limits.ts';
import { DatedSchemas } from '../contract/dated-schemas.ts';
import { findObjectTypeId } from '../contract/object-types.ts';
import type { Surface } from '../contract/surfaces.ts';
import type { NameReads } from '../model/account-names.ts';
import { SCHEMA_LIST } from './dated-definition-reads.ts';

const DATED: NameReads = {
  objects: SCHEMA_LIST,
  objectsIn: (reply) =>
    DatedSchemas()
      .parse(reply)
      .results.flatMap(({ name, fullyQualifiedName, objectTypeId, archived }) =>
        archived === true
          ? []
          : [{ typeId: objectTypeId, names: fullyQualifiedName == null ? [name] : [name, fullyQualifiedName] }],
      ),
  // The kind of labels names the types by id too, so that both share the read.
  labels: ({ from, to }) => ({
    endpoint: 'listAssociationLabels',
    params: { fromObjectType: findObjectTypeId(from), toObjectType: findObjectTypeId(to) },
  }),
  labelsIn: (reply) =>
    AssociationLabels()
      .parse(reply)
      .results.flatMap(({ category, typeId, label }) =>
        label == null ? [] : [{ category: canonicalCategory(category), typeId, label }],
      ),
};

/** Name reads by surface. On a surface without name reads, a name is sent unchanged. */
export const NAME_READS: Readonly<Record<Surface, NameReads | undefined>> = { documented: undefined, dated: DATED };
