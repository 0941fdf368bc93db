/** The planner: desired, live and ledger in, a plan out. Pure: equal inputs give byte-identical plans. */

import { type Address, parseKind } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';
import type { Finding, Override } from '../../model/finding.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Live } from '../../model/live.ts';
import type { Plan } from '../../model/plan.ts';
import { selectConsents } from '../../model/policy.ts';
import { kindsByName } from '../kind-lookup.ts';
import { spentMoves } from '../observe/moved.ts';
import { listVacated } from '../observe/renamed.ts';
import { referenceFindings } from '../rules/references.ts';
import { assemble } from './assemble.ts';
import { decide } from './decide.ts';
import type { DecideInput, Decision } from './decision.ts';
import { unusedConsents } from './named.ts';
import { buildDecideInput, type PlanningInput } from './planning.ts';
import { calledOtherwise, declaredElsewhere } from './removal.ts';
import { decideUndeclared } from './undeclared.ts';
import { droppedFindings } from './undeclared-findings.ts';

export interface PlanInput extends PlanningInput {
  /** Every address that a consent of the policy can speak of. */
  readonly known: ReadonlySet<string>;
}

export function makePlan(input: PlanInput): Plan {
  const { resolution, live, kinds, ledger } = input;
  const { desired, policy } = resolution;
  const renamed = findRenamedRecords(input);
  const { decisions, findings } = decideAll(input, renamed);
  return assemble(input, {
    origin: { kind: 'files' },
    desired: desired.resources,
    decisions,
    renamed,
    findings: [
      ...referenceFindings(desired, live, kinds),
      ...findings,
      ...spentMoves(resolution.moved, ledger),
      ...unusedConsents(selectConsents(policy.allow, input.now), input.known),
    ],
    // A dropped resource that stays counts as known, although the plan does not list it.
    ...(input.targets.length > 0 ? {} : { known: countKnown(input) }),
  });
}

/** Returns the number of resources that are recorded, or declared and live. */
function countKnown({ resolution, ledger, live }: PlanInput): number {
  const declared = resolution.desired.resources.map(({ address }) => address);
  return new Set([...Object.keys(ledger.records), ...declared.filter((address) => live.resources.has(address))]).size;
}

/**
 * Returns recorded addresses by current address, for records whose resource is declared or live at another address. A declared address
 * keeps its record while the account has nothing at it. If the address means another type by now, the record belongs elsewhere.
 */
function findRenamedRecords({ resolution, live, ledger }: PlanInput): Readonly<Record<Address, Address>> {
  const declared = new Set(resolution.desired.resources.map(({ address }) => address));
  const isThere = (address: Address): boolean => live.resources.has(address) || live.unseen.has(address);
  const renamed = [...(live.renamed ?? [])].filter(
    ([formerly, now]) =>
      (ledger.records[now] === undefined || live.renamed?.has(now) === true) &&
      (declared.has(now) || (isThere(now) && !(declared.has(formerly) && live.lacking?.has(formerly) === true))),
  );
  return Object.fromEntries(renamed.map(([formerly, now]) => [now, formerly]));
}

interface Decided {
  readonly decisions: readonly Decision[];
  /** Findings about resources without a decision. */
  readonly findings: readonly Finding[];
}

/** Decides about declared resources, then about the other records of the ledger. */
function decideAll(input: PlanInput, renamed: Plan['renamed']): Decided {
  const { kinds, resolution, live } = input;
  const { resources } = resolution.desired;
  const byName = kindsByName(kinds);
  const deciding = { ...buildDecideInput(input, renamed), homeless: findHomeless(resources, live, kinds) };
  const decisions = resources.flatMap((resource) => {
    const kind = byName.get(resource.kind);
    return kind === undefined ? [] : [decide(resource, kind, deciding)];
  });
  const declared = new Set(resources.map(({ address }) => address));
  const undeclared = Object.values(deciding.ledger.records)
    .filter(({ address }) => !declared.has(address))
    .flatMap((record) => {
      const kind = byName.get(record.kind);
      return kind === undefined ? [] : [decideUndeclared(record, kind, deciding, declared)];
    });
  const vacated = new Set(listVacated(renamed));
  const moving = (Object.entries(renamed ?? {}) as [Address, Address][]).flatMap(([now, formerly]) => {
    const record = input.ledger.records[formerly];
    if (record === undefined || !vacated.has(formerly) || declared.has(formerly)) return [];
    return [declared.has(now) ? declaredElsewhere(record, now) : calledOtherwise(record, now)];
  });
  const omitted = new Map<string, Override>(resolution.omitted.map(({ address, by }) => [address, by]));
  const dropped = undeclared.flatMap((each) => each.dropped ?? []);
  return {
    decisions: [...decisions, ...moving, ...undeclared.flatMap(({ decision }) => decision ?? [])],
    findings: [
      ...undeclared.flatMap(({ findings }) => findings).map((finding) => placed(finding, omitted)),
      ...droppedFindings(dropped, { shared: deciding.shared, omitted, waived: listWaived(resolution) }),
    ],
  };
}

function listWaived({ policy }: PlanInput['resolution']): ReadonlySet<string> {
  return new Set(policy.waivers.flatMap(({ finding, address }) => (finding === 'not-declared' ? (address ?? []) : [])));
}

/** Adds the position of the override that leaves the resource out. */
function placed(finding: Finding, omitted: ReadonlyMap<string, Override>): Finding {
  const by = omitted.get(finding.address ?? '');
  if (by === undefined) return finding;
  return {
    ...finding,
    message: `${finding.message} The account ${by.account} leaves it out.`,
    provenance: by.provenance,
  };
}

type Seen = Pick<Live, 'resources' | 'unseen' | 'untold' | 'lacking'>;

/** Only a reader that proves absence makes it certain. Other surfaces may hide empty containers. */
function findHomeless(
  declared: readonly DesiredResource[],
  { resources, unseen, untold, lacking }: Seen,
  kinds: readonly Kind[],
): NonNullable<DecideInput['homeless']> {
  const addresses = new Set(declared.map(({ address }) => address));
  const byName = kindsByName(kinds);
  const isMissing = (address: Address): boolean => {
    if (addresses.has(address) || resources.has(address)) return false;
    if (unseen.has(address) || untold?.has(address) === true || lacking?.has(address) === true) return false;
    const reader = byName.get(parseKind(address) ?? 'property')?.reader;
    return reader !== undefined && !isUnsupported(reader) && reader.proves === 'both';
  };
  return ({ spec }, kind, action) => {
    const home = action === 'create' ? kind.home?.(spec) : undefined;
    return [...(home === undefined ? [] : [home]), ...(kind.needed?.(spec) ?? [])].find(isMissing);
  };
}
