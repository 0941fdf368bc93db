/** Changes of object types by a person in the account's own user interface. */

import type { DatedSchemaCreate, DatedSchemaUpdate } from '../../contract/dated-schema-writes.ts';
import { allowed, type Person } from './pipeline-admin.ts';
import { archiveSchema, createSchema, type SchemaEditor, updateSchema } from './schema-writes.ts';

/** Every act throws UsageError if the object type does not exist, or if the service refuses the same change by a call. */
export interface SchemaAdmin {
  /** Purges an archived type of the same name. */
  addSchema(schema: DatedSchemaCreate): Promise<void>;
  /** Keeps the members that the change leaves out. */
  editSchema(objectType: string, change: DatedSchemaUpdate): Promise<void>;
  archiveSchema(objectType: string): Promise<void>;
}

export function createSchemaAdmin({ hubId, userId, now, inAccount, typeOf }: Person): SchemaAdmin {
  // A person acts outside an app and needs no scope.
  const identity = { hubId, userId, appId: 0, scopes: [] };
  const as = (act: (editor: SchemaEditor) => Promise<unknown>) =>
    inAccount((db) => allowed(() => act({ db, now: now(), identity })));
  return {
    addSchema: (schema) => as((editor) => createSchema(editor, schema, 'refused')),
    editSchema: (objectType, change) =>
      as(async (editor) => updateSchema(editor, await typeOf(editor.db, objectType), change, 'current')),
    archiveSchema: (objectType) => as(async (editor) => archiveSchema(editor, await typeOf(editor.db, objectType))),
  };
}
