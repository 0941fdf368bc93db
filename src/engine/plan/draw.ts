/** From decisions to changes and calls: routed, in their order, counted. Pure. */

import { defined } from '../../contract/defined.ts';
import type { Versions } from '../../contract/surfaces.ts';
import { type Address, KIND_NAMES } from '../../model/address.ts';
import type { Change } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import { equalJson, type Fields, type Json } from '../../model/json.ts';
import type { CallDraft, Kind } from '../../model/kind.ts';
import type { Live } from '../../model/live.ts';
import { compareNatural } from '../../model/natural.ts';
import type { Plan, PlannedCall, PlanSummary } from '../../model/plan.ts';
import { recordedSoFar } from '../options/plan.ts';
import type { Decision } from './decision.ts';
import { orderCalls } from './order.ts';
import { orderRemovals } from './removal-order.ts';
import { type Routed, route } from './route.ts';
import { selectTargets } from './target.ts';

/** Changes, with the calls that make them. */
export interface Drawing extends Pick<Plan, 'changes' | 'calls' | 'adopt'> {
  readonly summary: Omit<PlanSummary, 'revert'>;
  /** Findings of the decisions. */
  readonly findings: readonly Finding[];
}

export interface DrawInput {
  readonly live: Live;
  readonly kinds: readonly Kind[];
  readonly targets: readonly string[];
  /** Recorded address by current address. */
  readonly renamed?: Plan['renamed'];
  readonly versions: Versions;
}

export function draw(all: readonly Decision[], { live, kinds, targets, versions, renamed }: DrawInput): Drawing {
  // Changes and calls have the same order as for readers.
  const ordered = all.toSorted((a, b) => compareNatural(a.change.address, b.change.address));
  const { decisions, drafts, remarks } = route(
    selectTargets(orderRemovals(ordered, live, kinds), targets, renamed),
    kinds,
  );
  const calls = buildCalls(decisions, drafts, { live, versions });
  const changes = sortChanges(decisions.map((decision) => withLabel(decision, live)));
  return {
    changes,
    calls,
    summary: countChanges(changes, { read: live.reads, write: calls.length }),
    adopt: decisions.flatMap((decision) => decision.adopt ?? []),
    findings: [...decisions.flatMap((decision) => decision.findings), ...placed(decisions, remarks)],
  };
}

/** Adds the position of the declaration. */
function placed(decisions: readonly Decision[], remarks: readonly Finding[]): readonly Finding[] {
  const positions = new Map<string, Finding['provenance']>(
    decisions.map(({ change }) => [change.address, change.provenance] as const),
  );
  return remarks.map((remark) => ({ ...remark, ...defined({ provenance: positions.get(remark.address ?? '') }) }));
}

function buildCalls(
  decisions: readonly Decision[],
  drafts: Routed['drafts'],
  { live, versions }: Pick<DrawInput, 'live' | 'versions'>,
): readonly PlannedCall[] {
  const byAddress = new Map(decisions.map((decision) => [decision.change.address, decision] as const));
  return orderCalls({
    drafts,
    versions,
    dependsOn: (address) => byAddress.get(address)?.change.dependsOn ?? [],
    before: (draft, address) => {
      const known = draft.before?.[address];
      if (known !== undefined) return known;
      const found = live.resources.get(address);
      if (found === undefined) return null;
      // A removal writes nothing and takes everything.
      return draft.expects[address] === null ? found.fields : pick(found.fields, draft.writes);
    },
    records: (draft, address) => selectRecordedFields(byAddress.get(address), draft, address),
  });
}

/**
 * Returns the declared fields that hold after this call: unchanged fields, and fields that the call leaves as declared. A field that a later
 * call sets stays as recorded: a first call that creates a property with a similar type records no type (interface 2.6). Of a list, the
 * entries that the call leaves as declared are recorded.
 */
function selectRecordedFields(decision: Decision | undefined, draft: CallDraft, address: Address): Fields | null {
  const expected = draft.expects[address];
  if (decision === undefined || expected === undefined || expected === null) return null;
  const changes = new Map(decision.change.fields.map((change) => [change.field, change] as const));
  const recorded = decision.desired?.record?.fields ?? {};
  return Object.fromEntries(
    Object.entries(decision.record).flatMap(([field, value]): readonly (readonly [string, Json])[] => {
      const after = changes.get(field)?.after;
      const [now, earlier] = [expected[field], recorded[field]];
      if (after === undefined || (now !== undefined && equalJson(after, now))) return [[field, value]];
      // A later call of the same change sets it, or the rest of the list.
      const isList = changes.get(field)?.options !== undefined && now !== undefined;
      const kept = isList ? recordedSoFar({ whole: value, earlier, now }) : earlier;
      return kept === undefined ? [] : [[field, kept]];
    }),
  );
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
}

/** Plans of large accounts have thousands of unchanged resources, and reports only count them. */
function withLabel({ change, record }: Decision, live: Live): Change {
  if (change.action === 'keep') return change;
  const fields = { ...live.resources.get(change.address)?.fields, ...record };
  const label = fields['label'] ?? fields['displayName'];
  return typeof label === 'string' && label !== '' ? { ...change, label } : change;
}

function sortChanges(changes: readonly Change[]): readonly Change[] {
  return changes.toSorted(
    (a, b) => KIND_NAMES.indexOf(a.kind) - KIND_NAMES.indexOf(b.kind) || compareNatural(a.address, b.address),
  );
}

function countChanges(changes: readonly Change[], calls: Plan['summary']['calls']): Drawing['summary'] {
  const count = (action: Change['action']): number => changes.filter((change) => change.action === action).length;
  return {
    create: count('create'),
    update: count('update'),
    remove: count('remove'),
    forget: count('forget'),
    keep: count('keep'),
    blocked: count('blocked'),
    destructive: changes.filter(({ action, risk }) => action !== 'blocked' && risk !== 'safe').length,
    calls,
  };
}
