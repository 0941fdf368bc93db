/**
 * Lets the writers turn decisions into calls. Changes that they cannot express are blocked, together with the changes that depend on them.
 * Pure.
 */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Change, FieldChange } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import type { CallDraft, Kind } from '../../model/kind.ts';
import { asOptions, differences } from '../compare.ts';
import { kindsByName } from '../kind-lookup.ts';
import type { Decision } from './decision.ts';

export interface Routed {
  readonly decisions: readonly Decision[];
  /** Drafts of each kind. */
  readonly drafts: readonly (readonly CallDraft[])[];
  readonly remarks: readonly Finding[];
}

/** Starts over whenever a writer blocks something, since more may depend on it. */
export function route(decisions: readonly Decision[], kinds: readonly Kind[]): Routed {
  const barred = barDependents(decisions);
  const writings = kinds.map((kind) =>
    kind.writer.write(barred.filter(({ change }) => change.kind === kind.name).flatMap(({ desired }) => desired ?? [])),
  );
  const drafts = writings.map(({ calls }) => calls);
  const blockages = new Map(
    [...writings.flatMap(({ blocked }) => blocked), ...unfollowed(barred, drafts.flat())].map(
      (blockage) => [blockage.address, blockage] as const,
    ),
  );
  const remarks = writings.flatMap((writing) => writing.remarks ?? []);
  if (blockages.size === 0) return { decisions: withEffects(barred, drafts.flat(), kinds), drafts, remarks };
  return route(
    barred.map((decision) => {
      const blockage = blockages.get(decision.change.address);
      if (blockage === undefined) return decision;
      const { because, reason, section } = blockage;
      return block(decision, { because, reason, ...defined({ section }) });
    }),
    kinds,
  );
}

/** Blocks the resources whose last call names a resource that stays absent. */
function unfollowed(decisions: readonly Decision[], drafts: readonly CallDraft[]) {
  const absent = new Set(
    decisions.flatMap(({ change }) => (change.action === 'blocked' && isAbsent(change) ? [change.address] : [])),
  );
  return drafts.flatMap(({ covers, follows = [] }) => {
    const cause = follows.find((address) => absent.has(address));
    if (cause === undefined) return [];
    const reason = `It depends on ${cause}, which is blocked.`;
    return covers.map((address) => ({ address, because: 'dependency-blocked', reason, section: undefined }) as const);
  });
}

/** Each decision is looked at once for each address that it waits for: a chain of blocked formulas can be thousands long. */
function barDependents(decisions: readonly Decision[]): readonly Decision[] {
  const waiting = indexWaiting(decisions);
  const stuck = decisions.filter(({ change }) => change.action === 'blocked').map(({ change }) => change);
  const absent = new Set(stuck.filter(isAbsent).map(({ address }) => address));
  // A removal waits for resources that exist, a creation for resources that do not.
  const staying = new Set(stuck.map(({ address }) => address));
  const causes = new Map<Address, Address>();
  const queue = [...staying];
  for (const cause of queue) {
    for (const { change, desired } of waiting.get(cause) ?? []) {
      const obstacles = desired?.action === 'remove' ? staying : absent;
      if (causes.has(change.address) || !obstacles.has(cause)) continue;
      causes.set(change.address, change.dependsOn.find((address) => obstacles.has(address)) ?? cause);
      if (change.action === 'create') absent.add(change.address);
      staying.add(change.address);
      queue.push(change.address);
    }
  }
  if (causes.size === 0) return decisions;
  return decisions.map((decision) => {
    const cause = decision.desired === undefined ? undefined : causes.get(decision.change.address);
    if (cause === undefined) return decision;
    return block(decision, { because: 'dependency-blocked', reason: `It depends on ${cause}, which is blocked.` });
  });
}

/** Returns the decisions by each address that they wait for. */
function indexWaiting(decisions: readonly Decision[]): ReadonlyMap<Address, readonly Decision[]> {
  const waiting = new Map<Address, Decision[]>();
  for (const decision of decisions) {
    if (decision.desired === undefined) continue;
    for (const address of decision.change.dependsOn) {
      const others = waiting.get(address);
      if (others === undefined) waiting.set(address, [decision]);
      else others.push(decision);
    }
  }
  return waiting;
}

/** True if a blocked change concerns a resource that does not exist yet. */
/** An archived resource has values before, and does not exist either. */
function isAbsent({ fields, risks }: Change): boolean {
  if (risks.includes('property-restore')) return true;
  return fields.length > 0 && fields.every(({ before }) => before === undefined);
}

export function block(
  decision: Decision,
  why: Pick<Change, 'because' | 'reason'> & Partial<Pick<Change, 'section' | 'neededBy'>>,
): Decision {
  const { desired: _, ...rest } = decision;
  return { ...rest, change: { ...decision.change, action: 'blocked', ...why } };
}

/** For example, a type change from enumeration clears the options. */
function withEffects(
  decisions: readonly Decision[],
  drafts: readonly CallDraft[],
  kinds: readonly Kind[],
): readonly Decision[] {
  const expected = new Map<Address, Fields>();
  for (const draft of drafts)
    for (const address of draft.covers)
      expected.set(address, { ...expected.get(address), ...(draft.expects[address] ?? {}) });
  const byName = kindsByName(kinds);
  return decisions.map((decision) => {
    const { change, desired } = decision;
    const kind = byName.get(change.kind);
    const after = expected.get(change.address);
    if (kind === undefined || after === undefined || desired?.before === undefined) return decision;
    const shown = new Set(change.fields.map(({ field }) => field));
    const extra = differences(kind, after, desired.before).filter(({ field }) => !shown.has(field));
    return extra.length === 0
      ? decision
      : { ...decision, change: { ...change, fields: [...change.fields, ...extra.map(turned)] } };
  });
}

/** Returns the change from the live value to the expected value. */
function turned({ field, before: expected, after: live }: FieldChange): FieldChange {
  const kept = new Set(asOptions(expected).map(({ value }) => value));
  const removed = asOptions(live).filter(({ value }) => !kept.has(value));
  return {
    field,
    ...defined({ before: live, after: expected }),
    ...(removed.length === 0
      ? {}
      : { options: removed.map((before) => ({ value: before.value, change: 'remove', before })) }),
  };
}
