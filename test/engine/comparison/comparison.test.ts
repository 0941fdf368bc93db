import { expect, test } from 'vitest';
import type { Address } from '../../../src/model/address.ts';
import type { Finding } from '../../../src/model/finding.ts';
import type { LiveResource } from '../../../src/model/live.ts';
import { aProperty, aReading, compared, type Given, PRODUCTION } from './states.ts';

const TIER = 'property:contacts/tier';
type AnOption = readonly [
  value: string,
  label: string,
  more?: { readonly hidden?: boolean; readonly displayOrder?: number },
];
const options = (...all: readonly AnOption[]) => ({
  options: all.map(([value, label, more = {}], displayOrder) => ({ value, label, displayOrder, ...more })),
});
const production = (resources: readonly LiveResource[], more: Given = {}) =>
  aReading(resources, { account: PRODUCTION, ...more });
const causes = ({ summary, notCompared }: ReturnType<typeof compared>) => [
  summary.onlyLeft + summary.onlyRight,
  ...notCompared.map(({ because, side, addresses }) => `${because} ${side} ${addresses}`),
];
const subscription = (app: string, { active = true, rest = 'contact.creation' } = {}): LiveResource => ({
  address: `webhook-subscription:${app}/${rest}`,
  ...{ kind: 'webhook-subscription', basis: 'observed', fields: { active, eventTypeName: '' } },
});

test('compares fields, and reports the values that the right side would get', () => {
  const left = aReading([aProperty('tier', { label: 'Tier', description: 'Level' }), aProperty('since')]);
  const right = production([aProperty('tier', { label: 'Rank', hidden: true }), aProperty('points')]);
  const { resources, summary } = compared(left, right);
  expect(resources).toMatchObject([
    { address: 'property:contacts/points', status: 'only-right' },
    { address: 'property:contacts/since', status: 'only-left' },
    {
      ...{ address: TIER, kind: 'property', status: 'different' },
      fields: [
        { field: 'label', before: 'Rank', after: 'Tier' },
        { field: 'description', before: '', after: 'Level' },
        { field: 'hidden', before: true, after: false },
      ],
    },
  ]);
  expect(summary).toEqual({ same: 0, different: 1, onlyLeft: 1, onlyRight: 1, notCompared: 0, leftOut: 0 });
});

test('reports a value that is unset on the left side only', () => {
  const set = aProperty('tier', { description: 'Level', ...options(['gold', 'Gold', { hidden: true }]) });
  const { resources } = compared(aReading([aProperty('tier', options(['gold', 'Gold']))]), production([set]));
  expect(resources[0]?.fields).toMatchObject([
    { field: 'description', before: 'Level', after: '' },
    { field: 'options', options: [{ value: 'gold', change: 'update', after: { hidden: false } }] },
  ]);
});

test('compares options one by one, and their order without the numbers', () => {
  const left = aReading([aProperty('tier', options(['gold', 'Gold'], ['silver', 'Silver'], ['bronze', 'Bronze']))]);
  const changes = (...all: readonly AnOption[]) =>
    compared(left, production([aProperty('tier', options(...all))])).resources.flatMap(({ fields }) =>
      fields.flatMap((field) => (field.options ?? []).map(({ value, change }) => `${change} ${value}`)),
    );
  expect(changes(['silver', 'Argent'], ['bronze', 'Bronze'], ['new', 'New'])).toEqual([
    'add gold',
    'update silver',
    'move bronze',
    'remove new',
  ]);
  const far = (value: string, displayOrder: number): AnOption =>
    [value, value.replace(/^./, (c) => c.toUpperCase()), { displayOrder }] as const;
  expect(changes(far('gold', 3), far('silver', 7), far('bronze', 9))).toEqual([]);
});

test('does not compare a resource if the read of it failed', () => {
  const failed: Finding = { code: 'read-failed', severity: 'error', message: 'It was refused with 403.' };
  const unseen = {
    complete: false,
    unseen: new Set<Address>([TIER]),
    causes: new Map<Address, Finding>([[TIER, failed]]),
  } as const;
  const one = aReading([aProperty('tier')]);
  const right = compared(one, production([], { live: unseen }));
  expect([right.complete, ...causes(right)]).toEqual([false, 0, `read-failed right ${TIER}`]);
  const parts = [{ kind: 'property', of: 'contacts', unread: failed }] as const;
  const left = compared(aReading([], { live: { complete: false, parts } }), production([aProperty('tier')]));
  expect([left.complete, ...causes(left)]).toEqual([false, 0, `read-failed left ${TIER}`]);
});

test('skips a resource that the reads of one side do not cover', () => {
  const one = [aProperty('tier')];
  const unread = { live: { parts: [] } };
  const left = compared(aReading([], unread), production(one));
  expect([left.complete, ...causes(left)]).toEqual([false, 0, `not-read left ${TIER}`]);
  const entire = compared(aReading([], { live: { parts: [], entire: new Set(['property']) } }), production(one));
  expect([entire.complete, ...causes(entire)]).toEqual([true, 1]);
});

test('reports a resource as missing if its object or label is not in the account', () => {
  const live = {
    parts: [],
    lacking: new Map<Address, string>([[TIER, 'The account has no object contacts.']]),
  } as const;
  expect(causes(compared(aReading([aProperty('tier')]), production([], { live })))).toEqual([1]);
});

test('does not compare a sensitive property if the list of sensitive properties was refused', () => {
  const partly: Finding = { code: 'sensitive-unread', severity: 'info', message: 'Sensitive properties are unread.' };
  const live = { parts: [{ kind: 'property', of: 'contacts', partly }] } as const;
  const both = [aProperty('plain'), aProperty('secret', { dataSensitivity: 'sensitive' })];
  const SECRET = 'property:contacts/secret';
  expect(causes(compared(aReading(both), production([], { live })))).toEqual([1, `sensitive-unread right ${SECRET}`]);
  expect(causes(compared(aReading([], { live }), production(both)))).toEqual([1, `sensitive-unread left ${SECRET}`]);
});

test('skips a field that one surface lacks, and reports it if it is set', () => {
  const documented = (name: string) => {
    const { label, groupName, type, fieldType } = aProperty(name).fields;
    return { ...aProperty(name), fields: { label, groupName, type, fieldType } as LiveResource['fields'] };
  };
  const right = aReading([documented('tier'), documented('points')], {
    account: { ...PRODUCTION, surface: 'documented' },
  });
  const left = aReading([aProperty('tier', { hidden: true }), aProperty('points')]);
  const { summary, notCompared } = compared(left, right);
  expect([summary.same, summary.different]).toEqual([2, 0]);
  expect(notCompared.find(({ kind }) => kind === 'property')).toMatchObject({
    ...{ fields: ['hidden'], side: 'right', because: 'surface', addresses: [TIER] },
  });
});

test('skips kinds that a surface cannot read', () => {
  const surface = { account: { ...PRODUCTION, surface: 'documented' as const } };
  const { resources, summary, notCompared } = compared(aReading([subscription('2001')]), aReading([], surface));
  expect([resources, summary.notCompared]).toEqual([[], 1]);
  expect(notCompared).toContainEqual(
    expect.objectContaining({ because: 'surface', addresses: ['webhook-subscription:2001/contact.creation'] }),
  );
});

test('skips a resource if one side shows none of its fields', () => {
  const blank: LiveResource = { ...subscription('2001'), fields: {} };
  const { summary, notCompared } = compared(aReading([subscription('2001')]), production([blank]));
  expect(summary).toMatchObject({ same: 0, different: 0, notCompared: 1 });
  expect(notCompared).toMatchObject([{ because: 'surface', side: 'right', addresses: [blank.address] }]);
});

test('skips a resource that cannot be declared', () => {
  const broken = aProperty('tier', { label: '\ud800' });
  const { resources, notCompared } = compared(aReading([broken]), production([aProperty('tier')]));
  expect(resources).toEqual([]);
  expect(notCompared).toMatchObject([{ because: 'text-malformed', side: 'left', addresses: [TIER] }]);
});

test('compares the changeable fields of definitions that the service made', () => {
  const own = (name: string, label: string, more = {}) => aProperty(name, { label }, { defined: 'default', ...more });
  const locked = { locked: 'nobody can change it' };
  const left = aReading([own('email', 'E-mail'), own('score', 'Score', locked), own('extra', 'Extra')]);
  const right = production([own('email', 'Mail'), own('score', 'Points', locked), own('more', 'More')]);
  const { resources, summary } = compared(left, right);
  expect(resources.map(({ address }) => address)).toEqual(['property:contacts/email']);
  expect(summary).toMatchObject({ different: 1, same: 1, leftOut: 2 });
  const all = compared(left, right, { include: ['property:contacts/*'] });
  expect(all.resources.map(({ address, status }) => `${status} ${address}`)).toEqual([
    'different property:contacts/email',
    'only-left property:contacts/extra',
    'only-right property:contacts/more',
  ]);
});

test('counts a definition of the service as missing only if the read of the other side proves it', () => {
  const own = [aProperty('email', {}, { defined: 'default' })];
  const unread: Finding = { code: 'read-failed', severity: 'error', message: 'It was refused with 403.' };
  const live = { complete: false, parts: [{ kind: 'property', of: 'contacts', unread }] } as const;
  const leftOut = (left: readonly LiveResource[], right: readonly LiveResource[], more: Given) =>
    compared(aReading(left, more), production(right, more)).summary.leftOut;
  expect([leftOut(own, [], {}), leftOut([], own, {})]).toEqual([1, 1]);
  expect([leftOut(own, [], { live }), leftOut([], own, { live })]).toEqual([0, 0]);
});

test('says why no call can make the right side like the left', () => {
  const [left, right] = [true, false].map((hasUniqueValue) => aProperty('tier', { hasUniqueValue }));
  if (left === undefined || right === undefined) throw new Error('two properties');
  const { resources } = compared(aReading([left]), production([right]));
  expect(resources).toMatchObject([{ status: 'different', reason: expect.stringContaining('hasUniqueValue') }]);
});

test('does not compare options of which the account itself is the source', () => {
  const owner = (label: string) => aProperty('owner', { externalOptions: true, ...options(['1', label]) });
  expect(compared(aReading([owner('Ann')]), production([owner('Bob')])).summary.same).toBe(1);
});

test.each([
  ['a type id', 'property:2-11/wheels'],
  ['a name with the account id', 'property:p1001_cars/wheels'],
] as const)('compares an object that has %s only within the same account', (_, address) => {
  const wheels = { ...aProperty('wheels'), address };
  expect(causes(compared(aReading([wheels]), production([])))).toEqual([0, `own-id right ${address}`]);
  expect(causes(compared(aReading([]), production([wheels])))).toEqual([0, `own-id left ${address}`]);
  expect(compared(aReading([wheels]), aReading([wheels])).summary.same).toBe(1);
});

test('does not compare a limit of a label that is named by its id', () => {
  const limit = (address: LiveResource['address']): LiveResource => ({
    ...{ address, kind: 'association-limit', basis: 'observed', fields: { maxToObjectIds: 1 } },
  });
  const [byId, byLabel] = ['7', 'Board'].map((type) =>
    limit(`association-limit:contacts/companies/USER_DEFINED/${type}`),
  );
  if (byId === undefined || byLabel === undefined) throw new Error('two limits');
  expect(causes(compared(aReading([byId, byLabel]), production([])))).toEqual([1, `own-id right ${byId.address}`]);
});

test('matches apps by the configured value that holds their id', () => {
  const [left, right] = [{ apps: { appId: '2001' } }, { apps: { appId: '2002' } }];
  const both = compared(
    aReading([subscription('2001')], left),
    production([subscription('2002', { active: false })], right),
  );
  expect(both.resources).toMatchObject([
    {
      address: 'webhook-subscription:2002/contact.creation',
      fields: [{ field: 'active', before: false, after: true }],
    },
  ]);
  const one = compared(aReading([], left), production([subscription('2002')], right));
  expect(one.resources).toMatchObject([{ status: 'only-right' }]);
  const rest = 'object.creation/2-11';
  const ids = compared(aReading([subscription('2001', { rest })], left), production([], right));
  expect(causes(ids)).toEqual([0, `own-id right webhook-subscription:2002/${rest}`]);
});

test('compares an app that both accounts use under one id', () => {
  const held = subscription('3001', { rest: 'object.creation/2-11' });
  const same = compared(aReading([held], { apps: { appId: '3001' } }), production([held], { apps: { other: '3001' } }));
  expect([same.summary.same, same.resources, same.notCompared]).toEqual([1, [], []]);
});
