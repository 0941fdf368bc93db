/** A plan that puts back what a run overwrote, as far as that is known and nobody changed it since. Pure. */

import type { Address } from '../../model/address.ts';
import type { Resolution } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import type { Ledger, LedgerHolder, RunHistory } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Plan } from '../../model/plan.ts';
import { type Consent, consentsAt } from '../../model/policy.ts';
import { tooManyChanges } from '../gate/guard.ts';
import { openCallFindings, openCalls, waitingFor } from '../observe/open-calls.ts';
import { assemble, draw } from '../plan/assemble.ts';
import { provisional } from '../plan/provisional.ts';
import { waive } from '../rules/waivers.ts';
import { fileFindings, openFindings, stayFindings } from './findings.ts';
import { effectsOf } from './run-effects.ts';
import { undo } from './undo.ts';

export interface RevertInput {
  readonly run: RunHistory;
  /** Account and policy count; what is declared only tells whether the files would take the revert back. */
  readonly resolution: Resolution;
  readonly live: Live;
  readonly ledger: Ledger;
  readonly kinds: readonly Kind[];
  /** Consents beyond the policy's. */
  readonly allow: readonly Consent[];
  readonly targets: readonly string[];
  /** Addresses that are restored although somebody changed them since the run. */
  readonly overwrite: readonly string[];
  readonly hubId: number | null;
  /** Who writes the ledger now. */
  readonly holder?: LedgerHolder;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What has to be looked at for a plan that reverts the run, beside what the ledger records. */
export function addressesOf({ calls }: RunHistory): readonly Address[] {
  return [...new Set(calls.flatMap(({ covers }) => covers))].sort();
}

export function makeRevertPlan(input: RevertInput): Plan {
  const { run, resolution, live, kinds } = input;
  const { policy } = resolution;
  const allow = [...consentsAt(policy.allow, input.now), ...input.allow];
  const ledger = provisional(input.ledger, live, kinds);
  const unsettled = waitingFor(ledger, input.holder);
  const overwrite = new Set(input.overwrite);
  const decisions = effectsOf(run, kinds).map((effect) => undo(effect, { live, ledger, allow, overwrite, unsettled }));
  const drawing = draw(decisions, input);
  const shown = new Set(drawing.changes.map(({ address }) => address));
  const planned = decisions.filter(({ change }) => shown.has(change.address));
  const open = openCalls(input);
  // Those of the reverted run are told as what the plan leaves out.
  const others = open.filter((call) => call.run !== run.run);
  const seen: readonly Finding[] = [
    ...openCallFindings(others, input.holder),
    ...live.findings,
    ...drawing.findings,
    ...stayFindings(planned, kinds),
    ...openFindings(ledger, run.run, input.holder),
    ...fileFindings(planned, { declared: resolution.desired.resources, live, kinds }),
    ...tooManyChanges(drawing.summary, policy.maxChanges, allow, live.resources.size),
  ];
  return assemble({
    ...input,
    origin: { kind: 'revert', run: run.run },
    desired: decisions.map(({ change, wanted }) => ({ address: change.address, spec: wanted?.after ?? {} })),
    allow,
    drawing,
    open,
    findings: waive(seen, policy, input.now),
  });
}
