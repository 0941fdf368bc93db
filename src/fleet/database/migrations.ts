/** Defines the tables of a fleet, as steps from one version to the next. A released step never changes. */

/** Statements in the schema, which is written as `@`. */
export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
}

// Measures every lease with the clock of the database, because the clocks of workers can differ.
const MOMENT = 'create function @.moment() returns timestamptz language sql volatile as $$select clock_timestamp()$$';

const LEDGER: readonly string[] = [
  // The ledger at its last fold, as the text of a ledger file.
  `create table @.ledger (
    key text primary key,
    name text not null,
    lineage text not null,
    serial bigint not null,
    hub_id bigint,
    document text not null,
    written_at timestamptz not null)`,
  // The journal since the last fold. `serial` is the serial of the ledger that includes the entry.
  `create table @.ledger_entry (
    ledger text not null references @.ledger,
    serial bigint not null,
    append text not null,
    entry text not null,
    primary key (ledger, serial))`,
  // The history: each call that took effect, once.
  `create table @.ledger_call (
    ledger text not null references @.ledger,
    id text not null,
    lineage text not null,
    serial bigint not null,
    run text not null,
    line text not null,
    primary key (ledger, id))`,
  'create index ledger_call_serial on @.ledger_call (ledger, lineage, serial)',
  // Accounts whose ledgers continue in the ledger of an app.
  `create table @.ledger_app (
    app text not null,
    ledger text not null references @.ledger,
    primary key (app, ledger))`,
  // The newest state of the ledger of an app that any account has seen.
  `create table @.ledger_app_seen (
    app text not null,
    lineage text not null,
    serial bigint not null,
    name text not null,
    primary key (app, lineage))`,
  `create table @.ledger_lease (
    ledger text primary key,
    token text not null,
    holder text not null,
    host text not null,
    pid bigint not null,
    purpose text not null,
    at timestamptz not null,
    expires timestamptz not null)`,
];

const INSTALLATION: readonly string[] = [
  // The account is the key, because two apps in one account would overwrite each other. `refused` keeps the refusal of a token while the
  // installation is paused.
  `create table @.installation (
    hub_id bigint primary key,
    app_id text not null,
    state text not null,
    labels jsonb not null,
    scopes text[] not null,
    key_id text not null,
    refresh_sealed text,
    access_sealed text,
    access_expires timestamptz,
    refreshing text,
    refreshing_until timestamptz,
    refused boolean not null default false,
    changed_at timestamptz not null)`,
  'create index installation_key on @.installation (key_id, hub_id)',
];

const ROLLOUT: readonly string[] = [
  // `kind`: apply the files, revert another rollout, or compare only (drift). `selected`: the accounts, or null for all. `digest`: the
  // configuration, or null if any worker may run it.
  `create table @.rollout (
    id text primary key,
    kind text not null default 'apply',
    reverts text references @.rollout,
    selected jsonb,
    phase text not null default 'planning',
    wave integer not null default -1,
    soak_until timestamptz,
    epoch bigint not null default 0,
    note text not null,
    digest text,
    thresholds jsonb,
    waves text not null,
    soak_ms bigint not null,
    max_failed double precision not null,
    max_uncertain integer not null,
    patience_ms bigint not null,
    created_by text,
    created_at timestamptz not null)`,
  // Accounts with equal plans, with the plan of one of the accounts.
  `create table @.cluster (
    rollout text not null references @.rollout,
    shape text not null,
    standing text not null,
    facts jsonb not null,
    sample_hub bigint not null,
    sample text not null,
    approved_by text,
    approved_at timestamptz,
    primary key (rollout, shape))`,
  // `changing`: accounts of the wave that have a change, the base of its share of failures.
  `create table @.wave (
    rollout text not null references @.rollout,
    wave integer not null,
    changing bigint not null,
    primary key (rollout, wave))`,
  // `job`: the job and the try of it that the account was begun by.
  // `runs` is written before the first call of each run, so that it also has the run of a worker that was killed.
  `create table @.target (
    rollout text not null references @.rollout,
    hub_id bigint not null,
    app text not null,
    labels jsonb not null,
    wave integer,
    shape text,
    fresh_shape text,
    changing boolean not null,
    state text not null,
    attempt integer not null default 0,
    lost integer not null default 0,
    not_before timestamptz,
    put_off_at timestamptz,
    error_kind text,
    message text,
    job text,
    run text,
    runs text[] not null default '{}',
    changed_at timestamptz,
    primary key (rollout, hub_id))`,
  "create index target_running on @.target (hub_id, rollout) where state = 'running'",
  "create index target_bad on @.target (rollout, wave, state) where state in ('failed', 'uncertain')",
  'create index target_tally on @.target (rollout, wave, state) include (changing)',
  'create index target_shape on @.target (rollout, shape)',
  'create index target_page on @.target (rollout, state, hub_id)',
  "create index target_planning on @.target (rollout, hub_id) where state = 'planning'",
  `create table @.event (
    id bigint generated always as identity primary key,
    rollout text not null references @.rollout,
    at timestamptz not null,
    detail jsonb not null)`,
  'create index event_rollout on @.event (rollout, id)',
];

/** The step at position n leads to version n + 1. */
export const MIGRATIONS: readonly Migration[] = [
  { name: 'fleet', statements: [MOMENT, ...LEDGER, ...INSTALLATION, ...ROLLOUT] },
];
