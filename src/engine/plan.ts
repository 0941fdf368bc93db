/** The planner: desired, live and ledger in, a plan out. Pure: equal inputs give byte-identical plans. */

import type { Address } from '../model/address.ts';
import type { Change } from '../model/change.ts';
import type { Resolution } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import type { Fields } from '../model/json.ts';
import type { CallDraft, Kind } from '../model/kind.ts';
import type { Ledger } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import { PLAN_FORMAT, type Plan, type PlannedCall } from '../model/plan.ts';
import { type Consent, consentsAt } from '../model/policy.ts';
import { equalJson } from './compare.ts';
import { type Decision, decide } from './decide.ts';
import { digest } from './digest.ts';
import { withEffects } from './effects.ts';
import { leftover } from './leftover.ts';
import { tooManyChanges } from './max-changes.ts';
import { orderCalls } from './order.ts';
import { provisional } from './provisional.ts';
import { unusedWarningWaivers, waive } from './rules/waivers.ts';
import { mentionFindings, offlineFindings } from './rules.ts';
import { selectTargets } from './target.ts';

/** A saved plan is good for a day, unless its basis moves earlier. */
export const PLAN_LIFETIME_MS = 24 * 60 * 60 * 1000;

export interface PlanInput {
  readonly resolution: Resolution;
  readonly live: Live;
  readonly ledger: Ledger;
  readonly kinds: readonly Kind[];
  /** Consents beyond the policy's. */
  readonly allow: readonly Consent[];
  readonly targets: readonly string[];
  /** Addresses whose drift is taken back although the account holds drift. */
  readonly take: readonly string[];
  /** Account id as proven by the token; null when nobody asked. */
  readonly hubId: number | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export function makePlan(input: PlanInput): Plan {
  const { resolution, live, kinds } = input;
  const { desired, account, policy } = resolution;
  const allow = [...consentsAt(policy.allow, input.now), ...input.allow];
  const decided = decideAll({ ...input, ledger: provisional(input.ledger, live, kinds) }, allow);
  const selection = selectTargets(decided.decisions, input.targets);
  const { decisions, drafts } = route(selection.decisions, kinds);
  const calls = callsOf(decisions, drafts, live);
  const changes = sortChanges(
    decisions.map(({ change }) => change),
    kinds,
  );
  const summary = summaryOf(changes, live.reads, calls.length);
  const seen = [
    ...mentionFindings(desired, live, kinds),
    ...live.findings,
    ...decided.findings,
    ...decisions.flatMap((decision) => decision.findings),
    ...selection.findings,
    ...tooManyChanges(summary, policy.maxChanges, allow),
  ];
  const findings = sortedFindings([
    ...offlineFindings(resolution, input.now),
    ...waive(seen, policy, input.now),
    ...(live.complete ? unusedWarningWaivers(policy, [...resolution.findings, ...seen], input.now) : []),
  ]);
  const blocked = changes.some(({ action }) => action === 'blocked');
  return {
    format: PLAN_FORMAT,
    account: { name: account.name, hubId: input.hubId, baseUrl: account.baseUrl, surface: account.surface },
    basis: basisOf(input),
    complete: live.complete,
    applyable: !blocked && !findings.some(({ severity }) => severity === 'error'),
    createdAt: new Date(input.now).toISOString(),
    expiresAt: new Date(input.now + PLAN_LIFETIME_MS).toISOString(),
    targets: [...input.targets].sort(),
    allowed: allow.map(({ risk, address }) => (address === undefined ? { risk } : { risk, address })),
    summary,
    changes,
    calls,
    adopt: decisions.flatMap((decision) => decision.adopt ?? []),
    findings,
  };
}

/** Digests of everything a plan rests on; apply compares them before the first write. */
export function basisOf({
  resolution,
  live,
  ledger,
}: Pick<PlanInput, 'resolution' | 'live' | 'ledger'>): Plan['basis'] {
  const resources = Object.fromEntries(
    [...live.resources.values()]
      .sort((a, b) => (a.address < b.address ? -1 : 1))
      .map((resource) => [resource.address, digest([resource.fields, resource.locked ?? null])]),
  );
  return {
    desired: digest(resolution.desired.resources.map(({ address, spec }) => [address, spec])),
    live: digest(resources),
    ledger: `${ledger.lineage}/${ledger.serial}`,
    resources,
  };
}

function decideAll(
  input: PlanInput,
  allow: readonly Consent[],
): { readonly decisions: readonly Decision[]; readonly findings: readonly Finding[] } {
  const { live, ledger, kinds, resolution } = input;
  const byName = new Map(kinds.map((kind) => [kind.name, kind] as const));
  const unsettled = new Set(
    ledger.intentions.filter(({ recovery }) => recovery === 'ask').flatMap(({ covers }) => covers),
  );
  const context = {
    live,
    ledger,
    allow,
    hold: resolution.account.drift === 'hold',
    take: new Set(input.take),
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

interface Routed {
  readonly decisions: readonly Decision[];
  /** One list for each kind. */
  readonly drafts: readonly (readonly CallDraft[])[];
}

/** Lets the writers turn decisions into calls; what they cannot express is blocked, and so is what depends on it. */
function route(decisions: readonly Decision[], kinds: readonly Kind[]): Routed {
  const barred = barDependents(decisions);
  const writings = kinds.map((kind) =>
    kind.writer.write(barred.filter(({ change }) => change.kind === kind.name).flatMap(({ wanted }) => wanted ?? [])),
  );
  const blockages = new Map(
    writings.flatMap(({ blocked }) => blocked.map((blockage) => [blockage.address, blockage] as const)),
  );
  const drafts = writings.map(({ calls }) => calls);
  if (blockages.size === 0) return { decisions: withEffects(barred, drafts.flat(), kinds), drafts };
  return route(
    barred.map((decision) => {
      const blockage = blockages.get(decision.change.address);
      if (blockage === undefined) return decision;
      const { because, reason, section } = blockage;
      return block(decision, { because, reason, section });
    }),
    kinds,
  );
}

function barDependents(decisions: readonly Decision[]): readonly Decision[] {
  const absent = new Set(
    decisions
      .filter(({ change, wanted }) => change.action === 'blocked' && wanted === undefined && isNew(change))
      .map(({ change }) => change.address),
  );
  let barred = decisions;
  let before = -1;
  while (absent.size !== before) {
    before = absent.size;
    barred = barred.map((decision) => {
      const cause =
        decision.wanted === undefined ? undefined : decision.change.dependsOn.find((address) => absent.has(address));
      if (cause === undefined) return decision;
      if (decision.change.action === 'create') absent.add(decision.change.address);
      return block(decision, { because: 'dependency-blocked', reason: `It depends on ${cause}, which is blocked.` });
    });
  }
  return barred;
}

/** Whether a blocked change is about something that does not exist yet. */
function isNew(change: Change): boolean {
  return change.fields.length > 0 && change.fields.every(({ before }) => before === undefined);
}

function block(decision: Decision, why: Pick<Change, 'because' | 'reason'> & { readonly section?: string }): Decision {
  const { wanted: _, ...rest } = decision;
  return { ...rest, change: { ...decision.change, action: 'blocked', ...why } };
}

function callsOf(decisions: readonly Decision[], drafts: Routed['drafts'], live: Live): readonly PlannedCall[] {
  const byAddress = new Map(decisions.map((decision) => [decision.change.address, decision] as const));
  return orderCalls({
    drafts,
    dependsOn: (address) => byAddress.get(address)?.change.dependsOn ?? [],
    relies: (draft, address) => {
      const found = live.resources.get(address);
      return found === undefined ? null : pick(found.fields, draft.writes);
    },
    records: (draft, address) => recordOf(byAddress.get(address), draft, address),
  });
}

/**
 * Declared fields that hold once this one call is done: those that did not change, and those that it leaves as declared. A
 * first call that makes a property with the nearest type records no type (spec 2.6).
 */
function recordOf(decision: Decision | undefined, draft: CallDraft, address: Address): Fields | null {
  const expected = draft.expects[address];
  if (decision === undefined || expected === undefined || expected === null) return null;
  const changes = new Map(decision.change.fields.map((change) => [change.field, change] as const));
  return Object.fromEntries(
    Object.entries(decision.record).filter(([field]) => {
      const after = changes.get(field)?.after;
      return after === undefined || (expected[field] !== undefined && equalJson(after, expected[field]));
    }),
  );
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
}

function sortChanges(changes: readonly Change[], kinds: readonly Kind[]): readonly Change[] {
  const rank = new Map(kinds.map((kind, index) => [kind.name, index] as const));
  return changes.toSorted(
    (a, b) => (rank.get(a.kind) ?? 0) - (rank.get(b.kind) ?? 0) || (a.address < b.address ? -1 : 1),
  );
}

function sortedFindings(findings: readonly Finding[]): readonly Finding[] {
  const key = ({ provenance, code, address, message }: Finding): string =>
    [provenance?.file ?? '', String(provenance?.line ?? 0).padStart(8, '0'), code, address ?? '', message].join(
      '\u0000',
    );
  return findings.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function summaryOf(changes: readonly Change[], read: number, write: number): Plan['summary'] {
  const count = (action: Change['action']): number => changes.filter((change) => change.action === action).length;
  return {
    create: count('create'),
    update: count('update'),
    remove: count('remove'),
    forget: count('forget'),
    keep: count('keep'),
    blocked: count('blocked'),
    destructive: changes.filter(({ action, risk }) => action !== 'blocked' && risk !== 'safe').length,
    calls: { read, write },
  };
}
