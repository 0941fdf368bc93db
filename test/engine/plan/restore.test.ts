import { expect, test } from 'vitest';
import { computeFingerprint } from '../../../src/engine/fingerprint.ts';
import { decide } from '../../../src/engine/plan/decide.ts';
import type { Fields } from '../../../src/model/json.ts';
import type { LiveResource } from '../../../src/model/live.ts';
import { type Consent, createIsAllowed } from '../../../src/model/policy.ts';
import { aLedger } from '../../support/builders.ts';
import { aKind } from '../a-kind.ts';
import { seen } from '../planning.ts';

const IT = 'property:contacts/it';
const AT = '2026-11-01T10:20:00.000Z';
const SPEC = { label: 'A', type: 'string' };

function liveWith(fields: Fields, archived: LiveResource['archived'] & object = { at: AT }) {
  const resource = seen(IT, fields, { archived });
  const archive = new Map([[resource.address, resource]]);
  return { resources: new Map(), archived: archive, complete: true, unseen: new Set<never>(), findings: [], reads: 3 };
}

function decided(spec: Fields, live: ReturnType<typeof liveWith>, allow: readonly Consent[] = []) {
  const nothing = {
    hold: false,
    objects: new Map(),
    overwrite: new Set<string>(),
    unsettled: new Map(),
    shared: new Map(),
  };
  const input = { live, ledger: aLedger(), isAllowed: createIsAllowed(allow), ...nothing };
  return decide({ address: IT, kind: 'property', spec }, aKind(), input);
}

test('a create that restores an archived resource is blocked with its values', () => {
  const decision = decided(SPEC, liveWith({ label: 'Old', type: 'number' }));
  expect(decision.desired).toBeUndefined();
  expect(decision.change).toMatchObject({
    action: 'blocked',
    because: 'consent-required',
    reason:
      'Requires consent: creating it restores the thing that was archived at 2026-11-01 10:20 UTC, with its record values (type "number"), its type changes from "number" to "string".',
    risk: 'irreversible',
    risks: ['property-restore', 'type-change'],
  });
});

test('it names the type that stays, and the options that do not come back', () => {
  const options = ['gold', 'silver'].map((value) => ({ value, label: value }));
  const live = liveWith({ type: 'enumeration', dataSensitivity: 'sensitive', options }, {});
  const { change } = decided({ type: 'enumeration', options: options.slice(0, 1) }, live);
  expect(change.reason).toBe(
    'Requires consent: creating it restores the thing that is archived, with its record values (type "enumeration"; dataSensitivity "sensitive"), its option "silver" does not come back, as it is not declared.',
  );
});

test('the change shows the restored fields and the options that change', () => {
  const option = (value: string, displayOrder: number, label = value) => ({ value, label, displayOrder });
  const [gold, silver, bronze] = [option('gold', 0), option('silver', 1), option('bronze', 2)];
  const live = liveWith({ label: 'Old', type: 'enumeration', options: [gold, silver, bronze] });
  const options = [gold, option('silver', 1, 'Ag'), option('tin', 2)];
  expect(decided({ label: 'New', type: 'enumeration', options }, live).change.fields).toEqual([
    { field: 'label', before: 'Old', after: 'New' },
    { field: 'type', before: 'enumeration', after: 'enumeration' },
    {
      field: 'options',
      before: [gold, silver, bronze],
      after: options,
      options: [
        { value: 'bronze', change: 'remove', before: bronze },
        { value: 'silver', change: 'update', before: silver, after: options[1] },
        { value: 'tin', change: 'add', after: options[2] },
      ],
    },
  ]);
});

test.each<readonly Consent[]>([[{ risk: 'property-restore' }], [{ risk: 'property-restore', address: IT }]])(
  'with consent it is a create that keeps its risk',
  (...allow) => {
    const { change, desired, record } = decided(SPEC, liveWith({ type: 'string' }), allow);
    expect(change).toMatchObject({
      action: 'create',
      because: 'archived',
      reason:
        'It is archived in the account: creating it restores the thing that was archived at 2026-11-01 10:20 UTC, with its record values (type "string").',
      risk: 'destructive',
      risks: ['property-restore'],
    });
    expect([desired?.action, desired?.before, desired?.after, record]).toEqual(['create', undefined, SPEC, SPEC]);
  },
);

test('a consent to a restore does not cover a type change or lost options', () => {
  const restore: readonly Consent[] = [{ risk: 'property-restore' }];
  const options = ['gold', 'silver'].map((value) => ({ value, label: value }));
  const live = liveWith({ type: 'enumeration', options });
  const number = { label: 'A', type: 'number' };
  expect(decided(number, live, restore)).toMatchObject({
    change: {
      action: 'blocked',
      because: 'consent-required',
      risks: ['type-change', 'option-removal'],
      reason:
        'Requires consent: its type changes from "enumeration" to "number", its option "gold" does not come back, as it is not declared, its option "silver" does not come back, as it is not declared.',
    },
  });
  const typed = decided(number, live, [...restore, { risk: 'type-change' }]);
  expect(typed.change).toMatchObject({ action: 'blocked', risks: ['option-removal'] });
  const all = decided(number, live, [...restore, { risk: 'type-change' }, { risk: 'option-removal', address: IT }]);
  expect(all.change).toMatchObject({
    action: 'create',
    risk: 'irreversible',
    risks: ['property-restore', 'type-change', 'option-removal'],
  });
  const some = { label: 'A', type: 'enumeration', options: options.slice(0, 1) };
  expect(decided(some, live, restore).change).toMatchObject({ action: 'blocked', risks: ['option-removal'] });
  const retired = { ...some, retire: [{ value: 'silver', stage: 'remove' }] };
  expect(decided(retired, live, restore).change.action).toBe('create');
});

test('a consent for another address is none', () => {
  const allow: readonly Consent[] = [{ risk: 'property-restore', address: 'property:contacts/other' }];
  expect(decided(SPEC, liveWith({}), allow).change.action).toBe('blocked');
});

test('a plan is stale if a resource with a created name was archived or purged', () => {
  const print = (live: Parameters<typeof computeFingerprint>[0]['live']) =>
    computeFingerprint({ desired: [], live, ledger: aLedger() });
  const archived = print(liveWith({ type: 'string' }));
  const { archived: _, ...purged } = liveWith({ type: 'string' });
  expect(Object.keys(archived.resources)).toEqual([IT]);
  expect(new Set([archived, print(purged), print(liveWith({ type: 'string' }, {}))].map(({ live }) => live)).size).toBe(
    3,
  );
});
