/** Limits on the number of pipelines: of each standard object type, and of all custom objects together (interface 11.9). */

import { canonicalObjectType, isStandardObjectType } from '../../../contract/object-types.ts';
import { PipelineLimits } from '../../../contract/pipelines.ts';
import type { Limit, Room } from '../../../model/kind-reader.ts';
import { parseIdentity } from '../../object-levels.ts';

export const room: Room = {
  read: { endpoint: 'readPipelineLimits', params: {} },
  limits(reply, created) {
    const { hubspotDefinedObjectTypes, customObjectTypes } = PipelineLimits().parse(reply);
    const byType = Map.groupBy(created, (address) => parseIdentity(address).objectType);
    const standard = hubspotDefinedObjectTypes.map(({ objectTypeId, limit, usage }): Limit => {
      const type = canonicalObjectType(objectTypeId);
      return { created: byType.get(type) ?? [], scope: `of ${type}`, limit, usage };
    });
    const { overallLimit: limit, overallUsage: usage } = customObjectTypes ?? {};
    if (limit == null || usage == null) return standard;
    const custom = created.filter((address) => !isStandardObjectType(parseIdentity(address).objectType));
    return [...standard, { created: custom, scope: 'of custom objects together', limit, usage }];
  },
};
