import { describe, expect, it } from 'vitest';
import { planDigest } from '../../../src/engine/fingerprint.ts';
import type { Fields } from '../../../src/model/json.ts';
import { anIntention } from '../../ledger/entries.ts';
import { aCall } from '../../support/builders.ts';
import { declare, planOf, recorded, seen, tier } from '../planning.ts';

const gold = { value: 'gold', label: 'Gold' };
const liveGold = { ...gold, description: '', displayOrder: 0, hidden: false };
const liveBronze = { value: 'bronze', label: 'Bronze', description: '', displayOrder: 1, hidden: false };
const liveTier = (more: Fields = {}, extra = {}) =>
  seen(
    'property:contacts/loyaltytier',
    {
      label: 'Loyalty tier',
      description: '',
      groupName: 'loyalty',
      type: 'enumeration',
      fieldType: 'select',
      options: [liveGold],
      displayOrder: -1,
      formField: false,
      ...more,
    },
    extra,
  );
const group = declare('property-group', { objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty' });
const subscription = (more: Fields = {}) =>
  declare('webhook-subscription', {
    appId: 2001,
    eventType: 'contact.propertyChange',
    propertyName: 'loyaltytier',
    active: true,
    ...more,
  });
const limit = (typeId: number, maxToObjectIds: number) =>
  declare('association-limit', {
    from: 'contacts',
    to: 'companies',
    category: 'SERVICE_DEFINED',
    typeId,
    maxToObjectIds,
  });

const actions = (plan: ReturnType<typeof planOf>) =>
  plan.changes.map(({ address, action, because }) => [address, action, because]);
const calls = (plan: ReturnType<typeof planOf>) =>
  plan.calls.map(({ id, method, path, after }) => [id, method, path, after]);

describe('a plan', () => {
  it('sorts changes and calls by natural order, and any order has one digest', () => {
    const properties = [10, 2, 1].map((number) =>
      tier({ name: `property${number}`, type: 'string', fieldType: 'text', options: [] }),
    );
    const plan = planOf({ desired: properties });
    const sorted = [1, 2, 10].map((number) => `property:contacts/property${number}`);
    expect(plan.changes.map(({ address }) => address)).toEqual(sorted);
    expect(plan.calls.flatMap(({ covers }) => covers)).toEqual(sorted);
    const [changes, calls] = [plan.changes.toReversed(), plan.calls.toReversed()];
    expect(planDigest({ ...plan, changes, calls })).toBe(planDigest(plan));
  });

  it('creates the group, then its property, then the subscription on that property', () => {
    const plan = planOf({ desired: [subscription(), tier(), group] });
    expect(calls(plan)).toEqual([
      ['c1', 'POST', '/properties/v2/contacts/groups', []],
      ['c2', 'POST', '/properties/v2/contacts/properties', ['c1']],
      ['c3', 'POST', '/webhooks/2026-03/2001/subscriptions', ['c2']],
    ]);
    expect(plan.summary).toEqual({
      create: 3,
      update: 0,
      remove: 0,
      forget: 0,
      keep: 0,
      blocked: 0,
      destructive: 0,
      revert: { restores: 0, stays: 3, loses: 0 },
      calls: { read: 1, write: 3 },
    });
    expect(plan.applyable).toBe(true);
  });

  it('sends only the changed fields, and the whole option list with foreign options', () => {
    const plan = planOf({
      desired: [tier({ options: [gold, { value: 'silver', label: 'Silver' }] })],
      live: [liveTier({ options: [liveGold, liveBronze], description: 'theirs' })],
    });
    expect(plan.calls.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      {
        method: 'PATCH',
        path: '/properties/v2/contacts/properties/named/loyaltytier',
        body: { options: [liveGold, liveBronze, { value: 'silver', label: 'Silver', displayOrder: 2 }] },
      },
    ]);
    expect(plan.calls[0]?.records).toEqual({
      'property:contacts/loyaltytier': {
        label: 'Loyalty tier',
        groupName: 'loyalty',
        type: 'enumeration',
        fieldType: 'select',
        options: [gold, { value: 'silver', label: 'Silver' }],
      },
    });
    expect(plan.calls[0]?.before).toEqual({ 'property:contacts/loyaltytier': { options: [liveGold, liveBronze] } });
  });

  it('blocks the removal of an applied option until a consent names the property', () => {
    const scene = {
      desired: [tier()],
      live: [liveTier({ options: [liveGold, liveBronze] })],
      records: [recorded('property:contacts/loyaltytier', { options: [gold, { value: 'bronze', label: 'Bronze' }] })],
    };
    const refused = planOf(scene);
    expect([actions(refused), refused.calls, refused.applyable, refused.summary.destructive]).toEqual([
      [['property:contacts/loyaltytier', 'blocked', 'consent-required']],
      [],
      false,
      0,
    ]);
    expect(refused.changes[0]?.fields[0]?.options).toEqual([{ value: 'bronze', change: 'remove', before: liveBronze }]);
    const consent = { risk: 'option-removal', address: 'property:contacts/loyaltytier' } as const;
    const allowed = planOf({ ...scene, allow: [consent] });
    expect([allowed.changes[0]?.risk, allowed.calls[0]?.body]).toEqual(['destructive', { options: [liveGold] }]);
    for (const other of [{ risk: 'option-removal' }, { ...consent, address: 'property:contacts/other' }] as const)
      expect(planOf({ ...scene, allow: [other] }).applyable).toBe(false);
  });

  it('forgets an undeclared property that is gone from the account', () => {
    const plan = planOf({ records: [recorded('property:contacts/loyaltytier', { label: 'x' })] });
    expect([actions(plan), plan.calls]).toEqual([[['property:contacts/loyaltytier', 'forget', 'gone']], []]);
  });

  it('refuses a label limit above the object-level limit', () => {
    const { findings } = planOf({ desired: [limit(279, 1), limit(931, 2)] });
    expect(findings).toMatchObject([{ code: 'label-limit-exceeds-object-limit', severity: 'error' }]);
  });

  it('narrows to a target and its dependencies', () => {
    const plan = planOf({
      desired: [tier(), group, limit(279, 1)],
      targets: ['property:contacts/*'],
    });
    expect(plan.changes.map(({ address }) => address)).toEqual([
      'property-group:contacts/loyalty',
      'property:contacts/loyaltytier',
    ]);
  });

  it('blocks a change that an unsettled intention covers', () => {
    const { address } = subscription();
    const plan = planOf({
      desired: [subscription()],
      live: [liveTier()],
      intentions: [anIntention('i1', { covers: [address], recovery: 'ask' })],
    });
    expect(actions(plan)).toEqual([[address, 'blocked', 'unsettled']]);
  });

  it('is byte-identical for equal inputs in another order', () => {
    const scene = { desired: [subscription(), tier(), group, limit(279, 1)], live: [liveTier({ label: 'x' })] };
    expect(JSON.stringify(planOf({ ...scene, desired: scene.desired.toReversed() }))).toBe(
      JSON.stringify(planOf(scene)),
    );
  });
});

describe('a company property that takes two calls', () => {
  const start = declare('property', {
    objectType: 'companies',
    groupName: 'contract',
    name: 'contractstart',
    label: 'Contract start',
    type: 'date',
    fieldType: 'date',
  });
  const half = {
    label: 'Contract start',
    description: '',
    groupName: 'contract',
    type: 'datetime',
    fieldType: 'date',
    options: [],
    displayOrder: -1,
    formField: false,
  };

  it('records no type until the second call is done', () => {
    const plan = planOf({ desired: [start] });
    expect(plan.calls.map(({ method, records }) => [method, records])).toEqual([
      ['POST', { [start.address]: { label: 'Contract start', groupName: 'contract', fieldType: 'date' } }],
      ['PUT', { [start.address]: { label: 'Contract start', groupName: 'contract', type: 'date', fieldType: 'date' } }],
    ]);
  });

  it('is waited for until its last call by what depends on it', () => {
    const subscription = declare('webhook-subscription', {
      appId: 2001,
      eventType: 'company.propertyChange',
      propertyName: 'contractstart',
    });
    const plan = planOf({ desired: [start, subscription] });
    expect(plan.calls.map(({ id, method, after }) => [id, method, after])).toEqual([
      ['c1', 'POST', []],
      ['c2', 'PUT', ['c1']],
      ['c3', 'POST', ['c1', 'c2']],
    ]);
  });

  it('is completed without consent after an interrupted run, settled or open', () => {
    const [first = aCall()] = planOf({ desired: [start] }).calls;
    const { covers, before, expects } = first;
    const records = { [start.address]: recorded(start.address, first.records[start.address] ?? {}) };
    const settled = planOf({ desired: [start], live: [seen(start.address, half)], records: Object.values(records) });
    const open = planOf({
      desired: [start],
      live: [seen(start.address, half)],
      intentions: [anIntention('i1', { covers, before, expects, records })],
    });
    for (const plan of [settled, open])
      expect(plan.calls.map(({ method, path }) => [method, path])).toEqual([
        ['PUT', '/properties/v1/companies/properties/named/contractstart'],
      ]);
  });

  it('asks for consent when the type was never ours to change', () => {
    const plan = planOf({ desired: [start], live: [seen(start.address, half)] });
    expect(actions(plan)).toEqual([[start.address, 'blocked', 'consent-required']]);
  });

  it('shows the options that a change away from enumeration clears', () => {
    const text = declare('property', { ...start.spec, type: 'string', fieldType: 'text' });
    const plan = planOf({
      desired: [text],
      live: [seen(text.address, { ...half, type: 'enumeration', fieldType: 'select', options: [liveGold] })],
      allow: [{ risk: 'type-change' }],
    });
    expect(plan.changes[0]?.fields.at(-1)).toEqual({
      field: 'options',
      before: [liveGold],
      after: [],
      options: [{ value: 'gold', change: 'remove', before: liveGold }],
    });
  });
});
