/** From decisions to a plan: routes, calls in their order, counts, and what the plan rests on. Pure. */

import { defined } from '../../contract/defined.ts';
import type { Account } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import type { Change } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import type { CallDraft, Kind } from '../../model/kind.ts';
import type { Live } from '../../model/live.ts';
import { compareNatural } from '../../model/natural.ts';
import type { OpenCall } from '../../model/open-call.ts';
import { PLAN_FORMAT, PLAN_LIFETIME_MS, type Plan, type PlannedCall } from '../../model/plan.ts';
import type { Consent } from '../../model/policy.ts';
import { equalJson } from '../compare.ts';
import { type FingerprintInput, fingerprintOf } from '../fingerprint.ts';
import { hostChange, hostFindings } from '../gate/host-check.ts';
import { carriedSecrets } from './carried-secrets.ts';
import type { Decision } from './decide.ts';
import { orderCalls } from './order.ts';
import { revertible } from './revertible.ts';
import { type Routed, route } from './route.ts';
import { selectTargets } from './target.ts';

/** What becomes of decisions: changes with the calls that make them. */
export interface Drawing extends Pick<Plan, 'changes' | 'calls' | 'summary' | 'adopt'> {
  /** Of the decisions. */
  readonly findings: readonly Finding[];
}

export function draw(
  all: readonly Decision[],
  {
    live,
    kinds,
    targets,
  }: { readonly live: Live; readonly kinds: readonly Kind[]; readonly targets: readonly string[] },
): Drawing {
  // What is written is shown, and sent, in the order that people read.
  const ordered = all.toSorted((a, b) => compareNatural(a.change.address, b.change.address));
  const { decisions, drafts } = route(selectTargets(ordered, targets), kinds);
  const calls = callsOf(decisions, drafts, live);
  const changes = sortChanges(
    decisions.map(({ change }) => change),
    kinds,
  );
  return {
    changes,
    calls,
    summary: summaryOf(changes, { kinds, read: live.reads, write: calls.length }),
    adopt: decisions.flatMap((decision) => decision.adopt ?? []),
    findings: decisions.flatMap((decision) => decision.findings),
  };
}

export interface AssemblyInput extends FingerprintInput {
  readonly kinds: readonly Kind[];
  readonly origin: Plan['origin'];
  readonly resolution: { readonly account: Account };
  /** Every consent that counts. */
  readonly allow: readonly Consent[];
  readonly targets: readonly string[];
  /** Addresses whose drift is overwritten. */
  readonly overwrite: readonly string[];
  readonly hubId: number | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly drawing: Drawing;
  readonly open: readonly OpenCall[];
  /** Records that apply marks. */
  readonly doubtful?: readonly Address[];
  /** In any order. */
  readonly findings: readonly Finding[];
}

export function assemble(input: AssemblyInput): Plan {
  const { name, baseUrl, surface } = input.resolution.account;
  const { changes, calls, summary, adopt } = input.drawing;
  const { doubtful = [] } = input;
  const blocked = changes.some(({ action }) => action === 'blocked');
  const change = hostChange(input.resolution.account, input.ledger);
  const findings = [...input.findings, ...carriedSecrets(calls, input.origin), ...hostFindings(change, input.kinds)];
  return {
    format: PLAN_FORMAT,
    origin: input.origin,
    account: { name, hubId: input.hubId, baseUrl, surface },
    basis: fingerprintOf(input),
    complete: input.live.complete,
    applyable: !blocked && !findings.some(({ severity }) => severity === 'error'),
    createdAt: new Date(input.now).toISOString(),
    expiresAt: new Date(input.now + PLAN_LIFETIME_MS).toISOString(),
    targets: [...input.targets].sort(compareNatural),
    allowed: input.allow.map(({ risk, address }) => (address === undefined ? { risk } : { risk, address })),
    taken: [...input.overwrite].sort(compareNatural),
    summary,
    changes,
    calls,
    adopt,
    ...(input.open.length === 0 ? {} : { open: input.open }),
    ...(doubtful.length === 0 ? {} : { doubtful }),
    ...defined({ hostChange: change }),
    findings: sortedFindings(findings),
  };
}

function callsOf(decisions: readonly Decision[], drafts: Routed['drafts'], live: Live): readonly PlannedCall[] {
  const byAddress = new Map(decisions.map((decision) => [decision.change.address, decision] as const));
  return orderCalls({
    drafts,
    dependsOn: (address) => byAddress.get(address)?.change.dependsOn ?? [],
    relies: (draft, address) => {
      const found = live.resources.get(address);
      if (found === undefined) return null;
      // A removal writes nothing and takes everything.
      return draft.expects[address] === null ? found.fields : pick(found.fields, draft.writes);
    },
    records: (draft, address) => recordOf(byAddress.get(address), draft, address),
  });
}

/**
 * Declared fields that hold once this one call is done: those that did not change, and those that it leaves as declared. A
 * first call that makes a property with the nearest type records no type (interface 2.6).
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
    (a, b) => (rank.get(a.kind) ?? 0) - (rank.get(b.kind) ?? 0) || compareNatural(a.address, b.address),
  );
}

/** By place; what stands at one place, or at none, by what it is about. */
function sortedFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(
    (a, b) =>
      compareNatural(a.provenance?.file ?? '', b.provenance?.file ?? '') ||
      (a.provenance?.line ?? 0) - (b.provenance?.line ?? 0) ||
      compareNatural(a.code, b.code) ||
      compareNatural(a.address ?? '', b.address ?? '') ||
      compareNatural(a.message, b.message),
  );
}

function summaryOf(
  changes: readonly Change[],
  { kinds, read, write }: { readonly kinds: readonly Kind[]; readonly read: number; readonly write: number },
): Plan['summary'] {
  const count = (action: Change['action']): number => changes.filter((change) => change.action === action).length;
  return {
    create: count('create'),
    update: count('update'),
    remove: count('remove'),
    forget: count('forget'),
    keep: count('keep'),
    blocked: count('blocked'),
    destructive: changes.filter(({ action, risk }) => action !== 'blocked' && risk !== 'safe').length,
    revert: revertible(changes, kinds),
    calls: { read, write },
  };
}
