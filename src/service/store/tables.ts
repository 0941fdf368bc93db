/** The rows of the store: one type per table, and the statements that create the tables on both SQLite and PostgreSQL. */

import type { Kysely } from 'kysely';

export interface Tables {
  readonly meta: { name: string; value: string };
  readonly sequences: { name: string; value: number };
  readonly accounts: { hub_id: number; domain: string; user_id: number; created_at: number; revision: number };
  readonly account_types: { hub_id: number; type: string };
  readonly account_features: { hub_id: number; feature: string };
  readonly object_types: { hub_id: number; id: string; name: string };
  /** What an object type has beside its name; those that were seeded and never changed have none. */
  readonly object_schemas: { hub_id: number; object_type: string; archived: number; details: string };
  readonly schema_associations: {
    hub_id: number;
    from_type: string;
    to_type: string;
    type_id: number;
    inverse_id: number;
    name: string;
    created_at: number;
  };
  readonly apps: { app_id: number; client_id: string; secret_hash: string; redirect_uris: string; scopes: string };
  readonly developer_keys: { hash: string; app_id: number };
  readonly installs: { hub_id: number; app_id: number };
  readonly refresh_tokens: GrantRow & { hash: string; client_id: string; deleted_at: number | null };
  readonly access_tokens: GrantRow & { hash: string; expires_at: number };
  readonly codes: GrantRow & {
    hash: string;
    redirect_uri: string;
    challenge: string | null;
    expires_at: number;
    used_at: number | null;
  };
  readonly property_groups: {
    hub_id: number;
    object_type: string;
    name: string;
    display_name: string;
    display_order: number;
    service_defined: number;
  };
  readonly properties: PropertyRow;
  readonly subscriptions: SubscriptionRow;
  /** Those that are there twice. */
  readonly subscription_copies: SubscriptionRow;
  readonly webhook_settings: { app_id: number; target_url: string; most_requests: number };
  readonly webhook_settings_times: { app_id: number; created_at: number; updated_at: number };
  readonly event_definitions: { hub_id: number; name: string; label: string };
  readonly event_details: { hub_id: number; event_name: string; number: number; details: string };
  readonly event_members: { hub_id: number; event_name: string; members: string };
  readonly event_properties: { hub_id: number; event_name: string; name: string; definition: string };
  readonly association_limits: {
    hub_id: number;
    from_type: string;
    to_type: string;
    category: string;
    type_id: number;
    max_to_object_ids: number;
  };
  readonly association_labels: {
    hub_id: number;
    from_type: string;
    to_type: string;
    type_id: number;
    inverse_id: number;
    name: string;
    label: string;
  };
  readonly event_templates: { app_id: number; id: string; object_type: string };
  readonly timeline_events: {
    hub_id: number;
    app_id: number;
    template_id: string;
    id: string;
    object_id: string;
    definition: string;
  };
  readonly contacts: { hub_id: number; object_id: string; email: string | null };
  readonly visitors: { hub_id: number; utk: string; object_id: string };
}

/** Who a token or code speaks for; scopes are separated by blanks. */
export interface GrantRow {
  hub_id: number;
  app_id: number;
  user_id: number;
  scopes: string;
}

/** A property: what is searched for in columns, the definition as JSON. */
export interface PropertyRow {
  hub_id: number;
  object_type: string;
  name: string;
  group_name: string;
  archived: number;
  definition: string;
}

export interface SubscriptionRow {
  app_id: number;
  id: number;
  event_type: string;
  property_name: string;
  object_type_id: string;
  event_type_name: string | null;
  active: number;
  created_at: number;
  updated_at: number;
}

/** A connection or a running transaction. */
export type Db = Kysely<Tables>;

const subscription = `app_id bigint not null, id bigint primary key, event_type text not null, property_name text not null,
    object_type_id text not null, event_type_name text, active smallint not null, created_at bigint not null,
    updated_at bigint not null`;
const grant = 'hub_id bigint not null, app_id bigint not null, user_id bigint not null, scopes text not null';

export const TABLE_STATEMENTS: readonly string[] = [
  'meta (name text primary key, value text not null)',
  'sequences (name text primary key, value bigint not null)',
  `accounts (hub_id bigint primary key, domain text not null, user_id bigint not null, created_at bigint not null,
    revision bigint not null)`,
  'account_types (hub_id bigint primary key, type text not null)',
  'account_features (hub_id bigint not null, feature text not null, primary key (hub_id, feature))',
  'object_types (hub_id bigint not null, id text not null, name text not null, primary key (hub_id, id))',
  `object_schemas (hub_id bigint not null, object_type text not null, archived smallint not null, details text not null,
    primary key (hub_id, object_type))`,
  `schema_associations (hub_id bigint not null, from_type text not null, to_type text not null, type_id bigint not null,
    inverse_id bigint not null, name text not null, created_at bigint not null, primary key (hub_id, type_id))`,
  `apps (app_id bigint primary key, client_id text not null unique, secret_hash text not null, redirect_uris text not null,
    scopes text not null)`,
  'developer_keys (hash text not null, app_id bigint not null, primary key (hash, app_id))',
  'installs (hub_id bigint not null, app_id bigint not null, primary key (hub_id, app_id))',
  `refresh_tokens (hash text primary key, client_id text not null, ${grant}, deleted_at bigint)`,
  `access_tokens (hash text primary key, ${grant}, expires_at bigint not null)`,
  `codes (hash text primary key, ${grant}, redirect_uri text not null, challenge text, expires_at bigint not null,
    used_at bigint)`,
  `property_groups (hub_id bigint not null, object_type text not null, name text not null, display_name text not null,
    display_order bigint not null, service_defined smallint not null, primary key (hub_id, object_type, name))`,
  `properties (hub_id bigint not null, object_type text not null, name text not null, group_name text not null,
    archived smallint not null, definition text not null, primary key (hub_id, object_type, name))`,
  `subscriptions (${subscription}, unique (app_id, event_type, property_name, object_type_id))`,
  `subscription_copies (${subscription})`,
  'webhook_settings (app_id bigint primary key, target_url text not null, most_requests bigint not null)',
  'webhook_settings_times (app_id bigint primary key, created_at bigint not null, updated_at bigint not null)',
  'event_definitions (hub_id bigint not null, name text not null, label text not null, primary key (hub_id, name))',
  `event_details (hub_id bigint not null, event_name text not null, number bigint not null, details text not null,
    primary key (hub_id, event_name))`,
  'event_members (hub_id bigint not null, event_name text not null, members text not null, primary key (hub_id, event_name))',
  `event_properties (hub_id bigint not null, event_name text not null, name text not null, definition text not null,
    primary key (hub_id, event_name, name))`,
  `association_limits (hub_id bigint not null, from_type text not null, to_type text not null, category text not null,
    type_id bigint not null, max_to_object_ids bigint not null,
    primary key (hub_id, from_type, to_type, category, type_id))`,
  `association_labels (hub_id bigint not null, from_type text not null, to_type text not null, type_id bigint not null,
    inverse_id bigint not null, name text not null, label text not null, primary key (hub_id, type_id))`,
  'event_templates (app_id bigint not null, id text not null, object_type text not null, primary key (app_id, id))',
  `timeline_events (hub_id bigint not null, app_id bigint not null, template_id text not null, id text not null,
    object_id text not null, definition text not null, primary key (hub_id, app_id, template_id, id))`,
  'contacts (hub_id bigint not null, object_id text not null, email text, primary key (hub_id, object_id), unique (hub_id, email))',
  'visitors (hub_id bigint not null, utk text not null, object_id text not null, primary key (hub_id, utk))',
];
