/** How the names of custom objects and association labels are looked up, where a surface has a call for it (interface 11.4, 11.7). */

import { AssociationLabels } from '../contract/association-labels.ts';
import { canonicalCategory } from '../contract/association-limits.ts';
import { DatedSchemas } from '../contract/dated-schemas.ts';
import type { Surface } from '../contract/surfaces.ts';
import type { NameReads } from '../model/account-names.ts';

const DATED: NameReads = {
  objects: {
    endpoint: 'listDatedSchemas',
    params: {},
    query: { includePropertyDefinitions: 'false', includeAssociationDefinitions: 'false' },
  },
  objectsIn: (reply) =>
    DatedSchemas()
      .parse(reply)
      .results.flatMap(({ name, fullyQualifiedName, objectTypeId, archived }) =>
        archived === true
          ? []
          : [{ typeId: objectTypeId, names: fullyQualifiedName == null ? [name] : [name, fullyQualifiedName] }],
      ),
  labels: ({ from, to }) => ({
    endpoint: 'listAssociationLabels',
    params: { fromObjectType: from, toObjectType: to },
  }),
  labelsIn: (reply) =>
    AssociationLabels()
      .parse(reply)
      .results.flatMap(({ category, typeId, label }) =>
        label == null ? [] : [{ category: canonicalCategory(category), typeId, label }],
      ),
};

/** By surface; without them a name is sent as it is. */
export const NAME_READS: Readonly<Record<Surface, NameReads | undefined>> = { documented: undefined, dated: DATED };
