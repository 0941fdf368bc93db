/** The planner: desired, live and ledger in, a plan out. Pure: equal inputs give byte-identical plans. */

import type { Resolution } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import type { Ledger, LedgerHolder } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Plan } from '../../model/plan.ts';
import { type Consent, consentsAt } from '../../model/policy.ts';
import { tooManyChanges } from '../gate/guard.ts';
import { hostChange } from '../gate/host-check.ts';
import { doubtfulRecords } from '../observe/doubtful.ts';
import { openCallFindings, openCalls, waitingFor } from '../observe/open-calls.ts';
import { mentionFindings, offlineFindings } from '../rules/evaluate.ts';
import { unusedWarningWaivers, waive } from '../rules/waivers.ts';
import { assemble, draw } from './assemble.ts';
import { type Decision, decide } from './decide.ts';
import { leftover } from './leftover.ts';
import { unusedConsents } from './named.ts';
import { provisional } from './provisional.ts';

export interface PlanInput {
  readonly resolution: Resolution;
  readonly live: Live;
  readonly ledger: Ledger;
  readonly kinds: readonly Kind[];
  /** Consents beyond the policy's. */
  readonly allow: readonly Consent[];
  readonly targets: readonly string[];
  /** Addresses whose drift is overwritten although the account holds drift. */
  readonly overwrite: readonly string[];
  /** Every address that a consent of the policy can speak of. */
  readonly known: ReadonlySet<string>;
  /** Account id as proven by the token; null when nobody asked. */
  readonly hubId: number | null;
  /** Who writes the ledger now. */
  readonly holder?: LedgerHolder;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export function makePlan(input: PlanInput): Plan {
  const { resolution, live, kinds } = input;
  const { desired, policy } = resolution;
  const allow = [...consentsAt(policy.allow, input.now), ...input.allow];
  const decided = decideAll({ ...input, ledger: provisional(input.ledger, live, kinds) }, allow);
  const drawing = draw(decided.decisions, input);
  const open = openCalls(input);
  const moved = hostChange(resolution.account, input.ledger) !== undefined;
  const doubt = doubtfulRecords({ desired, ledger: input.ledger, live, kinds, moved });
  const seen = [
    ...openCallFindings(open, input.holder),
    ...mentionFindings(desired, live, kinds),
    ...live.findings,
    ...decided.findings,
    ...drawing.findings,
    ...doubt.findings,
    ...unusedConsents(consentsAt(policy.allow, input.now), input.known),
    ...tooManyChanges(drawing.summary, policy.maxChanges, allow),
  ];
  const findings = [
    ...offlineFindings(resolution, kinds, input.now),
    ...waive(seen, policy, input.now),
    ...(live.complete ? unusedWarningWaivers(policy, [...resolution.findings, ...seen], input.now) : []),
  ];
  return assemble({
    ...input,
    origin: { kind: 'files' },
    desired: desired.resources,
    allow,
    drawing,
    open,
    doubtful: doubt.fresh,
    findings,
  });
}

function decideAll(
  input: PlanInput,
  allow: readonly Consent[],
): { readonly decisions: readonly Decision[]; readonly findings: readonly Finding[] } {
  const { live, ledger, kinds, resolution } = input;
  const byName = new Map(kinds.map((kind) => [kind.name, kind] as const));
  const unsettled = waitingFor(ledger, input.holder);
  const context = {
    live,
    ledger,
    allow,
    hold: resolution.account.drift === 'hold',
    overwrite: new Set(input.overwrite),
    unsettled,
  };
  const declared = new Set(resolution.desired.resources.map(({ address }) => address));
  const decisions = resolution.desired.resources.flatMap((resource) => {
    const kind = byName.get(resource.kind);
    return kind === undefined ? [] : [decide(resource, kind, context)];
  });
  const leftovers = Object.values(ledger.records)
    .filter((record) => !declared.has(record.address))
    .flatMap((record) => {
      const kind = byName.get(record.kind);
      return kind === undefined ? [] : [leftover(record, kind, live, allow)];
    });
  return {
    decisions: [...decisions, ...leftovers.flatMap(({ decision }) => decision ?? [])],
    findings: leftovers.flatMap(({ findings }) => findings),
  };
}
