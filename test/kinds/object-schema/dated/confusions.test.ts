import { afterEach, beforeEach, expect, it } from 'vitest';
import { watched } from '../../../laws/world.ts';
import {
  ADDRESS,
  aSchemaWorld,
  BARE,
  GROUPS,
  LABELS,
  project,
  type SchemaWorld,
  SHOWN,
  WHOLE,
} from '../schema-world.ts';

let world: SchemaWorld;
beforeEach(async () => {
  world = await aSchemaWorld();
});
afterEach(() => world.close());

it('an edit of the description between create and update is kept as a conflict', async () => {
  const text = project(`${LABELS}, primaryDisplayProperty: boat_name`, GROUPS);
  const transport = watched(world.service.transport, async (_, path) => {
    if (!path.startsWith('POST') || !path.includes('/batch/create')) return;
    await world.clock.sleep(2_000);
    await world.admin().editSchema('boats', { description: 'Theirs' });
  });
  const reconciler = world.reconciler([{ path: 'trueup.yaml', text: `version: 1\n${text}` }], {
    env: { ...world.env, TRUEUP_SURFACE: 'dated' },
    transport,
  });
  const { outcomes } = await reconciler.apply(await reconciler.plan());
  expect(outcomes.find(({ address }) => address === ADDRESS)?.status).toBe('conflict');
  expect(await world.boats()).toMatchObject([{ description: 'Theirs' }]);
});

it('an object that a colleague purged is created again with its contents', async () => {
  await world.applied(WHOLE);
  const [{ id } = { id: '' }] = await world.boats();
  const params = { object_type: id };
  await world.colleague({ endpoint: 'archiveDatedSchema', params });
  await world.colleague({ endpoint: 'archiveDatedSchema', params, query: { archived: 'true' } });
  const outcomes = await world.applied(WHOLE);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['applied']));
  expect((await world.project(WHOLE).plan()).summary).toMatchObject({ keep: 4, calls: { write: 0 } });
});

it.each([
  ['created', project(`${LABELS}, ${SHOWN}`)],
  ['changed', project(`${LABELS}, searchableProperties: [berth]`)],
])('an object that is %s is blocked by a property that exists nowhere', async (how, text) => {
  if (how === 'changed') await world.applied(BARE);
  const { changes, calls } = await world.project(text).plan();
  expect(changes).toMatchObject([{ address: ADDRESS, action: 'blocked', because: 'holder-missing' }]);
  expect(calls).toEqual([]);
});

it('an update waits for an archived property that may not come back', async () => {
  await world.applied(WHOLE);
  const length = {
    endpoint: 'archiveDatedProperty',
    params: { object_type: '2-50000001', property_name: 'length' },
  } as const;
  await world.colleague(length);
  const { changes } = await world.project(WHOLE.replace('Boats', 'Fleet')).plan();
  expect(changes.filter(({ action }) => action === 'blocked').map(({ address }) => address)).toEqual([
    ADDRESS,
    'property:boats/length',
  ]);
});
