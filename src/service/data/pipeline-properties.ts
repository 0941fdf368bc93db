/** The two properties that the first pipeline of a custom object type adds, and that stay (interface 11.9). */

import { newProperty } from '../model/property.ts';
import { listCustomObjectTypes } from '../store/accounts.ts';
import { insertProperties } from '../store/properties.ts';
import type { PipelineEditor } from './pipeline-checks.ts';

export async function addPipelineProperties({ db, hubId, objectType, now }: PipelineEditor): Promise<void> {
  const type = (await listCustomObjectTypes(db, hubId)).find(({ id }) => id === objectType);
  const shared = {
    groupName: `${type?.name ?? objectType}_information`,
    type: 'enumeration',
    fieldType: 'select',
    serviceDefined: true,
    readOnlyDefinition: true,
  };
  const given = [
    { ...shared, name: 'hs_pipeline', label: 'Pipeline' },
    { ...shared, name: 'hs_pipeline_stage', label: 'Pipeline stage' },
  ];
  const entries = given.map((property) => ({ objectType, property: newProperty(property, now, null) }));
  await insertProperties(db, hubId, entries);
}
