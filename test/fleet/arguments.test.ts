import { expect, test } from 'vitest';
import { createFleet, type Fleet, type FleetOptions } from '../../src/fleet/index.ts';
import { BACKEND, backend } from './databases.ts';
import { aFleetWorld } from './world.ts';

const invalid = (message: string) => expect.objectContaining({ code: 'argument-invalid', message });

test('a fleet names all that it was not given, and all that is of another type', async () => {
  expect(() => createFleet({} as FleetOptions)).toThrow(
    'createFleet was called without database, prepared, installations, tokens.',
  );
  const place = await backend(BACKEND);
  const world = await aFleetWorld(await place.database(), 1);
  await expect(world.fleet(undefined, { timeoutMs: 0, pollMs: Number.NaN })).rejects.toEqual(
    invalid('Invalid arguments to createFleet: timeoutMs, pollMs.'),
  );
  const fleet = await world.fleet();
  const calls: readonly (readonly [(given: Fleet) => Promise<unknown>, string])[] = [
    [({ plan }) => plan(null as never), 'Invalid arguments to plan: options.'],
    [({ plan }) => plan({ slots: 0, hubIds: [1.5] }), 'Invalid arguments to plan: slots, hubIds.'],
    [({ plan }) => plan({ labels: { ring: 1 } as never }), 'Invalid arguments to plan: labels.'],
    [
      ({ plan }) => plan({ soakMs: -1, maxFailedPercent: 101 }),
      'A rollout was planned with soakMs -1, maxFailedPercent 101.',
    ],
    [
      ({ plan }) => plan({ soakMs: 9e15, patienceMs: 4e10, maxUncertain: 3e9 }),
      'A rollout was planned with soakMs 9000000000000000, maxUncertain 3000000000, patienceMs 40000000000.',
    ],
    [
      ({ plan }) => plan({ note: 'a\0', by: '\ud800', labels: { ring: '\0' } }),
      'Invalid arguments to plan: note, by, labels.',
    ],
    [({ drift }) => drift({ by: 7 as never }), 'Invalid arguments to drift: by.'],
    [({ revert }) => revert('r1', { signal: {} as never }), 'Invalid arguments to revert: signal.'],
    [({ replan }) => replan('r1', { slots: 1.5 }), 'Invalid arguments to replan: slots.'],
    [({ work }) => work({ untilDone: 'yes' as never }), 'Invalid arguments to work: untilDone.'],
    [({ approve }) => approve('r1', { names: 'all' } as never), 'Invalid arguments to approve: names, by.'],
    [({ ledger }) => ledger(1.5), 'Invalid arguments to ledger: hubId.'],
    [({ read }) => read.accounts('r1', { limit: -1, after: 1.5 }), 'Invalid arguments to accounts: limit, after.'],
    [({ read }) => read.rollouts({ limit: 1e20 }), 'Invalid arguments to rollouts: limit.'],
  ];
  for (const [call, message] of calls) await expect(call(fleet)).rejects.toEqual(invalid(message));
  expect(await fleet.read.rollouts()).toEqual([]);
  for (const call of [fleet.status, fleet.pause, fleet.events])
    for (const id of ['r1\0', '\ud800', undefined, 5])
      await expect(call(id as string)).rejects.toMatchObject({ code: 'rollout-unknown' });
  await place.close();
});
