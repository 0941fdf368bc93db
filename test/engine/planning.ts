/** Builders for planner tests: desired, live and ledger as plain values, over the real kinds. */

import { DEFAULT_VERSIONS } from '../../src/contract/surfaces.ts';
import { kindNamed } from '../../src/engine/kind-lookup.ts';
import { makePlan } from '../../src/engine/plan/plan.ts';
import { listKinds } from '../../src/kinds/index.ts';
import type { Address, KindName } from '../../src/model/address.ts';
import type { DesiredResource, Resolution } from '../../src/model/desired.ts';
import type { Fields } from '../../src/model/json.ts';
import type { Kind } from '../../src/model/kind.ts';
import {
  type Intention,
  LEDGER_FORMAT,
  type Ledger,
  type LedgerRecord,
  type SharedApps,
} from '../../src/model/ledger.ts';
import type { Live, LiveResource } from '../../src/model/live.ts';
import type { Plan } from '../../src/model/plan.ts';
import { type Consent, DEFAULT_POLICY, type Policy } from '../../src/model/policy.ts';

export const NOW = Date.UTC(2026, 0, 2);

export function declare(kind: KindName, captured: Fields, line = 1): DesiredResource {
  const spec = kindNamed(listKinds('documented'), kind).spec(captured);
  if (spec === undefined) throw new Error(`${kind} is only referenced here`);
  return {
    address: kindNamed(listKinds('documented'), kind).address(spec),
    kind,
    spec,
    provenance: { file: 'trueup.yaml', line, column: 1 },
  };
}

export const tier = (more: Fields = {}): DesiredResource =>
  declare('property', {
    objectType: 'contacts',
    groupName: 'loyalty',
    name: 'loyaltytier',
    label: 'Loyalty tier',
    type: 'enumeration',
    fieldType: 'select',
    options: [{ value: 'gold', label: 'Gold' }],
    ...more,
  });

export const seen = (address: Address, fields: Fields, more: Partial<LiveResource> = {}): LiveResource => ({
  address,
  kind: address.slice(0, address.indexOf(':')) as KindName,
  fields,
  basis: 'observed',
  ...more,
});

export const recorded = (address: Address, fields: Fields, file?: string): LedgerRecord => ({
  address,
  kind: address.slice(0, address.indexOf(':')) as KindName,
  fields,
  basis: 'echoed',
  at: '2026-01-01T00:00:00.000Z',
  run: 'run-1',
  ...(file === undefined ? {} : { file }),
});

export interface Scene {
  readonly desired?: readonly DesiredResource[];
  readonly live?: readonly LiveResource[];
  readonly unseen?: readonly Address[];
  readonly records?: readonly LedgerRecord[];
  readonly intentions?: readonly Intention[];
  readonly allow?: readonly Consent[];
  readonly targets?: readonly string[];
  readonly overwrite?: readonly string[];
  readonly drift?: 'revert' | 'hold';
  readonly policy?: Policy;
  /** Kinds of the plan. If absent, the kinds of the documented surface. */
  readonly kinds?: readonly Kind[];
  /** Files of the project in addition to `trueup.yaml`. */
  readonly files?: readonly string[];
  readonly dependents?: Live['dependents'];
  readonly near?: Live['near'];
  readonly lacking?: Live['lacking'];
  readonly shared?: SharedApps;
}

export function planOf(scene: Scene): Plan {
  const resolution: Resolution = {
    addressFaults: [],
    others: [],
    account: {
      name: 'sandbox',
      hubId: 1001,
      baseUrl: 'https://api.test',
      surface: 'documented',
      versions: DEFAULT_VERSIONS,
      protected: false,
      drift: scene.drift ?? 'revert',
      credentials: { kind: 'none' },
    },
    desired: { resources: (scene.desired ?? []).toSorted((a, b) => (a.address < b.address ? -1 : 1)) },
    policy: scene.policy ?? DEFAULT_POLICY,
    places: new Map(['trueup.yaml', ...(scene.files ?? [])].map((file) => [file, file])),
    holders: [],
    omitted: [],
    moved: [],
    values: {},
    valuesOfOthers: [],
    developerKeys: new Map(),
    declaredKeys: [],
    secrets: [],
    findings: [],
  };
  const ledger: Ledger = {
    format: LEDGER_FORMAT,
    lineage: 'lineage-1',
    serial: 3,
    account: { name: 'sandbox', hubId: 1001 },
    records: Object.fromEntries((scene.records ?? []).map((record) => [record.address, record])),
    intentions: scene.intentions ?? [],
  };
  const live: Live = {
    resources: new Map((scene.live ?? []).map((resource) => [resource.address, resource])),
    complete: (scene.unseen ?? []).length === 0,
    unseen: new Set(scene.unseen),
    findings: [],
    reads: 1,
    ...(scene.dependents && { dependents: scene.dependents }),
    ...(scene.near && { near: scene.near }),
    ...(scene.lacking && { lacking: scene.lacking }),
  };
  return makePlan({
    resolution,
    live,
    ledger,
    kinds: scene.kinds ?? listKinds('documented'),
    allow: scene.allow ?? [],
    targets: scene.targets ?? [],
    overwrite: scene.overwrite ?? [],
    known: new Set(Object.keys(ledger.records).concat(resolution.desired.resources.map(({ address }) => address))),
    hubId: 1001,
    scopes: null,
    ...(scene.shared && { shared: scene.shared }),
    now: NOW,
  });
}
