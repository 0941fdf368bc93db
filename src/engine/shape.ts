/** The shape of a plan or of drift: its content without the account, so that equal plans of many accounts are reviewed once. */

import { qualifiedObject } from '../contract/object-types.ts';
import { type Address, parseAddress } from '../model/address.ts';
import { type DriftReport, selectDiffering } from '../model/drift.ts';
import { isList, type Json, mapping } from '../model/json.ts';
import type { Plan, PlannedCall } from '../model/plan.ts';
import { digest, meaningOfCall, meaningOfChange, planParts } from './fingerprint.ts';

/** Parts of a plan that its shape covers. */
export type ShapedPlan = Pick<
  Plan,
  'account' | 'applyable' | 'calls' | 'changes' | 'complete' | 'findings' | 'hostChange' | 'origin'
>;

/**
 * Returns 20 hex digits. Plans of one shape change the same values to the same values by the same calls, lose the same values, and are
 * blocked for the same reasons. The shape leaves out the account's name, id and host, and ids of the service if the address has a name
 * instead.
 */
export function computeShape({
  account,
  applyable,
  calls,
  changes,
  complete,
  findings,
  hostChange,
  origin,
}: ShapedPlan): string {
  const { surface, versions } = account;
  const errors = findings.filter(({ severity }) => severity === 'error');
  return digest({
    surface,
    versions,
    origin: origin.kind,
    complete,
    applyable,
    hostChange: hostChange !== undefined,
    changes: sorted(changes.filter(({ action }) => action !== 'keep').map(meaningOfChange)),
    calls: sorted(calls.map((call) => meaningOfCall(withoutIds(call)))),
    errors: sorted(errors.map(({ code, address }) => ({ code, address }))),
  });
}

/**
 * True if a plan contains only a part of another plan, for example after an interrupted run. Each of its changes is a change of the other
 * plan with the same values. A batch may be smaller.
 */
export function isRestOf(rest: ShapedPlan, whole: ShapedPlan): boolean {
  const { surface, versions } = whole.account;
  return (
    rest.applyable &&
    rest.complete &&
    rest.hostChange === undefined &&
    digest([rest.account.surface, rest.account.versions]) === digest([surface, versions]) &&
    isPartOf(rest, whole)
  );
}

export interface Approval {
  /** The app that a resource belongs to; undefined for one of the account. */
  readonly appOf: (address: Address) => string | undefined;
  /** True if a run of the account was begun, so that a part of its changes may be made. */
  readonly isBegun: boolean;
}

/**
 * True if the plan is the approved plan, or the rest of it. Changes of an app are in the plans of all its accounts: the first account makes
 * them, and they are missing in the later plans.
 */
export function isLeftOf(fresh: ShapedPlan, approved: ShapedPlan, { appOf, isBegun }: Approval): boolean {
  const [left, whole] = [divided(fresh, appOf), divided(approved, appOf)];
  const kept = new Set(fresh.changes.flatMap(({ action, address }) => (action === 'keep' ? [address] : [])));
  const there = new Set(left.ofApps.changes.map(({ address }) => address));
  // A resource that is no longer declared does not count as created.
  const isDone = whole.ofApps.changes.every(
    ({ action, address }) => !['create', 'update'].includes(action) || there.has(address) || kept.has(address),
  );
  return (
    isDone &&
    isPartOf(left.ofApps, whole.ofApps) &&
    (isBegun ? isRestOf(left.own, whole.own) : computeShape(left.own) === computeShape(whole.own))
  );
}

function divided(plan: ShapedPlan, appOf: Approval['appOf']) {
  const isOfApp = (address: Address | undefined) => address !== undefined && appOf(address) !== undefined;
  const { changes, calls } = plan;
  return {
    own: {
      ...plan,
      changes: changes.filter(({ address }) => !isOfApp(address)),
      calls: calls.filter(({ covers: [first] }) => !isOfApp(first)),
    },
    ofApps: { calls: [], changes: changes.filter(({ action, address }) => action !== 'keep' && isOfApp(address)) },
  };
}

/** True if the whole has each change with the same values before and after, or each remaining call of an interrupted change. */
function isPartOf(part: Pick<ShapedPlan, 'calls' | 'changes'>, whole: Pick<ShapedPlan, 'calls' | 'changes'>): boolean {
  const [left, all] = [planParts(part), planParts(whole)];
  return [...left.changes].every(
    ([address, change]) =>
      all.changes.get(address) === change || isEndOf(listCalls(part, address), listCalls(whole, address)),
  );
}

/** True if some calls are left, and each of them was planned, with the same values before. */
function isEndOf(left: readonly string[], all: readonly string[]): boolean {
  return left.length > 0 && left.length < all.length && left.every((call) => all.includes(call));
}

function listCalls({ calls }: Pick<ShapedPlan, 'calls'>, address: Address): readonly string[] {
  return calls.filter(({ covers }) => covers.includes(address)).map((call) => digest(meaningOfCall(withoutIds(call))));
}

/** Returns 20 hex digits. Users and times do not count, and neither do options that other users added. */
export function shapeOfDrift(report: Pick<DriftReport, 'findings' | 'resources'>): string {
  const differing = selectDiffering(report).map(({ address, status, fields }) => ({ address, status, fields }));
  const told = report.findings.map(({ code, address }) => ({ code, address }));
  return digest({ origin: 'drift', differing: sorted(differing), told: sorted(told) });
}

/** The order of changes follows from their addresses, and that of calls from it: an id in between must not show. */
function sorted(parts: readonly unknown[]): readonly string[] {
  return parts.map(digest).sort();
}

/** Replaces an id. The covered addresses tell the resource. */
const OWN_ID = '*';

function withoutIds(call: PlannedCall): PlannedCall {
  const { params, body, covers, onConflict, ...rest } = call;
  return {
    ...rest,
    covers,
    params: ownParams(params, covers),
    body: ownBody(body, covers),
    // The path repeats the parameters.
    ...(onConflict && {
      onConflict: {
        ...onConflict,
        path: '',
        params: ownParams(onConflict.params, covers),
        body: ownBody(onConflict.body, covers),
      },
    }),
  };
}

/** A type id of a custom object; those of the service's own objects are the same everywhere. */
const CUSTOM_TYPE_ID = /^2-\d+$/;

/** Members with ids that the service assigns in each account. */
const OWN_MEMBERS: readonly string[] = ['subscriptionId', 'associationTypeId'];

function ownParams(params: PlannedCall['params'], covers: PlannedCall['covers']): PlannedCall['params'] {
  const declared = new Set(covers.flatMap((address) => parseAddress(address)?.parts ?? []));
  const isOwn = (name: string, value: string): boolean =>
    OWN_MEMBERS.includes(name) || (isOwnType(value) && !declared.has(value));
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, isOwn(name, value) ? OWN_ID : value]));
}

/** A fully qualified name has the id of the account. */
function isOwnType(value: string): boolean {
  return CUSTOM_TYPE_ID.test(value) || qualifiedObject(value) !== undefined;
}

/** Inputs of a batch of limits have the order of the addresses. An address that ends with a label has no id. */
function ownBody(body: Json, covers: PlannedCall['covers']): Json {
  const own = ownMembers(body);
  const inputs = mapping(body)?.['inputs'];
  if (inputs === undefined || !isList(inputs)) return own;
  const all = inputs.map((input, index): Json => {
    const members = mapping(input);
    const key = parseAddress(covers[index] ?? '')?.parts.at(-1);
    if (members === undefined || typeof members['typeId'] !== 'number') return input;
    return String(members['typeId']) === key ? input : { ...members, typeId: OWN_ID };
  });
  return { ...mapping(own), inputs: all };
}

function ownMembers(body: Json): Json {
  const members = mapping(body);
  if (members === undefined || OWN_MEMBERS.every((name) => members[name] === undefined)) return body;
  const own = Object.entries(members).map(
    ([name, value]) => [name, OWN_MEMBERS.includes(name) ? OWN_ID : value] as const,
  );
  return Object.fromEntries(own);
}
