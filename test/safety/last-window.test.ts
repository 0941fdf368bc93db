import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReconcilerOptions } from '../../src/index.ts';
import { NOTHING, type PropertyDecl, type Schema } from '../laws/schema.ts';
import { aWorld, converge, HUB, type World, watched } from '../laws/world.ts';
import { answering, usedUp } from './replies.ts';

let world: World;
beforeEach(async () => {
  world = await aWorld();
});
afterEach(() => world.close());

const NAMES = Array.from({ length: 30 }, (_, index) => `size${index}`);
const MANY = ['max-changes'] as const;
const FOREIGN = { value: 'xl', label: 'XL' };

function sizes(values: readonly string[], objectType = 'contacts'): Schema {
  const properties = NAMES.map(
    (name): PropertyDecl => ({
      objectType,
      groupName: objectType === 'contacts' ? 'contactinformation' : 'companyinformation',
      name,
      label: name,
      type: 'enumeration',
      fieldType: 'select',
      options: values.map((value) => ({ value, label: value.toUpperCase() })),
    }),
  );
  return { ...NOTHING, properties };
}

/** A colleague adds one option to each property, and says of how many it is missing later. */
async function addEverywhere(): Promise<void> {
  for (const name of NAMES) await world.service.admin(HUB).addOption('contacts', name, FOREIGN);
}

async function without(objectType: string, value: string): Promise<readonly string[]> {
  const properties = (await world.snapshot()).properties[objectType] ?? [];
  return NAMES.filter((name) => {
    const options = properties.find((one) => one.name === name)?.options ?? [];
    return !options.some((option) => option.value === value);
  });
}

/** After the fourth update the service tells that nothing is left of its limit for ten seconds. */
function withoutRest(): Partial<ReconcilerOptions> {
  let updates = 0;
  const transport = answering(world.service.transport, (reply, { method }) => {
    if (method !== 'PATCH') return reply;
    updates += 1;
    return updates === 4 ? usedUp(reply, 10_000) : reply;
  });
  return { transport };
}

/** The colleague adds the options during every wait. */
function colleagueInWaits(least: number): Partial<ReconcilerOptions> {
  const { clock } = world;
  return {
    clock: {
      now: () => clock.now(),
      elapsed: () => clock.elapsed(),
      sleep: async (ms, signal) => {
        await clock.sleep(ms, signal);
        if (ms >= least) await addEverywhere();
      },
    },
  };
}

test('options that are added while calls wait for the rate limit are not overwritten', async () => {
  await converge(world.reconciler(sizes(['s'])), []);
  const more = { ...withoutRest(), ...colleagueInWaits(5_000) };
  const { result } = await converge(world.reconciler(sizes(['s', 'm']), more), MANY, { concurrency: 8 });
  // The last window remains: the call before the wait took effect, and the final read shows the later edits.
  expect(result.summary).toMatchObject({ conflict: NAMES.length });
  expect(await without('contacts', 'm')).toHaveLength(NAMES.length - 8);
  expect(await without('contacts', 'xl')).toEqual([]);
  const again = await converge(world.reconciler(sizes(['s', 'm'])), MANY);
  expect(again.result.summary).toMatchObject({ applied: NAMES.length - 8, conflict: 0 });
  expect([await without('contacts', 'xl'), await without('contacts', 'm')]).toEqual([[], []]);
});

test('a wait without an edit costs one more read', async () => {
  await converge(world.reconciler(sizes(['s'])), []);
  const { result } = await converge(world.reconciler(sizes(['s', 'm']), withoutRest()), MANY, { concurrency: 8 });
  expect(result.summary).toMatchObject({ applied: NAMES.length });
  expect(result.calls).toEqual({ write: NAMES.length, reread: 2, check: 1 });
});

test.each([
  ['429', { status: 429, retryAfter: 30 }],
  ['423', { status: 423 }],
])('options that are added while a call waits after a %s are not overwritten', async (_, reply) => {
  await converge(world.reconciler(sizes(['s'])), []);
  world.service.faults.add({ do: 'status', endpoint: 'patchProperty', ...reply });
  const { result } = await converge(world.reconciler(sizes(['s', 'm']), colleagueInWaits(2_000)), MANY, {
    concurrency: 1,
  });
  expect(result.summary).toMatchObject({ applied: 0, conflict: NAMES.length });
  expect(await without('contacts', 'xl')).toEqual([]);
});

test('options that are added while a new token is fetched are not overwritten', async () => {
  await converge(world.reconciler(sizes(['s'])), []);
  world.service.faults.add({ do: 'status', endpoint: 'patchProperty', status: 401 });
  const { result } = await converge(
    world.reconciler(sizes(['s', 'm']), {
      fetchToken: async ({ rejected }) => {
        if (rejected) {
          await world.clock.sleep(60_000);
          await addEverywhere();
        }
        return 'trueup-dev-token';
      },
    }),
    MANY,
    { concurrency: 1 },
  );
  expect(result.summary).toMatchObject({ applied: 0, conflict: NAMES.length });
  expect(await without('contacts', 'xl')).toEqual([]);
});

/** A company property whose v1 create cannot make the type, so a v1 update follows. */
const COMPANY: Schema = {
  ...NOTHING,
  properties: [
    {
      objectType: 'companies',
      groupName: 'companyinformation',
      name: 'founded',
      label: 'Founded',
      type: 'date',
      fieldType: 'date',
    },
  ],
};

test('an edit between the two calls of a company property is kept', async () => {
  const writes: string[] = [];
  const transport = watched(world.service.transport, async (_, path) => {
    if (path.startsWith('GET')) return;
    writes.push(path);
  });
  const made = await world.reconciler(COMPANY).plan();
  expect(made.calls.map(({ endpoint }) => endpoint)).toEqual(['createProperty', 'updateCompanyProperty']);
  const { clock } = world;
  world.service.faults.add({ do: 'status', endpoint: 'updateCompanyProperty', status: 423 });
  const result = await world
    .reconciler(COMPANY, {
      transport,
      clock: {
        now: () => clock.now(),
        elapsed: () => clock.elapsed(),
        sleep: async (ms, signal) => {
          await clock.sleep(ms, signal);
          await world.service.admin(HUB).editProperty('companies', 'founded', { label: 'Since' });
        },
      },
    })
    .apply(made);
  expect(writes).toHaveLength(2);
  expect(result.outcomes).toMatchObject([{ status: 'conflict', fields: [{ field: 'label', after: 'Since' }] }]);
  const properties = (await world.snapshot()).properties['companies'] ?? [];
  expect(properties.find(({ name }) => name === 'founded')?.label).toBe('Since');
});

test('the two calls of one company property wait for the limit without a false alarm', async () => {
  world.service.faults.add({ do: 'status', endpoint: 'updateCompanyProperty', status: 423 });
  const { result } = await converge(world.reconciler(COMPANY), []);
  expect(result.summary).toMatchObject({ applied: 1, conflict: 0 });
  expect((await world.reconciler(COMPANY).plan()).calls).toEqual([]);
});
