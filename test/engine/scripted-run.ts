/** Runs apply over a scripted caller, from a plan on plain values. */

import type { ApplyInput } from '../../src/engine/apply/apply.ts';
import { memoryStore } from '../../src/ledger/memory-store.ts';
import type { Fields } from '../../src/model/json.ts';
import { counting, testClock } from '../ledger/clock.ts';
import { applyLocked, TIER } from './applying.ts';
import { planOf, type Scene, seen, tier } from './planning.ts';
import type { Scripted } from './scripted.ts';

export const LIVE: Fields = {
  label: 'Loyalty tier',
  description: '',
  groupName: 'loyalty',
  type: 'enumeration',
  fieldType: 'select',
  options: [{ value: 'gold', label: 'Gold', displayOrder: 0, hidden: false }],
  displayOrder: -1,
  formField: false,
};
export const REPLY = { name: 'loyaltytier', ...LIVE };
export const SUBSCRIBED = {
  id: 7,
  eventType: 'contact.propertyChange',
  active: true,
  createdAt: '2026-01-01T00:00:00Z',
};

export async function run(scene: Scene, caller: Scripted, more: Partial<ApplyInput> = {}) {
  const clock = testClock();
  const newId = counting('id');
  const store = more.ledger ?? memoryStore({ name: 'sandbox', clock, newId });
  const result = await applyLocked({ plan: planOf(scene), caller, ledger: store, clock, newId, ...more });
  return { result, ledger: await store.read() };
}

/** An update of the label, from a plan that saw the live values. */
export const RELABEL: Scene = {
  desired: [tier({ label: 'Level' })],
  live: [seen(TIER.address, LIVE), seen('property-group:contacts/loyalty', {})],
};
