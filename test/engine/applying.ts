/** A small world for apply tests: the embedded service, a client on it, a ledger, and a clock that only moves when told. */

import { createClient, secret, staticToken } from '../../src/client/index.ts';
import type { Caller } from '../../src/contract/calls.ts';
import { DEFAULT_VERSIONS, type Surface } from '../../src/contract/surfaces.ts';
import { type ApplyInput, applyPlan } from '../../src/engine/apply/apply.ts';
import { type Recovered, recover } from '../../src/engine/apply/recover.ts';
import { locked } from '../../src/engine/locked.ts';
import { observe } from '../../src/engine/observe/observe.ts';
import { makePlan } from '../../src/engine/plan/plan.ts';
import { listKinds } from '../../src/kinds/index.ts';
import { memoryDisk } from '../../src/ledger/memory-store.ts';
import { storeOn } from '../../src/ledger/store.ts';
import type { DesiredResource } from '../../src/model/desired.ts';
import type { Ledger, LedgerStore } from '../../src/model/ledger.ts';
import type { ApplyResult } from '../../src/model/outcome.ts';
import type { Plan } from '../../src/model/plan.ts';
import { type Consent, DEFAULT_POLICY } from '../../src/model/policy.ts';
import { createService, type Seed, type Service } from '../../src/service/index.ts';
import { counting, type TestClock, testClock } from '../ledger/clock.ts';
import { declare, tier } from './planning.ts';

export const HUB = 1001;

export interface World {
  readonly service: Service;
  readonly clock: TestClock;
  readonly caller: Caller;
  readonly store: LedgerStore;
  plan(desired: readonly DesiredResource[], allow?: readonly Consent[]): Promise<Plan>;
  apply(plan: Plan, more?: Partial<ApplyInput>): Promise<ApplyResult>;
  recover(): Promise<Recovered>;
  ledger(): Promise<Ledger>;
}

/** Creates a world with new parts, or another process of an existing service, with its own ledger store. */
export async function aWorld(
  beside?: Pick<World, 'service' | 'clock' | 'caller' | 'store'>,
  surface: Surface = 'documented',
): Promise<World> {
  const kinds = listKinds(surface);
  const { service, clock, caller, store } = beside ?? (await newParts());
  const newId = counting('r');
  return {
    service,
    clock,
    caller,
    store,
    ledger: () => store.read(),
    async plan(resources, allow = []) {
      const ledger = await store.read();
      const desired = { resources: resources.toSorted((a, b) => (a.address < b.address ? -1 : 1)) };
      const live = await observe({ desired, ledger, kinds, reader: caller, concurrency: 4, forPlan: true });
      const account = {
        name: 'sandbox',
        hubId: HUB,
        baseUrl: 'http://127.0.0.1',
        surface,
        versions: DEFAULT_VERSIONS,
        protected: false,
        drift: 'revert',
        credentials: { kind: 'none' },
      } as const;
      const resolution = {
        account,
        desired,
        policy: DEFAULT_POLICY,
        places: new Map([['trueup.yaml', 'trueup.yaml']]),
        holders: [],
        leftOut: [],
        omitted: [],
        moved: [],
        values: {},
        valuesOfOthers: [],
        developerKeys: new Map(),
        declaredKeys: [],
        secrets: [],
        addressFaults: [],
        others: [],
        findings: [],
      };
      return makePlan({
        resolution,
        live,
        ledger,
        kinds,
        allow,
        targets: [],
        overwrite: [],
        known: new Set(),
        hubId: HUB,
        scopes: null,
        now: clock.now(),
      });
    },
    apply: (plan, more) => applyLocked({ plan, kinds, caller, ledger: store, clock, newId, ...more }),
    recover: () => locked(store, 'recover', () => recover({ ledger: store, kinds, caller, clock, hubId: HUB })),
  };
}

/** Applies under the lock of the ledger, as a reconciler does. */
export function applyLocked(
  input: Pick<ApplyInput, 'plan' | 'caller' | 'ledger' | 'clock' | 'newId'> & Partial<ApplyInput>,
): Promise<ApplyResult> {
  return locked(input.ledger, 'apply', () =>
    applyPlan({ kinds: listKinds('documented'), concurrency: 4, skipBlocked: false, hubId: HUB, ...input }),
  );
}

/** Parts that a world needs. */
export async function newParts(seed?: Seed): Promise<Pick<World, 'service' | 'clock' | 'caller' | 'store'>> {
  const clock = testClock();
  const service = await createService({ clock, rateLimit: false, seed });
  const caller = createClient({
    baseUrl: 'http://127.0.0.1',
    transport: service.transport,
    tokens: staticToken(secret(service.development.accessToken)),
    clock,
    random: () => 0,
  });
  const self = { owner: 'ann', host: 'memory', pid: 1, alive: async () => true };
  const store = storeOn({ disk: memoryDisk(clock), name: 'sandbox', clock, newId: counting('s'), self });
  return { service, clock, caller, store };
}

/** Resource of each kind, as a user declares them together. */
export const GROUP = declare('property-group', { objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty' });
export const TIER = tier();
export const SUBSCRIPTION = declare('webhook-subscription', {
  appId: 2001,
  eventType: 'contact.propertyChange',
  propertyName: 'loyaltytier',
});
export const EVENT_PROPERTY = declare('event-definition-property', {
  eventName: 'order_placed',
  name: 'ordertotal',
  label: 'Order total',
  type: 'number',
});
export const LIMIT = declare('association-limit', {
  from: 'contacts',
  to: 'companies',
  category: 'SERVICE_DEFINED',
  typeId: 279,
  maxToObjectIds: 1,
});
export const ONE_OF_EACH: readonly DesiredResource[] = [GROUP, TIER, SUBSCRIPTION, EVENT_PROPERTY, LIMIT];

/** Returns the status of each address. */
export function told(result: ApplyResult): Readonly<Record<string, string>> {
  return Object.fromEntries(result.outcomes.map(({ address, status }) => [address, status]));
}

/** The summary that the outcomes add up to. */
export function counted(result: ApplyResult): ApplyResult['summary'] {
  const of = (status: string): number => result.outcomes.filter((outcome) => outcome.status === status).length;
  return {
    applied: of('applied'),
    accepted: of('accepted'),
    skipped: of('skipped'),
    failed: of('failed'),
    conflict: of('conflict'),
    uncertain: of('uncertain'),
  };
}
