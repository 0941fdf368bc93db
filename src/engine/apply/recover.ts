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
  /** Whether the plan that is applied makes the change of this call too: only then is the call repeated. All when left out. */
  readonly planned?: (intention: Intention) => boolean;
  /** Why it is not known what a name in the address stands for, as a sentence; undefined where it is. */
  readonly unknownName?: (address: Address) => string | undefined;
}

export interface Recovered {
  /** As it is after everything that could be settled was. */
  readonly ledger: Ledger;
  readonly findings: readonly Finding[];
  /** Covered by intentions that stay open. */
  readonly uncertain: readonly Address[];
  /** How many intentions are open no longer. */
  readonly settled: number;
  /** What the service took when its call was repeated, and has not finished. */
  readonly accepted: readonly CallResult[];
  /** Calls that it took. */
  readonly calls: ApplyResult['calls'];
}

/** Whether the plan makes each change of the call: removes what it removes, and writes what it writes. */
export function isPlanned(plan: Plan): (intention: Intention) => boolean {
  const actions = new Map(plan.changes.map(({ address, action }) => [address, action] as const));
  return ({ covers, expects }) =>
    covers.every((address) => {
      const action = actions.get(address);
      return expects[address] === null ? action === 'remove' : action === 'create' || action === 'update';
    });
}

/** Reads back or repeats; what only a person can settle stays. Throws AuthError and LedgerError. */
export async function recover(input: RecoverInput): Promise<Recovered> {
  const known = await input.ledger.read();
  // A recovery writes no records of its own: those of the intentions carry the run that made them.
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
