/** Changes that a person makes in the user interface of the account, without an app. They create drift. */

import { canonicalCategory } from '../../contract/association-limits.ts';
import type { OptionInput } from '../../contract/shapes.ts';
import { UsageError } from '../../errors.ts';
import {
  changedProperty,
  type NewProperty,
  newProperty,
  type PropertyChange,
  type StoredProperty,
} from '../model/property.ts';
import { lockAccount, resolveObjectType } from '../store/accounts.ts';
import { findProperty, listProperties, saveProperty } from '../store/properties.ts';
import { deleteRows, insertNew, saveRow, updateRows } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';
import type { Registry } from './accounts.ts';
import { findGroup, nextGroupOrder } from './group-writes.ts';
import { createLabelAdmin, type LabelAdmin } from './label-admin.ts';
import { deriveOwner } from './people.ts';
import { createPipelineAdmin, missing, type Person, type PipelineAdmin } from './pipeline-admin.ts';
import { createRuleAdmin, type RuleAdmin } from './rule-admin.ts';
import { createSchemaAdmin, type SchemaAdmin } from './schema-admin.ts';

export interface LimitName {
  readonly from: string;
  readonly to: string;
  readonly category: string;
  readonly typeId: number;
}

/** Every method throws UsageError if the named entry is missing. Object types take any spelling. */
export interface AccountAdmin extends PipelineAdmin, LabelAdmin, RuleAdmin, SchemaAdmin {
  addProperty(objectType: string, property: NewProperty): Promise<void>;
  editProperty(objectType: string, name: string, change: PropertyChange): Promise<void>;
  /** Hides the property from every list; creating the name again brings it back. */
  archiveProperty(objectType: string, name: string): Promise<void>;
  /** Removes the property for good. */
  deleteProperty(objectType: string, name: string): Promise<void>;
  addOption(objectType: string, name: string, option: OptionInput): Promise<void>;
  editOption(objectType: string, name: string, value: string, change: Partial<OptionInput>): Promise<void>;
  deleteOption(objectType: string, name: string, value: string): Promise<void>;
  addGroup(
    objectType: string,
    group: { readonly name: string; readonly displayName: string; readonly displayOrder?: number },
  ): Promise<void>;
  editGroup(
    objectType: string,
    name: string,
    change: { readonly displayName?: string; readonly displayOrder?: number },
  ): Promise<void>;
  /** Refused while active properties are in the group. */
  deleteGroup(objectType: string, name: string): Promise<void>;
  editSubscription(id: string, change: { readonly active: boolean }): Promise<void>;
  deleteSubscription(id: string): Promise<void>;
  deleteEventProperty(eventName: string, name: string): Promise<void>;
  setLimit(limit: LimitName, maxToObjectIds: number): Promise<void>;
  deleteLimit(limit: LimitName): Promise<void>;
}

export function createAdmin({ db, clock }: Registry, hubId: number): AccountAdmin {
  const inAccount = (act: (tx: Db) => Promise<void>) =>
    db.transaction().execute(async (tx) => {
      await lockAccount(tx, hubId);
      await act(tx);
    });
  const onProperty = (
    objectType: string,
    name: string,
    act: (tx: Db, type: string, property: StoredProperty) => Promise<void>,
  ) =>
    inAccount(async (tx) => {
      const type = await requireType(tx, hubId, objectType);
      const property = await findProperty(tx, hubId, type, name);
      if (property === undefined || property.archivedAt !== null) throw missing(`property ${name} of ${type}`, hubId);
      await act(tx, type, property);
    });
  const edit = (objectType: string, name: string, change: (property: StoredProperty) => PropertyChange) =>
    onProperty(objectType, name, (tx, type, property) =>
      saveProperty(tx, hubId, type, changedProperty(property, change(property), clock.now(), deriveOwner(hubId))),
    );
  const person: Person = {
    hubId,
    userId: deriveOwner(hubId),
    now: () => clock.now(),
    inAccount,
    typeOf: (tx, spelling) => requireType(tx, hubId, spelling),
  };
  return {
    ...createPipelineAdmin(person),
    ...createLabelAdmin(person),
    ...createRuleAdmin(person),
    ...createSchemaAdmin(person),
    addProperty: (objectType, given) =>
      inAccount(async (tx) => {
        const type = await requireType(tx, hubId, objectType);
        await requireGroup(tx, hubId, type, given.groupName);
        await saveProperty(tx, hubId, type, newProperty(given, clock.now(), deriveOwner(hubId)));
      }),
    editProperty: (objectType, name, change) => edit(objectType, name, () => change),
    archiveProperty: (objectType, name) =>
      onProperty(objectType, name, (tx, type, property) =>
        saveProperty(tx, hubId, type, { ...property, archivedAt: clock.now() }),
      ),
    deleteProperty: (objectType, name) =>
      onProperty(objectType, name, async (tx, type) => {
        await deleteRows(tx, 'properties', { hub_id: hubId, object_type: type, name });
      }),
    addOption: (objectType, name, option) =>
      edit(objectType, name, ({ options }) => ({ options: [...options, option] })),
    editOption: (objectType, name, value, change) =>
      edit(objectType, name, ({ options }) => {
        if (options.every((option) => option.value !== value)) throw missing(`option ${value} of ${name}`, hubId);
        return { options: options.map((option) => (option.value === value ? { ...option, ...change } : option)) };
      }),
    deleteOption: (objectType, name, value) =>
      edit(objectType, name, ({ options }) => {
        if (options.every((option) => option.value !== value)) throw missing(`option ${value} of ${name}`, hubId);
        return { options: options.filter((option) => option.value !== value) };
      }),
    addGroup: (objectType, group) =>
      inAccount(async (tx) => {
        const type = await requireType(tx, hubId, objectType);
        const display_order = group.displayOrder ?? (await nextGroupOrder(tx, hubId, type));
        await insertNew(tx, 'property_groups', {
          hub_id: hubId,
          object_type: type,
          name: group.name,
          display_name: group.displayName,
          display_order,
          service_defined: 0,
        });
      }),
    editGroup: (objectType, name, change) =>
      inAccount(async (tx) => {
        const row = await requireGroup(tx, hubId, await requireType(tx, hubId, objectType), name);
        await saveRow(tx, 'property_groups', {
          ...row,
          display_name: change.displayName ?? row.display_name,
          display_order: change.displayOrder ?? row.display_order,
        });
      }),
    deleteGroup: (objectType, name) =>
      inAccount(async (tx) => {
        const type = await requireType(tx, hubId, objectType);
        await requireGroup(tx, hubId, type, name);
        const members = (await listProperties(tx, hubId, type)).filter((property) => property.groupName === name);
        if (members.length > 0) {
          throw new UsageError('group-in-use', `Group ${name} has ${members.length} active properties.`);
        }
        await deleteRows(tx, 'property_groups', { hub_id: hubId, object_type: type, name });
      }),
    editSubscription: (id, { active }) =>
      inAccount(async (tx) => {
        const change = { active: active ? 1 : 0, updated_at: clock.now() };
        if (!(await updateRows(tx, 'subscriptions', { id: Number(id) }, change))) {
          throw missing(`subscription ${id}`, hubId);
        }
      }),
    deleteSubscription: (id) =>
      inAccount(async (tx) => {
        if (!(await deleteRows(tx, 'subscriptions', { id: Number(id) }))) throw missing(`subscription ${id}`, hubId);
      }),
    deleteEventProperty: (eventName, name) =>
      inAccount(async (tx) => {
        if (!(await deleteRows(tx, 'event_properties', { hub_id: hubId, event_name: eventName, name }))) {
          throw missing(`event property ${eventName}.${name}`, hubId);
        }
      }),
    setLimit: (limit, maxToObjectIds) =>
      inAccount(async (tx) =>
        saveRow(tx, 'association_limits', { ...(await limitKey(tx, hubId, limit)), max_to_object_ids: maxToObjectIds }),
      ),
    deleteLimit: (limit) =>
      inAccount(async (tx) => {
        if (!(await deleteRows(tx, 'association_limits', await limitKey(tx, hubId, limit))))
          throw missing(`limit ${limit.typeId}`, hubId);
      }),
  };
}

async function requireType(db: Db, hubId: number, spelling: string): Promise<string> {
  const type = await resolveObjectType(db, hubId, spelling);
  if (type === undefined) throw missing(`object type ${spelling}`, hubId);
  return type;
}

async function requireGroup(db: Db, hubId: number, objectType: string, name: string) {
  const row = await findGroup(db, hubId, objectType, name);
  if (row === undefined) throw missing(`group ${name} of ${objectType}`, hubId);
  return row;
}

async function limitKey(db: Db, hubId: number, { from, to, category, typeId }: LimitName) {
  return {
    hub_id: hubId,
    from_type: await requireType(db, hubId, from),
    to_type: await requireType(db, hubId, to),
    category: canonicalCategory(category),
    type_id: typeId,
  };
}
