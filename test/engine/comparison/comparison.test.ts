import { expect, test } from 'vitest';
import type { DeclaredState, Snapshot } from '../../../src/model/snapshot.ts';
import { aProperty, aSnapshot, compared, PRODUCTION } from './states.ts';

const options = (...all: readonly (readonly [value: string, label: string, more?: object])[]) => ({
  options: all.map(([value, label, more = {}]) => ({ value, label, ...more })),
});
const files = (resources: DeclaredState['resources']): DeclaredState => ({
  account: { name: 'sandbox', hubId: 1001, baseUrl: 'https://api.hubapi.com', surface: 'dated' },
  resources,
});
const production = (resources: Snapshot['resources'], more: Partial<Snapshot> = {}) =>
  aSnapshot(resources, { ...PRODUCTION, ...more });
const LIMIT = 'association-limit:contacts/companies/USER_DEFINED';

test('options are told one by one: on one side, with another label, otherwise changed, in another order', () => {
  const left = aSnapshot([
    aProperty('tier', options(['gold', 'Gold'], ['silver', 'Silver'], ['bronze', 'Bronze'], ['old', 'Old'])),
  ]);
  const right = production([
    aProperty(
      'tier',
      options(['silver', 'Argent'], ['gold', 'Gold'], ['old', 'Old', { hidden: true }], ['new', 'New']),
    ),
  ]);
  expect(compared(left, right).resources).toMatchObject([
    {
      address: 'property:contacts/tier',
      status: 'different',
      fields: [
        {
          field: 'options',
          options: [
            { value: 'bronze', status: 'only-left', left: { value: 'bronze', label: 'Bronze' } },
            { value: 'new', status: 'only-right', right: { value: 'new', label: 'New' } },
            { value: 'old', status: 'changed', left: { hidden: false }, right: { hidden: true } },
            { value: 'silver', status: 'relabelled', left: { label: 'Silver' }, right: { label: 'Argent' } },
          ],
          order: { left: ['gold', 'silver', 'old'], right: ['silver', 'gold', 'old'] },
        },
      ],
    },
  ]);
});

test('positions are an order: other numbers of the same order are no difference', () => {
  const placed = (...orders: readonly number[]) =>
    aProperty('tier', options(...orders.map((displayOrder, at) => [`${at}`, `${at}`, { displayOrder }] as const)));
  expect(compared(aSnapshot([placed(0, 1, 2)]), production([placed(3, 5, 9)])).summary.same).toBe(1);
  expect(compared(aSnapshot([placed(0, 1, 2)]), production([placed(3, 9, 5)])).resources[0]?.fields).toEqual([
    { field: 'options', order: { left: ['0', '1', '2'], right: ['0', '2', '1'] } },
  ]);
});

test('what a side could not read is neither the same nor on one side only', () => {
  const unread = { because: 'read-failed', reason: 'It was refused with 403.' };
  const whole = production([aProperty('points')]);
  const parts = whole.parts.map((part) => (part.kind === 'property' ? { ...part, unread } : part));
  const result = compared(aSnapshot([aProperty('tier')]), { ...whole, resources: [], parts });
  expect(result).toMatchObject({ complete: false, resources: [], summary: { onlyLeft: 0, same: 0, notCompared: 1 } });
  expect(result.notCompared.find(({ of }) => of === 'contacts')).toMatchObject({
    ...{ kind: 'property', of: 'contacts', side: 'right', ...unread, addresses: ['property:contacts/tier'] },
  });
});

test('what nobody looked at, and what a surface does not show, is not compared', () => {
  const state = production([]);
  const [one] = [aSnapshot([aProperty('tier')])];
  const because = (right: Snapshot) => {
    const { summary, notCompared } = compared(one ?? state, right);
    return [summary.onlyLeft, summary.notCompared, notCompared.map((cause) => cause.because)];
  };
  expect(because(state)).toEqual([1, 0, []]);
  const parts = state.parts.filter(({ kind, of }) => kind !== 'property' || of !== 'contacts');
  expect(because({ ...state, parts })).toEqual([0, 1, ['not-read']]);
  const told = (shows: 'existence' | 'nothing') =>
    state.kinds.map((kind) => (kind.kind === 'property' ? { ...kind, shows, reason: 'No read.' } : kind));
  expect(because({ ...state, kinds: told('existence') })).toEqual([0, 1, ['surface']]);
  expect(because({ ...state, kinds: told('nothing') })).toEqual([0, 1, ['surface']]);
  expect(because({ ...state, parts, absent: ['property:contacts/tier'] })).toEqual([1, 0, ['not-read']]);
});

test('a list of sensitive properties that was refused hides those that are sensitive, and no other', () => {
  const partly = { because: 'sensitive-unread', reason: 'Sensitive properties cannot be read.' };
  const right = production([]);
  const parts = right.parts.map((part) => ({ ...part, partly }));
  const left = aSnapshot([aProperty('plain'), aProperty('secret', { dataSensitivity: 'sensitive' })]);
  const { resources, notCompared } = compared(left, { ...right, parts });
  expect(resources.map(({ address }) => address)).toEqual(['property:contacts/plain']);
  expect(notCompared).toMatchObject([{ because: 'sensitive-unread', addresses: ['property:contacts/secret'] }]);
});

test('a field that only one surface has is not compared, unless it says nothing', () => {
  const documented = (name: string) => {
    const { hidden: _, hasUniqueValue: __, ...fields } = aProperty(name).fields;
    return { ...aProperty(name), fields };
  };
  const right = aSnapshot([documented('tier'), documented('points')], {
    account: { ...PRODUCTION.account, surface: 'documented' },
  });
  const left = aSnapshot([
    aProperty('tier', { hidden: true, hasUniqueValue: false }),
    aProperty('points', { hidden: false }),
  ]);
  const { summary, notCompared, complete } = compared(left, right);
  expect([summary.same, summary.different, complete]).toEqual([2, 0, true]);
  expect(notCompared).toMatchObject([
    { kind: 'property', fields: ['hidden'], side: 'right', because: 'surface', addresses: ['property:contacts/tier'] },
  ]);
});

test('a group that both sides show, and of which neither shows more, is not counted as the same', () => {
  const group = { address: 'property-group:contacts/loyalty', kind: 'property-group', fields: {} } as const;
  const { summary, notCompared } = compared(aSnapshot([group]), production([group]));
  expect(summary).toMatchObject({ same: 0, different: 0, notCompared: 1 });
  expect(notCompared).toMatchObject([
    { fields: ['displayName', 'displayOrder'], side: 'both', addresses: [group.address] },
  ]);
});

test("the service's own is compared where somebody can change it, and left out where one side has it", () => {
  const own = (name: string, label: string, more = {}) => aProperty(name, { label }, { defined: 'default', ...more });
  const locked = { locked: 'nobody can change it' };
  const left = aSnapshot([own('email', 'E-mail'), own('score', 'Score', locked), own('extra', 'Extra')]);
  const right = production([own('email', 'Mail'), own('score', 'Points', locked)]);
  const { resources, summary } = compared(left, right);
  expect(resources.map(({ address }) => address)).toEqual(['property:contacts/email']);
  expect(summary).toMatchObject({ different: 1, same: 1, leftOut: 1 });
  const all = compared(left, right, { include: ['property:contacts/ext*'] });
  expect(all.resources.map(({ address, status }) => [address, status])).toEqual([
    ['property:contacts/email', 'different'],
    ['property:contacts/extra', 'only-left'],
  ]);
});

test('options that come from each account itself are not compared', () => {
  const owner = (label: string) => aProperty('owner', { externalOptions: true, ...options(['1', label]) });
  expect(compared(aSnapshot([owner('Ann')]), production([owner('Bob')])).summary.same).toBe(1);
});

test('ids of one account are matched by the name that they have, and without a name not at all', () => {
  const cars = (type: string, label: string) => ({
    ...aProperty('wheels', { label }),
    address: `property:${type}/wheels` as const,
  });
  const part = (of: string) => ({ parts: [{ kind: 'property' as const, of }] });
  const left = aSnapshot([cars('cars', 'Wheels')], { typeIds: { cars: '2-11' }, ...part('cars') });
  const right = production([cars('2-22', 'Tyres')], { typeIds: { cars: '2-22' }, ...part('2-22') });
  expect(compared(left, right).resources).toMatchObject([
    { address: 'property:cars/wheels', rightAddress: 'property:2-22/wheels', status: 'different' },
  ]);
  const limits = (type: string) => [
    { address: `${LIMIT}/${type}` as const, kind: 'association-limit' as const, fields: {} },
  ];
  expect(compared(aSnapshot(limits('7')), production(limits('7'))).notCompared).toMatchObject([{ because: 'own-id' }]);
  expect(compared(aSnapshot(limits('7')), aSnapshot([])).summary.onlyLeft).toBe(1);
  expect(compared(aSnapshot(limits('Board')), production([])).summary.onlyLeft).toBe(1);
});

test('apps are matched by the configured value that they come from', () => {
  const subscription = (app: string, active: boolean) => ({
    address: `webhook-subscription:${app}/contact.creation` as const,
    kind: 'webhook-subscription' as const,
    fields: { active, eventTypeName: '' },
  });
  const left = aSnapshot([subscription('2001', true)], { apps: { 2001: 'appId' } });
  const right = production([subscription('2002', false)], { apps: { 2002: 'appId' } });
  expect(compared(left, right).resources).toMatchObject([
    {
      address: 'webhook-subscription:2001/contact.creation',
      rightAddress: 'webhook-subscription:2002/contact.creation',
      fields: [{ field: 'active', left: true, right: false }],
    },
  ]);
});

test('an app that both accounts share is one app, whatever each calls the object in it', () => {
  const address = 'webhook-subscription:3001/object.propertyChange/2-3451/plate' as const;
  const held = { address, kind: 'webhook-subscription' as const, fields: { active: true, eventTypeName: '' } };
  for (const apps of [{}, { 3001: 'appId' }]) {
    const named = production([held], { typeIds: { cars: '2-3451' }, apps });
    for (const other of [aSnapshot([held]), aSnapshot([held], { apps: { 3001: 'appId' } })]) {
      const { summary, resources, notCompared } = compared(other, named);
      expect([summary, resources, notCompared]).toMatchObject([{ same: 1, onlyRight: 0, notCompared: 0 }, [], []]);
    }
  }
});

test('between two apps, an object that has no name on one side is not compared, and the advice can be followed', () => {
  const held = (app: string, type: string) => ({
    address: `webhook-subscription:${app}/object.creation/${type}` as const,
    kind: 'webhook-subscription' as const,
    fields: { active: true, eventTypeName: '' },
  });
  const left = (typeIds = {}) => aSnapshot([held('2001', '2-11')], { apps: { 2001: 'appId' }, typeIds });
  const right = production([held('2002', '2-22')], { apps: { 2002: 'appId' }, typeIds: { cars: '2-22' } });
  expect(compared(left(), right).notCompared).toContainEqual(
    expect.objectContaining({ because: 'own-id', side: 'right', reason: expect.stringContaining('under objects') }),
  );
  expect(compared(left({ cars: '2-11' }), right)).toMatchObject({ summary: { same: 1 }, notCompared: [] });
});

test('two states of one account are matched by its ids, whichever of them has a name for one', () => {
  const wheels = (type: string) => ({ ...aProperty('wheels'), address: `property:${type}/wheels` as const });
  const part = (of: string) => ({ parts: [{ kind: 'property' as const, of }] });
  const before = aSnapshot([wheels('2-11')], part('2-11'));
  const now = aSnapshot([wheels('cars')], { ...part('cars'), typeIds: { cars: '2-11' } });
  const renamed = aSnapshot([wheels('autos')], { ...part('autos'), typeIds: { autos: '2-11' } });
  for (const [one, other] of [
    [before, now],
    [now, before],
    [now, renamed],
  ] as const)
    expect(compared(one, other)).toMatchObject({ summary: { same: 1, notCompared: 0 }, resources: [] });
});

test('files are compared by what they declare; an option to be hidden is one that is hidden', () => {
  const declared = files([
    {
      address: 'property:contacts/tier',
      kind: 'property',
      fields: { label: 'Tier', ...options(['gold', 'Gold']), retire: [{ value: 'old', stage: 'hide' }] },
    },
  ]);
  const account = (hidden: boolean) =>
    aSnapshot([
      aProperty('tier', {
        label: 'Tier',
        description: 'Not declared',
        ...options(['gold', 'Gold', { description: 'Not declared' }], ['old', 'Old', { hidden }]),
      }),
    ]);
  expect(compared(declared, account(true)).resources).toEqual([]);
  expect(compared(declared, account(false)).resources[0]?.fields).toMatchObject([
    { options: [{ value: 'old', status: 'changed', left: { hidden: true }, right: { hidden: false } }] },
  ]);
});

test('where an option that is to be hidden stands is not compared', () => {
  const listed = options(['gold', 'Gold'], ['new', 'New']);
  const fields = { label: 'Tier', ...listed, retire: [{ value: 'old', stage: 'hide' }] };
  const declared = files([{ address: 'property:contacts/tier', kind: 'property', fields }]);
  const account = (values: Readonly<Record<string, unknown>>) =>
    aSnapshot([aProperty('tier', { label: 'Tier', ...values })]);
  expect(
    compared(declared, account(options(['gold', 'Gold'], ['old', 'Old', { hidden: true }], ['new', 'New']))).resources,
  ).toEqual([]);
  expect(
    compared(account(options(['old', 'Old', { hidden: true }], ['gold', 'Gold'], ['new', 'New'])), declared).resources,
  ).toEqual([]);
  expect(
    compared(declared, account(options(['new', 'New'], ['old', 'Old', { hidden: true }], ['gold', 'Gold'])))
      .resources[0]?.fields,
  ).toMatchObject([{ order: { left: ['gold', 'new'], right: ['new', 'gold'] } }]);
});

test('filters narrow both sides, and what is said of kinds', () => {
  const group = {
    address: 'property-group:contacts/loyalty',
    kind: 'property-group',
    fields: { displayName: 'A' },
  } as const;
  const left = aSnapshot([group, aProperty('tier'), aProperty('points')]);
  const right = production([]);
  const only = (options: Parameters<typeof compared>[2]) =>
    compared(left, right, options).resources.map(({ address }) => address);
  expect(only({ kinds: ['property-group'] })).toEqual([group.address]);
  expect(only({ patterns: ['property:contacts/t*'] })).toEqual(['property:contacts/tier']);
  expect(only({ objects: ['companies'] })).toEqual([]);
});
