import { expect, onTestFinished, test } from 'vitest';
import { aDatedWorld } from '../../kinds/dated-world.ts';

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

test('an object that the files name by its name instead of its id is the same one: its records go on, with what they knew', async () => {
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
  await byName.apply(made);
  const { records } = await byName.ledger.read();
  expect(Object.keys(records)).toEqual(Object.keys(before).map((address) => address.replace('2-3451', 'memberships')));
  // Created by trueup, under whichever name.
  expect(Object.values(records).map(({ found }) => found)).toEqual([undefined, undefined, undefined]);
  expect((await byName.plan()).summary).toMatchObject({ keep: 3, forget: 0, create: 0 });
  const back = world.project(project('2-3451', `${LEVEL}, ${YEAR}`));
  expect((await back.plan()).summary).toMatchObject({ keep: 3, forget: 3, create: 0, remove: 0 });
});

test('what is dropped with the change of name is not said to be gone from the account', async () => {
  const world = await aWorldWithPerks();
  const { changes, calls } = await world.project(project('memberships', LEVEL)).plan();
  expect(calls).toEqual([]);
  expect(forgotten(changes).find(({ address }) => address === 'property:2-3451/year')).toEqual({
    address: 'property:2-3451/year',
    because: 'not-declared',
    reason:
      'The files call it property:memberships/year now and do not declare it. What the account has of it stays there.',
  });
});
