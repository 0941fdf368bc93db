/** Builds plans and outcomes to open in a browser, with everything that a page can show or of any size. */

import { formatAddress } from '../../src/model/address.ts';
import type { Change } from '../../src/model/change.ts';
import type { DriftReport } from '../../src/model/drift.ts';
import type { ApplyResult } from '../../src/model/outcome.ts';
import type { Plan, PlannedCall } from '../../src/model/plan.ts';
import {
  aCall,
  aChange,
  aDriftedResource,
  aDriftReport,
  anApplyResult,
  anOutcome,
  aPlan,
} from '../support/builders.ts';

export const HOSTILE = '</script><img src=x onerror="hit()"> <!-- \u2028 "quoted" \'single\' & @everyone';

const LOYALTY = formatAddress('property-group', 'contacts', 'loyalty');
const TIER = formatAddress('property', 'contacts', 'loyaltytier');
const SIZE = formatAddress('property', 'contacts', 'shoe_size');
const STAGE = formatAddress('property', 'deals', 'stage_note');
const SUBSCRIPTION = formatAddress('webhook-subscription', '2001', 'contact.propertyChange', 'loyaltytier');
const TOTAL = formatAddress('event-definition-property', 'order_placed', 'ordertotal');
const LIMIT = formatAddress('association-limit', 'contacts', 'companies', 'SERVICE_DEFINED', '279');

const CHANGES: readonly Change[] = [
  aChange({
    address: LOYALTY,
    basis: 'inferred',
    fields: [{ field: 'displayName', after: 'Loyalty programme' }],
    provenance: { file: 'schema/contacts.yaml', line: 4, column: 7 },
  }),
  aChange({
    address: SIZE,
    dependsOn: [LOYALTY],
    fields: [
      { field: 'label', after: HOSTILE },
      { field: 'type', after: 'number' },
    ],
    provenance: { file: 'schema/contacts.yaml', line: 21, column: 9 },
  }),
  aChange({
    address: TIER,
    action: 'update',
    because: 'both-changed',
    reason: 'The file declares other values, and the account changed as well.',
    risk: 'destructive',
    risks: ['option-removal'],
    dependsOn: [LOYALTY],
    changedAt: '2026-11-18T10:20:00.000Z',
    changedBy: '4711',
    provenance: { file: 'schema/contacts.yaml', line: 9, column: 9 },
    fields: [
      { field: 'label', before: 'Tier', after: 'Loyalty tier' },
      {
        field: 'description',
        before: 'The tier that the contact has reached in the loyalty programme of the shop.',
        after: 'The level that the contact has reached in the loyalty programme, told to no one.',
      },
      {
        field: 'options',
        options: [
          { value: 'gold', change: 'update', before: { label: 'Gold' }, after: { label: 'Gold card' } },
          { value: 'platinum', change: 'add', after: { label: 'Platinum', displayOrder: 3 } },
          { value: 'bronze', change: 'remove', before: { label: 'Bronze', displayOrder: 1 } },
          { value: 'silver', change: 'hide', before: { hidden: false }, after: { hidden: true } },
          { value: 'vip', change: 'foreign', before: { label: 'VIP' }, after: { label: 'VIP' } },
        ],
      },
    ],
  }),
  aChange({
    address: STAGE,
    action: 'blocked',
    because: 'consent-required',
    reason: 'Requires consent: the type changes from string to number.',
    risk: 'destructive',
    risks: ['type-change'],
    fields: [{ field: 'type', before: 'string', after: 'number' }],
    dependsOn: [formatAddress('property-group', 'deals', 'dealinformation')],
    provenance: { file: 'schema/deals.yaml', line: 3, column: 5 },
  }),
  aChange({
    address: SUBSCRIPTION,
    basis: 'unknown',
    dependsOn: [TIER],
    fields: [{ field: 'active', after: true }],
    provenance: { file: 'trueup.yaml', line: 12, column: 9 },
  }),
  aChange({ address: TOTAL, basis: 'unknown', fields: [{ field: 'label', after: 'Order total' }] }),
  aChange({
    address: LIMIT,
    action: 'update',
    because: 'file-differs',
    reason: 'The file declares another value.',
    basis: 'recorded',
    recordedAt: '2026-11-17T12:00:00.000Z',
    fields: [{ field: 'maxToObjectIds', before: 5, after: 1 }],
  }),
];

/** Returns a plan with a change of every kind and grade, with hostile text in it. */
export function samplePlan(plan: Partial<Plan> = {}): Plan {
  return aPlan({
    changes: CHANGES,
    calls: CHANGES.filter(({ action }) => action !== 'blocked').map((change, index) => callOf(change, index)),
    findings: [
      {
        code: 'description-required',
        severity: 'warning',
        message: 'Property shoe_size has no description.',
        hint: 'Add a description.',
        address: SIZE,
        provenance: { file: 'schema/contacts.yaml', line: 21, column: 9 },
      },
    ],
    allowed: [{ risk: 'option-removal', address: TIER }],
    ...plan,
  });
}

/** The sample plan with as many more creates as a page with filters needs. */
export function filteredPlan(plan: Partial<Plan> = {}): Plan {
  return samplePlan({ changes: [...CHANGES, ...moreAddresses(13).map((address) => aChange({ address }))], ...plan });
}

function moreAddresses(amount: number): readonly Change['address'][] {
  return Array.from({ length: amount }, (_, at) => formatAddress('property', 'tickets', `more_${at}`));
}

/** `more`: further applied outcomes. */
export function sampleOutcome(more = 0): ApplyResult {
  return anApplyResult({
    outcomes: [
      ...moreAddresses(more).map((address) => anOutcome({ address })),
      anOutcome({ address: LOYALTY }),
      anOutcome({
        address: TIER,
        action: 'update',
        status: 'conflict',
        message: 'It changed since the plan; nothing was sent.',
        hint: 'Plan again.',
        fields: [{ field: 'label', before: 'Tier', after: HOSTILE }],
      }),
      anOutcome({ address: SUBSCRIPTION, status: 'uncertain', message: 'The reply was lost.' }),
    ],
  });
}

/** Returns a report with a resource of every status. The drifted resource has hostile text. `more`: further resources in sync. */
export function sampleDrift(more = 0): DriftReport {
  return aDriftReport([
    ...moreAddresses(more).map((address) => aDriftedResource({ address, status: 'in-sync', fields: [] })),
    aDriftedResource({
      address: TIER,
      changedBy: 'ann@example.org',
      changedAt: '2026-11-18T10:20:00.000Z',
      fields: [
        { field: 'label', before: 'Loyalty tier', after: HOSTILE },
        { field: 'options', options: [{ value: 'bronze', change: 'remove', before: { label: 'Bronze' } }] },
      ],
    }),
    aDriftedResource({ address: SIZE, status: 'gone', fields: [] }),
    aDriftedResource({ address: STAGE, status: 'in-sync', fields: [] }),
    aDriftedResource({
      address: SUBSCRIPTION,
      kind: 'webhook-subscription',
      status: 'unverifiable',
      basis: 'recorded',
      fields: [],
      reason: 'The interface has no read for subscriptions (interface 4.4)',
    }),
  ]);
}

/**
 * Returns a plan for ten object types with ten groups each. In every fifty changes, the first loses options and another change is blocked.
 */
export function largePlan(size: number): Plan {
  const changes = Array.from({ length: size }, (_, index) => largeChange(index));
  return aPlan({
    changes,
    calls: changes.filter(({ action }) => action !== 'blocked').map((change, index) => callOf(change, index)),
  });
}

function largeChange(index: number): Change {
  const type = `2-${index % 10}`;
  const group = formatAddress('property-group', type, `group_${Math.floor(index / 10) % 10}`);
  const base = {
    address: formatAddress('property', type, `property_${index}`),
    dependsOn: [group],
    provenance: { file: `schema/object-${type}.yaml`, line: index + 1, column: 9 },
  };
  if (index % 50 === 7) {
    return aChange({
      ...base,
      action: 'update',
      because: 'file-differs',
      reason: 'The file declares other values.',
      risk: 'destructive',
      risks: ['option-removal'],
      fields: [
        {
          field: 'options',
          options: [
            { value: 'bronze', change: 'remove', before: { label: 'Bronze' } },
            { value: 'gold', change: 'add', after: { label: 'Gold' } },
          ],
        },
      ],
    });
  }
  if (index % 50 === 13) {
    return aChange({ ...base, action: 'blocked', because: 'no-endpoint', reason: 'The interface has no call for it.' });
  }
  return aChange({
    ...base,
    ...(index % 2 === 0
      ? {}
      : { action: 'update', because: 'file-differs', reason: 'The file declares other values.' }),
    fields: [
      { field: 'label', ...(index % 2 === 0 ? {} : { before: 'Old label' }), after: `Label of property ${index}` },
      { field: 'description', after: `What property ${index} is for, in one sentence.` },
      { field: 'groupName', after: `group_${index % 10}` },
      { field: 'type', after: 'string' },
      { field: 'fieldType', after: 'text' },
    ],
  });
}

function callOf(change: Change, index: number): PlannedCall {
  return aCall({
    id: `c${index + 1}`,
    covers: [change.address],
    path: `/properties/v2/${change.address.replace(/^.*:/, '')}`,
  });
}
