/** The outcome of one call that an earlier run left open. */

import type { RunEvent } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';
import type { Intention, JournalEntry } from '../../model/ledger.ts';
import type { CallResult } from './call-result.ts';
import { stillOpenFinding } from './recover-findings.ts';

export interface Recovery {
  /** None: the intention stays open. */
  readonly entries: readonly JournalEntry[];
  /** In place of the one that says how it was settled. */
  readonly finding?: Finding;
  readonly as: Extract<RunEvent, { type: 'recovered' }>['as'];
  readonly shown?: Extract<RunEvent, { type: 'recovered' }>['shown'];
  /** What the service took and has not finished. */
  readonly results?: readonly CallResult[];
}

export function stillOpen(intention: Intention, why: string, advice?: Advice): Recovery {
  return { as: 'uncertain', entries: [], finding: stillOpenFinding(intention, why, advice) };
}
