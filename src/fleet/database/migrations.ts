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
];
