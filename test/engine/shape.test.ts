import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { computeShape, isLeftOf, isRestOf } from '../../src/engine/shape.ts';
import { formatAddress } from '../../src/model/address.ts';
import type { Plan } from '../../src/model/plan.ts';
import { aCall, aChange, aPlan } from '../support/builders.ts';
import { aNamesWorld, BOARD, CARS, HUBS, type Hub, type NamesWorld } from './observe/names-world.ts';

const change = aChange({ fields: [{ field: 'label', before: 'Tier', after: 'Loyalty tier' }] });
const plan = aPlan({ changes: [change], calls: [aCall()] });

test('equal plans have one shape in every account, at any time, with any ledger', () => {
  const elsewhere = aPlan({
    account: { name: 'other', hubId: 7007, baseUrl: 'https://elsewhere.example', surface: 'documented' },
    changes: [
      { ...change, reason: 'In other words.', changedAt: '2026-11-20T12:00:00.000Z', changedBy: 'ann' },
      aChange({ address: formatAddress('property', 'contacts', 'size'), action: 'keep', because: 'in-sync' }),
    ],
    calls: [aCall({ id: 'c7', after: ['c6'], route: 'Chosen for another reason.' })],
    createdAt: '2027-01-01T00:00:00.000Z',
    fingerprint: { desired: 'd2', live: 'l2', ledger: 'lineage/99', resources: {} },
    findings: [{ code: 'name-reserved', severity: 'warning', message: 'A warning.' }],
    adopt: [{ address: formatAddress('property', 'contacts', 'size'), kind: 'property', fields: {} }],
  });
  expect(computeShape(elsewhere)).toBe(computeShape(plan));
  expect(computeShape(plan)).toMatch(/^[0-9a-f]{20}$/);
});

test('the order of changes and calls does not show', () => {
  const size = formatAddress('property', 'contacts', 'size');
  const changes = [change, aChange({ address: size })];
  const calls = [aCall(), aCall({ id: 'c2', covers: [size] })];
  expect(computeShape(aPlan({ changes: changes.toReversed(), calls: calls.toReversed() }))).toBe(
    computeShape(aPlan({ changes, calls })),
  );
});

test.each([
  [
    'a value that is overwritten',
    { changes: [{ ...change, fields: [{ field: 'label', before: 'T', after: 'Loyalty tier' }] }] },
  ],
  [
    'an option that is lost',
    { changes: [{ ...change, fields: [{ field: 'options', options: [{ value: 'a', change: 'remove' }] }] }] },
  ],
  ['a risk', { changes: [{ ...change, risks: ['option-removal'] }] }],
  ['a blocked change', { changes: [{ ...change, action: 'blocked' }] }],
  ['the body of a call', { calls: [aCall({ body: { name: 'other' } })] }],
  ['what a call overwrites', { calls: [aCall({ before: {} })] }],
  ['the object of a call', { calls: [aCall({ params: { object_type: 'deals' } })] }],
  ['the surface', { account: { ...plan.account, surface: 'dated' } }],
  ['what stands against it', { findings: [{ code: 'scope-missing', severity: 'error', message: 'A scope.' }] }],
  ['that it is not whole', { complete: false }],
  ['that it is a revert', { origin: { kind: 'revert', run: 'r' } }],
  ['a host that is changed', { hostChange: { from: 'https://a.example', to: 'https://b.example' } }],
] as const)('%s is another shape', (_, differs) => {
  expect(computeShape({ ...plan, ...differs })).not.toBe(computeShape(plan));
});

describe('ids that the service gave in an account', () => {
  let world: NamesWorld;
  beforeAll(async () => {
    world = await aNamesWorld();
  });
  afterAll(() => world.close());

  const GROUP = 'objects: { cars: { groups: { fleet: { displayName: Fleet } } } }\n';
  const LIMIT = (to: string, type: string) =>
    `associationLimits: [{ from: contacts, to: ${to}, limits: [{ ${type}, maxToObjectIds: 3 }] }]\n`;
  const planned = (hub: Hub, text: string) => world.reconciler(hub, text).plan();

  it.each([
    ['of an object that is named', GROUP],
    ['of a label that is named', LIMIT('companies', 'label: Board member')],
  ])('%s are no part of the shape', async (_, text) => {
    const [one, other] = await Promise.all(HUBS.map((hub) => planned(hub, text)));
    expect(one?.calls).toHaveLength(1);
    expect(JSON.stringify(one?.calls)).not.toBe(JSON.stringify(other?.calls));
    expect(one && computeShape(one)).toBe(other && computeShape(other));
  });

  it('are part of it where the files say them', async () => {
    const one = await planned(1001, LIMIT('companies', `typeId: ${BOARD[1001]}, category: USER_DEFINED`));
    const other = await planned(1001, LIMIT('companies', 'typeId: 9, category: USER_DEFINED'));
    expect(one.calls).toHaveLength(1);
    expect(computeShape(one)).not.toBe(computeShape(other));
    const literal = await planned(1001, GROUP.replace('cars', CARS[1001]));
    expect(computeShape(literal)).not.toBe(computeShape(await planned(1001, GROUP)));
  });

  it('are no part of it where a subscription is switched off', () => {
    const address = formatAddress('webhook-subscription', '2001', 'contact.creation');
    const of = (subscriptionId: string) =>
      computeShape(aPlan({ calls: [aCall({ covers: [address], params: { appId: '2001', subscriptionId } })] }));
    expect(of('17')).toBe(of('18'));
  });

  it('are excluded for a changed label and for an object before its creation', () => {
    const address = formatAddress('association-label', 'contacts', 'boats', 'skipper');
    const of = (hubId: number, associationTypeId: number) => {
      const params = { fromObjectType: '0-1', toObjectType: `p${hubId}_boats` };
      return computeShape(
        aPlan({ calls: [aCall({ covers: [address], params, body: { associationTypeId, label: 'Skipper' } })] }),
      );
    };
    expect(of(1001, 7)).toBe(of(1002, 9));
  });
});

test('the rest of a plan is part of it, and other plans are not', () => {
  const size = aChange({ address: formatAddress('property', 'contacts', 'size') });
  const whole = aPlan({ changes: [change, size], calls: [aCall()] });
  const rest = aPlan({
    changes: [size, { ...change, action: 'keep', because: 'in-sync' }],
    calls: [aCall({ id: 'c9' })],
  });
  expect(isRestOf(rest, whole)).toBe(true);
  expect(isRestOf(whole, whole)).toBe(true);
  expect(isRestOf(whole, rest)).toBe(false);
  const other = { ...change, fields: [{ field: 'label', before: 'Another', after: 'Loyalty tier' }] };
  expect(isRestOf({ ...rest, changes: [other] }, whole)).toBe(false);
  expect(isRestOf({ ...rest, applyable: false }, whole)).toBe(false);
  expect(isRestOf({ ...rest, complete: false }, whole)).toBe(false);
  expect(isRestOf({ ...rest, account: { ...rest.account, surface: 'dated' } }, whole)).toBe(false);
  expect(isRestOf({ ...rest, hostChange: { from: 'https://a.example', to: 'https://b.example' } }, whole)).toBe(false);
});

describe('the rest of an approved plan', () => {
  const appOf = (address: string) => (address.startsWith('webhook-subscription:') ? '2001' : undefined);
  const size = aChange({ address: formatAddress('property', 'contacts', 'size') });
  const hooks = ['contact.creation', 'contact.deletion', 'deal.creation'].map((event) =>
    aChange({ address: formatAddress('webhook-subscription', '2001', event), action: 'create' }),
  );
  const approved = aPlan({ changes: [change, size, ...hooks] });
  const kept = (one: typeof change) => ({ ...one, action: 'keep', because: 'in-sync' }) as const;
  const leaves = (changes: Plan['changes'], isBegun = false) =>
    isLeftOf(aPlan({ changes }), approved, { appOf, isBegun });

  test('is any part of an app and every other change of the account', () => {
    fc.assert(
      fc.property(fc.subarray(hooks), (done) => {
        const left = hooks.map((hook) => (done.includes(hook) ? kept(hook) : hook));
        expect(leaves([change, size, ...left])).toBe(true);
        expect(leaves([change, kept(size), ...left])).toBe(false);
        expect(leaves([change, kept(size), ...left], true)).toBe(true);
      }),
    );
  });

  test('excludes changed, additional and undeclared changes', () => {
    const [first, ...others] = hooks;
    if (first === undefined) throw new Error('there are three');
    expect(leaves([change, size, { ...first, action: 'update' }, ...others])).toBe(false);
    const more = aChange({ address: formatAddress('webhook-subscription', '2001', 'deal.deletion'), action: 'create' });
    expect(leaves([change, size, more, ...hooks])).toBe(false);
    expect(leaves([change, size, ...others])).toBe(false);
    expect(leaves([change, { ...size, action: 'update' }, ...hooks], true)).toBe(false);
  });
});
