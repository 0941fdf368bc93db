/** The outcome of one call that an earlier run left open. */

import type { RunEvent } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';
import type { Intention, JournalEntry } from '../../model/ledger.ts';
import type { CallResult } from './call-result.ts';
import { stillOpenFinding } from './recover-findings.ts';

export interface Recovery {
  /** Entries for the ledger. If empty, the intention stays open. */
  readonly entries: readonly JournalEntry[];
  /** Finding that replaces the usual finding of a settlement. */
  readonly finding?: Finding;
  readonly as: Extract<RunEvent, { type: 'recovered' }>['as'];
  readonly shown?: Extract<RunEvent, { type: 'recovered' }>['shown'];
  /** Results that the service accepted and has not finished. */
  readonly results?: readonly CallResult[];
}

export function stillOpen(intention: Intention, why: string, advice?: Advice): Recovery {
  return { as: 'uncertain', entries: [], finding: stillOpenFinding(intention, why, advice) };
}
