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
];
