/** Fingerprints of the basis of a plan, compared before the first write, and of its content, compared with the reviewed plan. */

import { hash } from 'node:crypto';
import type { Address } from '../model/address.ts';
import type { Change, ReasonCode } from '../model/change.ts';
import type { DesiredResource } from '../model/desired.ts';
import { inKeyOrder, type KeyOrders } from '../model/json.ts';
import { buildVersion, type Ledger } from '../model/ledger.ts';
import type { Live, LiveResource } from '../model/live.ts';
import type { Plan, PlannedCall } from '../model/plan.ts';

/** The first 20 hex digits of the SHA-256 of the value with its keys sorted; members that are undefined are left out. */
export function digest(value: unknown): string {
  return computeDigest([], value);
}

function computeDigest(orders: KeyOrders, value: unknown): string {
  return hash('sha256', JSON.stringify(inKeyOrder(value, orders))).slice(0, 20);
}

/** Inputs of a plan. */
export interface FingerprintInput {
  readonly desired: readonly Pick<DesiredResource, 'address' | 'spec'>[];
  readonly live: Live;
  readonly ledger: Ledger;
}

/** Returns a digest for each part of the basis. A plan is stale if one digest changes. */
export function computeFingerprint({ desired, live, ledger }: FingerprintInput): Plan['fingerprint'] {
  const orders: KeyOrders = [];
  const resources = Object.fromEntries(
    [...live.resources.values(), ...(live.archived?.values() ?? [])]
      .sort((a, b) => (a.address < b.address ? -1 : 1))
      .map((resource) => [
        resource.address,
        computeDigest(orders, [...listBasisParts(resource), ...(live.dependents?.get(resource.address) ?? [])]),
      ]),
  );
  return {
    desired: digest(desired.map(({ address, spec }) => [address, spec])),
    live: digest(resources),
    ledger: buildVersion(ledger),
    resources,
  };
}

function listBasisParts({ fields, locked, archived }: LiveResource): readonly unknown[] {
  return [fields, locked ?? null, ...(archived === undefined ? [] : [archived])];
}

/** The digest of each change that is not `keep` by its address, and of each call by its id. */
export interface PlanParts {
  readonly changes: ReadonlyMap<Address, string>;
  readonly calls: ReadonlyMap<string, string>;
}

/**
 * Returns the digest of the account, of every change except `keep`, and of the calls. It leaves out times, the serial of the ledger, file
 * positions, sentences, findings and resources in sync. They can change without changing the plan.
 */
export function planDigest(plan: Pick<Plan, 'account' | 'changes' | 'calls'>): string {
  const { changes, calls } = planParts(plan);
  return digestOfParts(plan.account, [...changes.values(), ...calls.values()]);
}

/** Returns the digest of a set of parts, so that finished and remaining parts together give the digest of the whole plan. */
export function digestOfParts(account: Plan['account'], parts: Iterable<string>): string {
  // Labels of the account do not change the plan.
  const { labels: _, ...meant } = account;
  return digest({ account: meant, parts: [...new Set(parts)].sort() });
}

/** The parts do not tell of each other: they stay the same while others of the plan are being applied. */
export function planParts({ changes, calls }: Pick<Plan, 'changes' | 'calls'>): PlanParts {
  const planned = changes.filter(({ action }) => action !== 'keep');
  return {
    changes: new Map(planned.map((change) => [change.address, digest(meaningOfChange(change))])),
    calls: new Map(calls.map((call) => [call.id, digest(meaningOfCall(call))])),
  };
}

/** Digests are stored in ledgers and reviews, so they keep the reason codes of the first plan format. */
const FIRST_WORDS: { readonly [Code in ReasonCode]?: string } = {
  'account-changed': 'account-moved',
  'both-changed': 'both-moved',
};

/** Returns the parts of a change that its digest covers. */
export function meaningOfChange({ address, action, because, risk, risks, fields, dependsOn }: Change): unknown {
  // The dependencies of a removal follow from the other changes and from finished calls.
  const waitsFor = action === 'remove' ? [] : dependsOn;
  return { address, action, because: FIRST_WORDS[because] ?? because, risk, risks, fields, dependsOn: waitsFor };
}

/**
 * Returns the members of a call that count in the digest of its plan. Its number and order follow from the other members and calls. What it
 * expects follows from the values before and the body, and tells fewer fields in the rest of an interrupted change. `relies` is the older
 * word for `before`.
 */
export function meaningOfCall(
  call: Omit<PlannedCall, 'id' | 'method' | 'path' | 'after' | 'route' | 'expects'>,
): unknown {
  const { endpoint, params, body, covers, before, records, onConflict } = call;
  return { endpoint, params, body, covers, relies: before, records, onConflict };
}
