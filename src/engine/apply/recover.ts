/** At the start of an apply: determines the outcome of the calls that an earlier run left open. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Intention, Ledger } from '../../model/ledger.ts';
import type { ApplyResult } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import type { CallResult } from './call-result.ts';
import { settledFinding } from './recover-findings.ts';
import { recoverOne } from './recover-one.ts';
import { stillOpen } from './recovery.ts';
import { type RunInput, startRun } from './run.ts';

export interface RecoverInput
  extends Omit<RunInput, 'newId' | 'accepted' | 'ahead' | 'reviewedPart' | 'files' | 'restores'> {
  /** True if the current plan makes the change of this call. Other calls are not repeated. Default: all are repeated. */
  readonly planned?: (intention: Intention) => boolean;
  /** Returns the reason why a name in the address is unresolved, as a sentence. Returns undefined if it is resolved. */
  readonly unknownName?: (address: Address) => string | undefined;
}

export interface Recovered {
  /** The ledger after the recovery. */
  readonly ledger: Ledger;
  readonly findings: readonly Finding[];
  /** Covered by intentions that stay open. */
  readonly uncertain: readonly Address[];
  /** Number of intentions that were settled. */
  readonly settled: number;
  /** Repeated calls that the service accepted and has not finished. */
  readonly accepted: readonly CallResult[];
  /** Calls that it took. */
  readonly calls: ApplyResult['calls'];
}

/** Returns a test whether a plan makes each change of a call: the same removals, creates and updates. */
export function isPlanned(plan: Plan): (intention: Intention) => boolean {
  const actions = new Map(plan.changes.map(({ address, action }) => [address, action] as const));
  return ({ covers, expects }) =>
    covers.every((address) => {
      const action = actions.get(address);
      return expects[address] === null ? action === 'remove' : action === 'create' || action === 'update';
    });
}

/** Settles open calls by reads and repetitions. Other calls stay open for a person. Throws AuthError and LedgerError. */
export async function recover(input: RecoverInput): Promise<Recovered> {
  const known = await input.ledger.read();
  // A recovery writes no records of a new run. The records of the intentions name their own run.
  const run = startRun({ ...input, newId: () => 'recovery' }, known);
  const findings: Finding[] = [];
  const accepted: CallResult[] = [];
  for (const intention of known.intentions) {
    const [unknown] = intention.covers.flatMap((address) => input.unknownName?.(address) ?? []);
    const {
      entries,
      finding,
      as,
      shown,
      results = [],
    } = unknown === undefined
      ? await recoverOne(run, intention, input.planned?.(intention) ?? true)
      : stillOpen(intention, `its name is not resolved. ${unknown}`);
    await input.ledger.append(entries);
    accepted.push(...results);
    findings.push(finding ?? settledFinding(intention, as === 'applied'));
    input.onEvent?.({ type: 'recovered', intention, as, ...defined({ shown }) });
  }
  const ledger = await input.ledger.read();
  const uncertain = [...new Set(ledger.intentions.flatMap(({ covers }) => covers))];
  const settled = known.intentions.length - ledger.intentions.length;
  return { ledger, findings, uncertain, settled, accepted, calls: run.calls };
}
