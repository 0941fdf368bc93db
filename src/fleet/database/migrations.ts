/** The tables of a fleet, as steps from one version to the next: a step that was released never changes. */

/** Statements in the schema, which is written as `@`. */
export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
}

/** The step at position n leads to version n + 1. */
export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'moment',
    // One place says what time it is: whatever the clocks of the workers say, leases are measured with this one.
    statements: [
      'create function @.moment() returns timestamptz language sql volatile as $$select clock_timestamp()$$',
    ],
  },
  {
    name: 'ledger',
    statements: [
      // The ledger as of its last fold, as a text in the form of a ledger file.
      `create table @.ledger (
        key text primary key,
        name text not null,
        lineage text not null,
        serial bigint not null,
        hub_id bigint,
        document text not null,
        written_at timestamptz not null)`,
      // The journal: what was noted since. The serial is that of the ledger with the entry in it.
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
      // Accounts whose ledgers go on in that of an app, and the newest state of it that any of them saw.
      `create table @.ledger_app (
        app text not null,
        ledger text not null references @.ledger,
        primary key (app, ledger))`,
      `create table @.ledger_app_seen (
        app text not null,
        lineage text not null,
        serial bigint not null,
        name text not null,
        primary key (app, lineage))`,
      `create table @.ledger_lease (
        ledger text primary key,
        token text not null,
        owner text not null,
        holder text not null,
        host text not null,
        pid bigint not null,
        purpose text not null,
        at timestamptz not null,
        expires timestamptz not null)`,
      'create index ledger_lease_owner on @.ledger_lease (owner)',
    ],
  },
  {
    name: 'installation',
    statements: [
      // One account, one app: two installations would write to one account.
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
        changed_at timestamptz not null)`,
      'create index installation_key on @.installation (key_id, hub_id)',
    ],
  },
  {
    name: 'rollout',
    statements: [
      `create table @.rollout (
        id text primary key,
        phase text not null default 'planning',
        wave integer not null default -1,
        soak_until timestamptz,
        epoch bigint not null default 0,
        config text not null,
        waves text not null,
        soak_ms bigint not null,
        max_failed double precision not null,
        max_uncertain integer not null,
        patience_ms bigint not null,
        created_at timestamptz not null)`,
      // What accounts with equal plans have in common, with the plan of one of them.
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
      // How many accounts of each wave are to be changed: what the share of failures is measured with.
      `create table @.wave (
        rollout text not null references @.rollout,
        wave integer not null,
        changing bigint not null,
        primary key (rollout, wave))`,
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
        worker text,
        run text,
        changed_at timestamptz,
        primary key (rollout, hub_id))`,
      `create index target_due on @.target (rollout, wave, not_before nulls first, hub_id)
        where state in ('approved', 'deferred')`,
      "create index target_running on @.target (worker) where state = 'running'",
      "create index target_bad on @.target (rollout, wave, state) where state in ('failed', 'uncertain')",
      'create index target_tally on @.target (rollout, wave, state) include (changing)',
      'create index target_shape on @.target (rollout, shape)',
      'create table @.worker (id text primary key, expires timestamptz not null)',
      `create table @.event (
        id bigint generated always as identity primary key,
        rollout text not null references @.rollout,
        at timestamptz not null,
        detail jsonb not null)`,
      'create index event_rollout on @.event (rollout, id)',
    ],
  },
  {
    name: 'operations',
    statements: [
      // apply: what the files say. revert: what another rollout overwrote is put back. drift: nothing is ever changed. The accounts that it
      // is about are those that `selected` says, or all.
      `alter table @.rollout
        add kind text not null default 'apply',
        add reverts text references @.rollout,
        add created_by text,
        add selected jsonb`,
      // Noted before the first write of each run, so that a run of a worker that ended is known as well.
      "alter table @.target add runs text[] not null default '{}'",
      'create index target_page on @.target (rollout, state, hub_id)',
      "create index target_planning on @.target (rollout, hub_id) where state = 'planning'",
    ],
  },
  {
    name: 'measures',
    statements: [
      // Who plans sends heartbeats as well, and runs no account.
      "alter table @.worker add task text not null default 'run'",
    ],
  },
  {
    name: 'refusals',
    // What is paused stays so when its token is refused: that is told when it is resumed.
    statements: ['alter table @.installation add refused boolean not null default false'],
  },
  {
    name: 'configuration',
    statements: [
      // What it was planned with: a worker with other files leaves it alone, and limits that were there stay. Null: anybody may run it.
      'alter table @.rollout add digest text, add thresholds jsonb',
      'alter table @.worker add digest text',
    ],
  },
  {
    name: 'starts',
    // Which of two rollouts a person started last: the accounts that it took are no longer the other one's. Those before are numbered by their events.
    statements: [
      'alter table @.rollout add started bigint',
      "update @.rollout as r set started = (select min(e.id) from @.event as e where e.rollout = r.id and e.detail->>'kind' = 'start')",
    ],
  },
];
