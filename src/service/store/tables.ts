/** The tables of the store: their columns and keys as data, from which the row types and the statements for SQLite and PostgreSQL follow. */

import type { Kysely } from 'kysely';

const text = 'text not null';
const nullableText = 'text';
const whole = 'bigint not null';
const nullableWhole = 'bigint';
const flag = 'smallint not null';

type Column = typeof text | typeof nullableText | typeof whole | typeof nullableWhole | typeof flag;
type Columns = Readonly<Record<string, Column>>;

/** Value of a column in a row. */
type Value<C extends Column> = C extends typeof text
  ? string
  : C extends typeof nullableText
    ? string | null
    : C extends typeof nullableWhole
      ? number | null
      : number;

interface Table<C extends Columns> {
  readonly columns: C;
  readonly key: readonly string[];
  /** Further constraints, in SQL. */
  readonly constraints: readonly string[];
}

function table<C extends Columns>(key: readonly (keyof C & string)[], columns: C, ...constraints: string[]): Table<C> {
  return { columns, key, constraints };
}

const ofAccount = { hub_id: whole } as const;
const ofObjectType = { ...ofAccount, object_type: text } as const;
const ofPair = { ...ofAccount, from_type: text, to_type: text } as const;

/** Account, app and user of a token or code. Blanks separate the scopes. */
const grant = { ...ofAccount, app_id: whole, user_id: whole, scopes: text } as const;

export const TABLES = {
  meta: table(['name'], { name: text, value: text }),
  sequences: table(['name'], { name: text, value: whole }),
  accounts: table(['hub_id'], {
    ...ofAccount,
    domain: text,
    user_id: whole,
    type: text,
    sensitive_data: flag,
    revision: whole,
  }),
  /** Details are JSON. */
  object_types: table(['hub_id', 'id'], {
    ...ofAccount,
    id: text,
    name: text,
    archived: flag,
    details: text,
  }),
  /** Details of a type that a write replaced, in the order of the writes, for readers that do not see the write yet. */
  earlier_schemas: table(['hub_id', 'object_type', 'number'], {
    ...ofObjectType,
    number: whole,
    replaced_at: whole,
    details: text,
  }),
  /** Types that were removed for good, for the limit that still counts them. */
  purged_types: table(['hub_id', 'id'], { ...ofAccount, id: text, purged_at: whole }),
  /** Maximum number of custom object types. */
  object_type_limits: table(['hub_id'], { ...ofAccount, most: whole }),
  /** A row for each direction. An unlabelled type has no label. A label with two names has its own text for each direction. */
  association_types: table(['hub_id', 'type_id'], {
    ...ofPair,
    type_id: whole,
    inverse_id: whole,
    name: text,
    label: nullableText,
    two_names: flag,
    created_at: whole,
  }),
  /** A row for each direction of a label, for the limits that still count it. */
  deleted_labels: table(['hub_id', 'type_id'], {
    ...ofPair,
    type_id: whole,
    name: text,
    label: text,
    deleted_at: whole,
  }),
  association_limits: table(['hub_id', 'from_type', 'to_type', 'category', 'type_id'], {
    ...ofPair,
    category: text,
    type_id: whole,
    max_to_object_ids: whole,
  }),
  apps: table(
    ['app_id'],
    { app_id: whole, client_id: text, secret_hash: text, redirect_uris: text, scopes: text },
    'unique (client_id)',
  ),
  /** The account of a key can own several apps. */
  developer_keys: table(['hash', 'app_id'], { hash: text, app_id: whole }),
  installs: table(['hub_id', 'app_id'], { ...ofAccount, app_id: whole }),
  refresh_tokens: table(['hash'], { hash: text, client_id: text, ...grant, deleted_at: nullableWhole }),
  access_tokens: table(['hash'], { hash: text, ...grant, expires_at: whole }),
  codes: table(['hash'], {
    hash: text,
    ...grant,
    redirect_uri: text,
    challenge: nullableText,
    expires_at: whole,
    used_at: nullableWhole,
  }),
  property_groups: table(['hub_id', 'object_type', 'name'], {
    ...ofObjectType,
    name: text,
    display_name: text,
    display_order: whole,
    service_defined: flag,
  }),
  /** The definition is JSON. */
  properties: table(['hub_id', 'object_type', 'name'], {
    ...ofObjectType,
    name: text,
    archived: flag,
    definition: text,
  }),
  /** The definition is JSON and includes the stages. */
  pipelines: table(['hub_id', 'object_type', 'id'], { ...ofObjectType, id: text, definition: text }),
  /** Changes of pipelines and stages. The stage of a change of the pipeline itself is the empty string. */
  pipeline_changes: table(['hub_id', 'number'], {
    ...ofObjectType,
    number: whole,
    pipeline_id: text,
    stage_id: text,
    action: text,
    user_id: whole,
    changed_at: whole,
  }),
  /** Maximum number of pipelines, not counting the default pipeline. Custom object types share the row `custom`. */
  pipeline_limits: table(['hub_id', 'object_type'], { ...ofObjectType, most: whole }),
  /** Records that are in a stage. */
  stage_records: table(['hub_id', 'id'], { ...ofObjectType, id: whole, stage_id: text }),
  /** An omitted member is the empty string. */
  subscriptions: table(['id'], {
    app_id: whole,
    id: whole,
    event_type: text,
    property_name: text,
    object_type_id: text,
    event_type_name: text,
    active: flag,
    created_at: whole,
    updated_at: whole,
  }),
  webhook_settings: table(['app_id'], {
    app_id: whole,
    target_url: text,
    most_requests: whole,
    created_at: whole,
    updated_at: whole,
  }),
  /** The number is unique in the whole service. New members are JSON: the members that each new property shows in addition to its request. */
  event_definitions: table(['hub_id', 'name'], {
    ...ofAccount,
    name: text,
    label: text,
    number: whole,
    description: text,
    primary_object: text,
    created_at: whole,
    created_user_id: whole,
    updated_at: whole,
    new_members: nullableText,
  }),
  event_properties: table(['hub_id', 'event_name', 'name'], {
    ...ofAccount,
    event_name: text,
    name: text,
    definition: text,
  }),
  event_templates: table(['app_id', 'id'], { app_id: whole, id: text, object_type: text }),
  timeline_events: table(['hub_id', 'app_id', 'template_id', 'id'], {
    ...ofAccount,
    app_id: whole,
    template_id: text,
    id: text,
    definition: text,
  }),
  contacts: table(
    ['hub_id', 'object_id'],
    { ...ofAccount, object_id: text, email: nullableText },
    'unique (hub_id, email)',
  ),
  visitors: table(['hub_id', 'utk'], { ...ofAccount, utk: text, object_id: text }),
};

export type TableName = keyof typeof TABLES;
type RowOf<C extends Columns> = { -readonly [N in keyof C]: Value<C[N]> };
export type Tables = { readonly [T in TableName]: RowOf<(typeof TABLES)[T]['columns']> };
export type GrantRow = RowOf<typeof grant>;
export type AccountRow = Tables['accounts'];
export type AppRow = Tables['apps'];
export type AssociationTypeRow = Tables['association_types'];
export type EventDefinitionRow = Tables['event_definitions'];
export type GroupRow = Tables['property_groups'];
export type LimitRow = Tables['association_limits'];
export type ObjectTypeRow = Tables['object_types'];
export type PipelineChangeRow = Tables['pipeline_changes'];
export type SubscriptionRow = Tables['subscriptions'];

/** A connection or a running transaction. */
export type Db = Kysely<Tables>;

/** Statements that create the missing tables. */
export function tableStatements(): readonly string[] {
  return Object.entries(TABLES).map(([name, { columns, key, constraints }]) => {
    const parts = [
      ...Object.entries(columns).map(([column, type]) => `${column} ${type}`),
      `primary key (${key.join(', ')})`,
      ...constraints,
    ];
    return `create table if not exists ${name} (${parts.join(', ')})`;
  });
}
