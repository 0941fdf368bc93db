/** What the ledger of an account tells about what was merged before. */

import type { Reconciler } from '../index.ts';

/** Files of which the ledger has something that was applied, from the top of the repository. */
export type Recorded = () => Promise<readonly string[]>;

export interface LedgerSays {
  /** What the ledger knows of files that may be gone. */
  readonly recorded: Recorded;
  /** Whether it tells which policies hold. */
  isHeld(): Promise<boolean>;
}

export function recordedIn({ ledger }: Pick<Reconciler, 'ledger'>): LedgerSays {
  return {
    async recorded() {
      const { records } = await ledger.read();
      return [...new Set(Object.values(records).flatMap(({ file }) => file ?? []))];
    },
    isHeld: async () => (await ledger.read()).policies !== undefined,
  };
}

/** Of another folder, whose ledger is not read. */
export const UNRECORDED: LedgerSays = { recorded: async () => [], isHeld: async () => false };
