/** A notice for plans of an account without records, because a mistyped name of the ledger looks like a new account. */

import type { Plan, Reconciler } from '../index.ts';
import { markdownCode } from '../report/escape.ts';
import { isEmpty } from '../report/text/counts.ts';
import { hasNoLedger } from '../report/text/ledger-line.ts';

/** Returns an empty text if there is a ledger, or nothing to do. */
export async function noLedgerNotice(plan: Plan, { ledger }: Pick<Reconciler, 'ledger'>): Promise<string> {
  if (!hasNoLedger(plan) || isEmpty(plan)) return '';
  const located = await ledger.location();
  if (located === undefined) return '';
  const what = `${markdownCode(located.path)} is created by the first apply`;
  return `> **No ledger yet:** ${what}. If something was applied before, that is not known, and what no call reads is created again.`;
}
