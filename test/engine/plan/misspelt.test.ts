import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Address } from '../../../src/model/address.ts';
import type { DesiredResource } from '../../../src/model/desired.ts';
import { RISK_NAMES } from '../../../src/model/risk.ts';
import { declare, planOf, recorded, seen } from '../planning.ts';
import { REMOVABLE, riskOf } from '../removable-kinds.ts';

const group = (objectType: string, name: string) =>
  declare('property-group', { objectType, name, displayName: 'Group' });
const property = (objectType: string, name: string) =>
  declare('property', { objectType, groupName: 'g', name, label: 'Label', type: 'string', fieldType: 'text' });
const eventProperty = (eventName: string, name: string) =>
  declare('event-definition-property', { eventName, name, label: 'Label', type: 'string' });
const limit = (from: string, label: string) =>
  declare('association-limit', { from, to: 'contacts', category: 'USER_DEFINED', label, maxToObjectIds: 5 });

const BLANKET = RISK_NAMES.map((risk) => ({ risk }));
const GONE = 'The account has nothing of that name.';

/** What was applied, all of it still there, and what the files declare now; `missing`: what belongs to nothing that is there. */
function planned(
  applied: readonly DesiredResource[],
  desired: readonly DesiredResource[],
  missing: readonly Address[],
) {
  const fieldsOf = ({ kind, spec }: DesiredResource) => {
    const owned = REMOVABLE.find(({ name }) => name === kind)?.fields ?? {};
    return Object.fromEntries(Object.entries(spec).filter(([field]) => field in owned));
  };
  return (named: readonly Address[] = [], unseen = false) =>
    planOf({
      kinds: REMOVABLE,
      desired,
      records: applied.map((one) => recorded(one.address, fieldsOf(one), 'trueup.yaml')),
      live: applied.map((one) => seen(one.address, fieldsOf(one))),
      allow: [
        ...BLANKET,
        ...named.map((address) => ({
          risk: riskOf(address.startsWith('property:') ? 'property' : 'property-group'),
          address,
        })),
      ],
      ...(unseen ? { unseen: missing } : { lacking: new Map(missing.map((address) => [address, GONE] as const)) }),
    });
}

const removals = ({ changes }: ReturnType<typeof planOf>) =>
  changes.filter(({ action }) => action === 'remove').map(({ address }) => address);

const addressesOf = (some: readonly DesiredResource[]) => some.map(({ address }) => address);

it('keeps what a consent to every address would delete, says why, and names both ways out', () => {
  const wrong = property('oven', 'temp');
  const plan = planned([property('ovens', 'temp')], [wrong], [wrong.address])();
  expect(removals(plan)).toEqual([]);
  expect(plan.findings.filter(({ code }) => code === 'not-declared')).toEqual([
    {
      code: 'not-declared',
      severity: 'warning',
      address: 'property:ovens/temp',
      message: `property:ovens/temp was applied and is no longer declared, so it stays in the account. ${GONE} What the files declare by that name may be this, so only a consent that names it deletes it.`,
      hint: 'If a name is misspelt, correct it. Else delete it, or keep it and drop its record.',
      fix: [
        { action: 'allow', risk: 'property-removal', address: 'property:ovens/temp' },
        { action: 'forget', addresses: ['property:ovens/temp'], when: 'kept' },
      ],
    },
  ]);
});

it('deletes what a consent names', () => {
  const wrong = property('oven', 'temp');
  const plan = planned([property('ovens', 'temp')], [wrong], [wrong.address]);
  expect(removals(plan(['property:ovens/temp']))).toEqual(['property:ovens/temp']);
});

it('deletes what was dropped of a holder that the files still mention', () => {
  const wrong = property('oven', 'temp');
  const applied = [property('contacts', 'kept'), property('contacts', 'dropped'), property('ovens', 'temp')];
  expect(removals(planned(applied, [property('contacts', 'kept'), wrong], [wrong.address])())).toEqual([
    'property:contacts/dropped',
  ]);
});

it('keeps what is declared elsewhere by the wrong name, although other places still have the right one', () => {
  const [right, wrong] = [property('ovens', 'other'), property('oven', 'temp')];
  const applied = [right, property('ovens', 'temp'), property('ovens', 'dropped')];
  expect(removals(planned(applied, [right, wrong], [wrong.address])())).toEqual(['property:ovens/dropped']);
});

it('keeps every limit that a misspelt object or label may mean', () => {
  const wrong = limit('deals', 'Bord member');
  expect(removals(planned([limit('deals', 'Board member')], [wrong], [wrong.address])())).toEqual([]);
});

it('keeps it where it is not known whether there is a holder of that name', () => {
  const wrong = eventProperty('order_place', 'total');
  const plan = planned([eventProperty('order_placed', 'total')], [wrong], [wrong.address]);
  expect(removals(plan([], true))).toEqual([]);
});

it('a failed read for a standard object casts no doubt on others', () => {
  const unread = property('contacts', 'tier');
  const plan = planned([property('companies', 'tier')], [unread], [unread.address]);
  expect(removals(plan([], true))).toEqual(['property:companies/tier']);
});

it('no misspelling of a holder makes a consent to every address delete what is under the right name', () => {
  const name = fc.stringMatching(/^[a-z][a-z_]{2,7}$/);
  const members = fc.uniqueArray(name, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.record({ holder: name, wrong: name, declared: members, applied: members, isEvent: fc.boolean() }),
      fc.boolean(),
      ({ holder, wrong, declared, applied, isEvent }, unseen) => {
        fc.pre(holder !== wrong);
        const under = (one: string, names: readonly string[]) =>
          isEvent
            ? names.map((member) => eventProperty(one, member))
            : names.flatMap((member) => [group(one, member), property(one, member)]);
        const [before, after] = [under(holder, applied), under(wrong, declared)];
        const plan = planned(before, after, addressesOf(after))([], unseen);
        expect(removals(plan)).toEqual([]);
        expect(
          plan.findings
            .filter(({ code }) => code === 'not-declared')
            .map(({ address }) => address)
            .sort(),
        ).toEqual(addressesOf(before).toSorted());
      },
    ),
  );
});

const dropping = (before: readonly DesiredResource[], after: readonly DesiredResource[]) =>
  planned(before, after, [])();

it('no rename makes a consent to every address delete what the same plan creates again by another name', () => {
  const name = fc.stringMatching(/^[a-z][a-z_]{2,7}$/);
  const labelled = (objectType: string, one: { readonly name: string; readonly label: string }) => [
    declare('property-group', { objectType, name: one.name, displayName: one.label }),
    declare('property', { objectType, groupName: 'g', ...one, type: 'string', fieldType: 'text' }),
  ];
  const members = fc.uniqueArray(fc.record({ name, label: fc.stringMatching(/^[A-Z][a-z]{1,8}$/) }), {
    selector: (one) => one.name,
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(
      fc.record({ from: name, to: fc.constantFrom('carts', 'contacts', 'deals'), members }),
      fc.func(name),
      fc.boolean(),
      fc.boolean(),
      ({ from, to, members }, rename, isObject, isMember) => {
        fc.pre(isObject || isMember);
        const renamed = members.map((one) => (isMember ? { ...one, name: rename(one.name) } : one));
        const names = new Set(renamed.map((one) => one.name));
        fc.pre(names.size === members.length && from !== to);
        fc.pre(isObject || members.every((one) => !names.has(one.name)));
        const after = renamed.flatMap((one) => labelled(isObject ? to : from, one));
        const plan = dropping(
          members.flatMap((one) => labelled(from, one)),
          after,
        );
        expect(plan.summary.create).toBe(after.length);
        expect(removals(plan)).toEqual([]);
      },
    ),
  );
});

it('says what is new and looks like what a consent to every address leaves', () => {
  const plan = dropping([property('cars', 'wheels')], [property('carts', 'wheels')]);
  expect(plan.findings.find(({ code }) => code === 'not-declared')?.message).toBe(
    'property:cars/wheels was applied and is no longer declared, so it stays in the account. property:carts/wheels is new and looks like it: both have the same name. What the files declare by that name may be this, so only a consent that names it deletes it.',
  );
});

it('deletes what was dropped where something unlike it is new', () => {
  const other = declare('property', {
    objectType: 'contacts',
    groupName: 'g',
    name: 'shoe_size',
    label: 'Shoe size',
    type: 'number',
    fieldType: 'number',
  });
  expect(removals(dropping([property('contacts', 'dropped')], [other]))).toEqual(['property:contacts/dropped']);
});
