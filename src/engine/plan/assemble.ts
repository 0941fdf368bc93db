/** Turns decisions into a plan. Every plan is assembled here, from files or from a run. Pure. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Resolution } from '../../model/desired.ts';
import type { Ledger } from '../../model/ledger.ts';
import { compareNatural } from '../../model/natural.ts';
import { PLAN_FORMAT, PLAN_LIFETIME_MS, type Plan } from '../../model/plan.ts';
import { computeFingerprint } from '../fingerprint.ts';
import { hostChange } from '../gate/host-check.ts';
import { openCalls } from '../observe/open-calls.ts';
import { collectMoving } from '../observe/renamed.ts';
import { draw } from './draw.ts';
import { listPlanFindings } from './findings.ts';
import { foreseeRevert } from './foresee.ts';
import { listConsents, type PlanningInput, type Proposal } from './planning.ts';

export function assemble(input: PlanningInput, proposal: Proposal): Plan {
  const { live, ledger, now } = input;
  const { name, baseUrl, surface, versions, labels } = input.resolution.account;
  const { origin, desired } = proposal;
  const drawing = draw(proposal.decisions, { ...input, versions, ...defined({ renamed: proposal.renamed }) });
  const open = openCalls(input);
  const renamed = selectShown(proposal.renamed, drawing.changes, input);
  const findings = listPlanFindings(input, proposal, { drawing, open });
  const blocked = drawing.changes.some(({ action }) => action === 'blocked');
  return {
    format: PLAN_FORMAT,
    origin,
    account: {
      name,
      hubId: input.hubId,
      baseUrl,
      surface,
      ...(surface === 'dated' ? { versions } : {}),
      ...defined({ labels }),
    },
    fingerprint: computeFingerprint({ desired, live, ledger }),
    complete: live.complete,
    applyable: !blocked && !findings.some(({ severity }) => severity === 'error'),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + PLAN_LIFETIME_MS).toISOString(),
    targets: [...input.targets].sort(compareNatural),
    allowed: listConsents(input).map(({ risk, address }) => (address === undefined ? { risk } : { risk, address })),
    overwrite: [...input.overwrite].sort(compareNatural),
    summary: { ...drawing.summary, revert: foreseeRevert(drawing, input) },
    changes: drawing.changes,
    calls: drawing.calls,
    adopt: drawing.adopt,
    ...findFiles(input.resolution, ledger, { ...drawing, origin, ...renamed }),
    ...renamed,
    ...(open.length === 0 ? {} : { open }),
    ...defined({ hostChange: hostChange(input.resolution.account, ledger) }),
    findings,
  };
}

/** Returns the resources that the plan shows. A dropped resource appears only at its recorded address. */
function selectShown(
  renamed: Plan['renamed'] = {},
  changes: Plan['changes'],
  { targets, live }: PlanningInput,
): Pick<Plan, 'renamed' | 'unproven'> {
  const all = Object.entries(renamed) as [Address, Address][];
  const part = targets.length > 0 ? collectMoving(new Set(changes.map(({ address }) => address)), renamed) : undefined;
  const shown = all.filter(([now]) => part?.has(now) !== false);
  const unproven = shown.flatMap(([now]) => (live.unproven?.has(now) === true ? [now] : [])).sort(compareNatural);
  return {
    ...(shown.length === 0 ? {} : { renamed: Object.fromEntries(shown) }),
    ...(unproven.length === 0 ? {} : { unproven }),
  };
}

/** Finds the file that declares each resource whose record an apply writes. A finding about a resource that left it names the file. */
function findFiles(
  { desired: { resources }, places }: Pick<Resolution, 'desired' | 'places'>,
  { records }: Ledger,
  { origin, changes, adopt, renamed = {} }: Pick<Plan, 'origin' | 'changes' | 'adopt' | 'renamed'>,
): Pick<Plan, 'files' | 'moved'> {
  const written = new Set([
    ...changes.filter(({ action }) => action === 'create' || action === 'update').map(({ address }) => address),
    ...adopt.map(({ address }) => address),
    ...(Object.keys(renamed) as Address[]),
  ]);
  // A revert does not report differences between files and account.
  const shown = new Set(origin.kind === 'files' ? changes.map(({ address }) => address) : []);
  const files: Record<Address, string> = {};
  const moved: Address[] = [];
  for (const { address, provenance } of resources) {
    const file = places.get(provenance.file);
    const recorded = records[address]?.file;
    const isMoved = shown.has(address) && recorded !== undefined && recorded !== file && !written.has(address);
    if (file === undefined || !(isMoved || written.has(address))) continue;
    files[address] = file;
    if (isMoved) moved.push(address);
  }
  return defined({
    files: Object.keys(files).length === 0 ? undefined : files,
    moved: moved.length === 0 ? undefined : moved,
  });
}
