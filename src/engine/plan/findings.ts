/** Collects the findings of a plan: those of every plan, and those of its source. Pure. */

import { canonicalCategory, OWN_LABELS } from '../../contract/association-limits.ts';
import { HIDDEN } from '../../contract/scrub.ts';
import { isOfHub } from '../../model/account.ts';
import type { Resolution } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Json } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import { compareNatural } from '../../model/natural.ts';
import type { OpenCall } from '../../model/open-call.ts';
import { listRuns, type Plan, type PlannedCall } from '../../model/plan.ts';
import { tooManyChanges } from '../gate/guard.ts';
import { hostChange, hostFindings } from '../gate/host-check.ts';
import { quotaFindings } from '../gate/quota.ts';
import { realAccountFindings } from '../gate/real-account.ts';
import { checkScopes } from '../gate/scopes.ts';
import { surfaceFindings } from '../gate/surface-ending.ts';
import { kindLookup } from '../kind-lookup.ts';
import { openCallFindings } from '../observe/open-calls.ts';
import { offlineFindings } from '../rules/evaluate.ts';
import { withoutDropped, withoutSettled } from '../rules/references.ts';
import { unusedWarningWaivers, waive } from '../rules/waivers.ts';
import type { Drawing } from './draw.ts';
import { listConsents, type PlanningInput, type Proposal } from './planning.ts';
import { sharedAppFindings } from './shared-apps.ts';

/** Parts of the plan that exist already. */
interface Parts {
  readonly drawing: Drawing;
  readonly open: readonly OpenCall[];
}

export function listPlanFindings(input: PlanningInput, proposal: Proposal, parts: Parts): readonly Finding[] {
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
  const others = open.filter(({ run }) => !listRuns(origin).includes(run));
  return [
    ...openCallFindings(others, input.holder),
    ...input.live.findings,
    ...drawing.findings,
    ...findings,
    ...(origin.kind === 'files'
      ? [...surfaceFindings(input.resolution.account), ...realAccountFindings(input.resolution, input.kinds)]
      : []),
    ...tooManyChanges(drawing.summary, input.resolution.policy.maxChanges, listConsents(input), known),
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

/** Returns one finding for each such limit. Two names of the same account have the same ids. */
export function labelIdFindings(
  { account, others, desired }: Pick<Resolution, 'account' | 'others' | 'desired'>,
  kinds: readonly Kind[],
): readonly Finding[] {
  const elsewhere = others.filter((other) => !isOfHub(other, account)).map(({ name }) => name);
  if (elsewhere.length === 0) return [];
  const { kindOf } = kindLookup(kinds);
  return desired.resources.flatMap(({ address, spec, provenance }): readonly Finding[] => {
    const type = kindOf(address)?.associationType?.(address);
    if (type?.typeId === undefined || canonicalCategory(type.category) !== OWN_LABELS) return [];
    const hint =
      account.surface === 'dated'
        ? `Write { category: ${type.category}, label: TEXT, maxToObjectIds: ${JSON.stringify(spec['maxToObjectIds'])} } in its place. TEXT is the label of the id ${type.typeId} in ${account.name}.`
        : `Use the dated surface, and name the label instead of typeId ${type.typeId}. Or omit the limit in the accounts in which the id is another label.`;
    return [
      {
        code: 'label-by-id',
        severity: 'warning',
        message: `${address} names a label by the id ${type.typeId}. In ${elsewhere.join(', ')} that id may be another label.`,
        hint,
        address,
        provenance,
      },
    ];
  });
}

/** A declared text may contain `[secret]` itself. In a text of the account or of an earlier run, it replaced a credential. */
function carriedSecrets(calls: readonly PlannedCall[], origin: Plan['origin']): readonly Finding[] {
  return calls
    .filter((call) => carries(call, origin))
    .map(({ covers: [address = ''] }) => ({
      code: 'secret-in-account',
      severity: 'error',
      ...describe(address, origin),
      address,
    }));
}

function describe(address: string, origin: Plan['origin']): Pick<Finding, 'message' | 'hint'> {
  const replace = 'and replace the credential: whoever may read the account has seen it.';
  return origin.kind === 'revert'
    ? {
        message: `The run overwrote the value of a credential in ${address}. The earlier value was not kept, so it stays lost.`,
        hint: `Leave it out of the revert, ${replace}`,
      }
    : {
        message: `The account contains the value of a credential in ${address}, and the call would write it back.`,
        hint: `Take it out of the account by hand, ${replace}`,
      };
}

function carries({ body, params, onConflict, before }: PlannedCall, origin: Plan['origin']): boolean {
  const sent = [body, { ...params }, onConflict?.body ?? null];
  return sent.some(holds) && (origin.kind === 'revert' || Object.values(before).some((fields) => holds(fields)));
}

function holds(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.includes(HIDDEN);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item) => holds(item));
}
