import { expect, onTestFinished, test } from 'vitest';
import { aDatedWorld } from '../../kinds/dated-world.ts';
import { aWorld, converge } from '../../laws/world.ts';
import { planAllowing } from '../../support/consents.ts';

const project = (object: string, properties: string) => `objects:
  ${object}: { groups: { perks: { displayName: Perks, properties: { ${properties} } } } }
`;
const LEVEL = 'level: { label: Level, type: string, fieldType: text }';
const YEAR = 'year: { label: Year, type: number, fieldType: number }';

async function aWorldWithPerks() {
  const world = await aDatedWorld();
  onTestFinished(() => world.close());
  const byId = world.project(project('2-3451', `${LEVEL}, ${YEAR}`));
  await byId.apply(await byId.plan());
  return world;
}

const forgotten = (changes: readonly { action: string; address: string; because: string; reason: string }[]) =>
  changes.flatMap(({ action, address, because, reason }) =>
    action === 'forget' ? [{ address, because, reason }] : [],
  );

test('the records of an object go on when its id becomes its name', async () => {
  const world = await aWorldWithPerks();
  const byName = world.project(project('memberships', `${LEVEL}, ${YEAR}`));
  const before = (await byName.ledger.read()).records;
  const made = await byName.plan();
  expect(made.calls).toEqual([]);
  expect(forgotten(made.changes)).toEqual(
    ['property-group:2-3451/perks', 'property:2-3451/level', 'property:2-3451/year'].map((address) => ({
      address,
      because: 'not-declared',
      reason: `It is declared as ${address.replace('2-3451', 'memberships')}.`,
    })),
  );
  // The plan shows a move, in which no field is forgotten.
  expect(made.changes.flatMap(({ action, fields }) => (action === 'forget' ? fields : []))).toEqual([]);
  await byName.apply(made);
  const { records } = await byName.ledger.read();
  expect(Object.keys(records)).toEqual(Object.keys(before).map((address) => address.replace('2-3451', 'memberships')));
  // Created by trueup, under whichever name.
  expect(Object.values(records).map(({ found }) => found)).toEqual([undefined, undefined, undefined]);
  expect((await byName.plan()).summary).toMatchObject({ keep: 3, forget: 0, create: 0 });
  const back = world.project(project('2-3451', `${LEVEL}, ${YEAR}`));
  expect((await back.plan()).summary).toMatchObject({ keep: 3, forget: 3, create: 0, remove: 0 });
});

test('a resource dropped during a rename stays recorded under the new name', async () => {
  const world = await aWorldWithPerks();
  const dropped = world.project(project('memberships', LEVEL));
  const made = await dropped.plan();
  const { changes, calls, findings } = made;
  expect(calls).toEqual([]);
  expect(forgotten(changes).find(({ address }) => address === 'property:2-3451/year')).toEqual({
    address: 'property:2-3451/year',
    because: 'not-declared',
    reason: 'It is called property:memberships/year now.',
  });
  expect(findings).toMatchObject([{ code: 'not-declared', address: 'property:memberships/year' }]);
  await dropped.apply(made);
  // The record still says that trueup created the property.
  expect((await dropped.ledger.read()).records['property:memberships/year']).toMatchObject({
    fields: { label: 'Year' },
  });
});

const SIZES = (...values: readonly string[]) =>
  `size: { label: Size, type: enumeration, fieldType: select, options: [${values.map((value) => `{ value: ${value}, label: ${value.toUpperCase()} }`).join(', ')}] }`;

test('a resource edited during a rename stays recorded as created by trueup', async () => {
  const world = await aWorldWithPerks();
  const byName = world.project(project('memberships', `${LEVEL.replace('Level', 'Tier')}, ${YEAR}`));
  const made = await byName.plan();
  expect(made.changes.filter(({ action }) => action === 'update')).toMatchObject([
    { address: 'property:memberships/level', because: 'file-differs', fields: [{ field: 'label', after: 'Tier' }] },
  ]);
  expect(made.renamed).toEqual({
    'property-group:memberships/perks': 'property-group:2-3451/perks',
    'property:memberships/level': 'property:2-3451/level',
    'property:memberships/year': 'property:2-3451/year',
  });
  await byName.apply(made);
  const { records } = await byName.ledger.read();
  expect(Object.values(records).map(({ address, found, fields }) => [address, found, fields['label']])).toEqual([
    ['property-group:memberships/perks', undefined, undefined],
    ['property:memberships/level', undefined, 'Tier'],
    ['property:memberships/year', undefined, 'Year'],
  ]);
  expect((await byName.plan()).renamed).toBeUndefined();
  // A consent without an address covers only resources that trueup created.
  const dropped = world.project(project('memberships', YEAR));
  const removal = await planAllowing(dropped, ['property-removal']);
  expect(removal.changes.flatMap(({ action, address }) => (action === 'remove' ? [address] : []))).toEqual([
    'property:memberships/level',
  ]);
});

test('an option dropped together with a rename is removed with consent', async () => {
  const world = await aDatedWorld();
  onTestFinished(() => world.close());
  const byId = world.project(project('2-3451', SIZES('s', 'm')));
  await byId.apply(await byId.plan());
  const byName = world.project(project('memberships', SIZES('s')));
  expect((await byName.plan()).changes.find(({ address }) => address === 'property:memberships/size')).toMatchObject({
    action: 'blocked',
    because: 'consent-required',
    risks: ['option-removal'],
  });
  await byName.apply(await byName.plan(), { skipBlocked: true });
  // A blocked resource keeps its record under the current name.
  const { records } = await byName.ledger.read();
  expect(Object.keys(records)).toEqual(['property-group:memberships/perks', 'property:memberships/size']);
  const allowed = await planAllowing(byName, ['option-removal']);
  expect((await byName.apply(allowed)).summary).toMatchObject({ applied: 1 });
});

test('a failed call keeps the applied values under the new name', async () => {
  const world = await aWorldWithPerks();
  const byName = world.project(project('memberships', `${LEVEL.replace('Level', 'Tier')}, ${YEAR}`));
  const made = await byName.plan();
  world.service.faults.add({ do: 'status', endpoint: 'updateDatedProperty', status: 400 });
  expect((await byName.apply(made)).summary).toMatchObject({ applied: 3, failed: 1 });
  const record = (await byName.ledger.read()).records['property:memberships/level'];
  expect([record?.found, record?.fields['label']]).toEqual([undefined, 'Level']);
});

test.each(['property:memberships/level', 'property:2-3451/level', 'property:2-*'])(
  'a target on %s takes both addresses of a renamed resource',
  async (target) => {
    const world = await aWorldWithPerks();
    const byName = world.project(project('memberships', `${LEVEL.replace('Level', 'Tier')}, ${YEAR}`));
    const targeted = await byName.plan({ targets: [target] });
    expect(targeted.renamed).toMatchObject({ 'property:memberships/level': 'property:2-3451/level' });
    const shown = targeted.changes.map(({ address }) => address);
    expect(shown).toContain('property:2-3451/level');
    expect(shown).toContain('property:memberships/level');
    await byName.apply(targeted);
    const { records } = await byName.ledger.read();
    expect(records['property:2-3451/level']).toBeUndefined();
    expect(records['property:memberships/level']).toMatchObject({ fields: { label: 'Tier' } });
    expect(records['property:memberships/level']?.found).toBeUndefined();
    expect((await byName.drift()).resources.filter(({ status }) => status === 'drifted')).toEqual([]);
  },
);

const REMOVAL = 'property-removal' as const;

test.each(['property:2-3451/year', 'property:memberships/year'] as const)(
  'a resource dropped during a rename is deleted with a consent at %s',
  async (address) => {
    const world = await aWorldWithPerks();
    const dropped = world.project(project('memberships', LEVEL));
    const made = await dropped.plan({ allow: [{ risk: REMOVAL, address }] });
    expect(made.changes.flatMap((one) => (one.action === 'remove' ? [one.address] : []))).toEqual([
      'property:memberships/year',
    ]);
    expect((await dropped.apply(made)).summary).toMatchObject({ failed: 0 });
    expect(Object.keys((await dropped.ledger.read()).records)).toEqual([
      'property-group:memberships/perks',
      'property:memberships/level',
    ]);
  },
);

test.each([
  ['2-3451', 'memberships'],
  ['memberships', '2-3451'],
])('a consent to an object %s no longer counts once it is named %s', async (past, now) => {
  const world = await aWorldWithPerks();
  const both = (name: string) => world.project(project(name, `${LEVEL}, ${YEAR}`));
  for (const name of [past, now]) await both(name).apply(await both(name).plan());
  const consent = `policy: { allow: ['${REMOVAL}=property:${past}/year'] }\n`;
  const dropped = world.project(`${consent}${project(now, LEVEL)}`);
  const { changes, findings } = await dropped.plan();
  expect(findings).toContainEqual(expect.objectContaining({ code: 'not-declared', address: `property:${now}/year` }));
  expect(changes.filter(({ action }) => action === 'remove')).toEqual([]);
});

test('an address that nothing is called by is refused, although something has its last part', async () => {
  const world = await aWorldWithPerks();
  const dropped = world.project(project('memberships', LEVEL));
  await expect(dropped.plan({ allow: [{ risk: REMOVAL, address: 'property:companies/year' }] })).rejects.toMatchObject({
    message: 'Nothing was planned: An address or pattern matches nothing that is declared or was ever in the ledger.',
  });
});

test('a type id and the name of a standard object are two objects', async () => {
  const world = await aWorld('documented');
  onTestFinished(() => world.close());
  const open = (object: string) =>
    world.reconciler([{ path: 'trueup.yaml', text: `version: 1\n${project(object, LEVEL)}` }]);
  await converge(open('contacts'), []);
  const { findings } = await open('2-3451').plan();
  expect(findings.filter(({ code }) => code === 'not-declared')).toMatchObject(
    Array(2).fill({ hint: expect.stringMatching(/^A deletion works by hand/) }),
  );
});
