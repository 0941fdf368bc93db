/** Collects the findings of a plan: those of every plan, and those of its source. Pure. */

import type { Finding } from '../../model/finding.ts';
import { compareNatural } from '../../model/natural.ts';
import type { OpenCall } from '../../model/open-call.ts';
import { runsIn } from '../../model/plan.ts';
import { tooManyChanges } from '../gate/guard.ts';
import { hostChange, hostFindings } from '../gate/host-check.ts';
import { quotaFindings } from '../gate/quota.ts';
import { realAccountFindings } from '../gate/real-account.ts';
import { checkScopes } from '../gate/scopes.ts';
import { surfaceFindings } from '../gate/surface-ending.ts';
import { openCallFindings } from '../observe/open-calls.ts';
import { offlineFindings } from '../rules/evaluate.ts';
import { withoutDropped, withoutSettled } from '../rules/references.ts';
import { unusedWarningWaivers, waive } from '../rules/waivers.ts';
import { carriedSecrets } from './carried-secrets.ts';
import type { Drawing } from './draw.ts';
import { labelIdFindings } from './label-ids.ts';
import { consentsFor, type PlanningInput, type Proposal } from './planning.ts';
import { sharedAppFindings } from './shared-apps.ts';

/** Parts of the plan that exist already. */
interface Parts {
  readonly drawing: Drawing;
  readonly open: readonly OpenCall[];
}

export function findingsOf(input: PlanningInput, proposal: Proposal, parts: Parts): readonly Finding[] {
  const { account, policy } = input.resolution;
  const { origin } = proposal;
  const seen = waivable(input, proposal, parts);
  return sorted([
    ...(origin.kind === 'files' ? aboutFiles(input, seen) : []),
    ...waive(seen, policy, input.now),
    ...(input.scopes === null ? [] : checkScopes(parts.drawing.calls, input.scopes, input.resolution.developerKeys)),
    ...quotaFindings(parts.drawing.summary.calls, {
      quota: input.quota,
      timeZone: input.timeZone ?? null,
      now: input.now,
    }),
    ...sharedAppFindings(parts.drawing.changes, input),
    ...carriedSecrets(parts.drawing.calls, origin),
    ...hostFindings(hostChange(account, input.ledger), input.kinds),
  ]);
}

function waivable(
  input: PlanningInput,
  { origin, findings, known }: Proposal,
  { drawing, open }: Parts,
): readonly Finding[] {
  // Open calls of a reverted run are reported as a part that the revert leaves out.
  const others = open.filter(({ run }) => !runsIn(origin).includes(run));
  return [
    ...openCallFindings(others, input.holder),
    ...input.live.findings,
    ...drawing.findings,
    ...findings,
    ...(origin.kind === 'files'
      ? [...surfaceFindings(input.resolution.account), ...realAccountFindings(input.resolution, input.kinds)]
      : []),
    ...tooManyChanges(drawing.summary, input.resolution.policy.maxChanges, consentsFor(input), known),
  ];
}

/** Returns findings about the files of a plan from files: faults, and waivers that match nothing. */
function aboutFiles(input: PlanningInput, seen: readonly Finding[]): readonly Finding[] {
  const { live, ledger, kinds, now } = input;
  const resolution = { ...input.resolution, findings: withoutDropped(input.resolution.findings, ledger, live) };
  return [
    ...withoutSettled(offlineFindings(resolution, kinds, now), seen).filter((one) => !isOfCreates(one, live)),
    ...labelIdFindings(resolution, kinds),
    ...(live.complete ? unusedWarningWaivers(resolution.policy, [...resolution.findings, ...seen], now) : []),
  ];
}

const OF_CREATES: ReadonlySet<string> = new Set(['name-unusual', 'options-missing']);

/** True for a finding about creates whose resource already exists. */
function isOfCreates({ code, address }: Finding, live: PlanningInput['live']): boolean {
  const resources: ReadonlyMap<string, unknown> = live.resources;
  return OF_CREATES.has(code) && address !== undefined && resources.has(address);
}

/** Sorts by position in the files, then by address. */
function sorted(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(
    (a, b) =>
      compareNatural(a.provenance?.file ?? '', b.provenance?.file ?? '') ||
      (a.provenance?.line ?? 0) - (b.provenance?.line ?? 0) ||
      compareNatural(a.code, b.code) ||
      compareNatural(a.address ?? '', b.address ?? '') ||
      compareNatural(a.message, b.message),
  );
}
