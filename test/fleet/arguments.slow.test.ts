import { expect, test } from 'vitest';
import { createFleet, type Fleet, type FleetOptions } from '../../src/fleet/index.ts';
import { BACKEND, backend } from './databases.ts';
import { aFleetWorld } from './world.ts';

const invalid = (message: string) => expect.objectContaining({ code: 'argument-invalid', message });

test('a fleet names every missing argument and every argument of another type', async () => {
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
    [({ plan }) => plan(null as never), 'plan: options.'],
    [({ plan }) => plan({ slots: 0, hubIds: [1.5], labels: { ring: 1 } as never }), 'plan: slots, hubIds, labels.'],
    [({ plan }) => plan({ note: 'a\0', by: '\ud800', labels: { ring: '\0' } }), 'plan: note, by, labels.'],
    [({ plan }) => plan({ soakMs: -1, maxFailedPercent: 101 }), 'plan: soakMs, maxFailedPercent.'],
    [({ rollout }) => rollout('r1', { soakMs: 9e15, patienceMs: 4e10 }), 'rollout: soakMs, patienceMs.'],
    [({ revert }) => revert('r1', { maxUncertain: 3e9 }), 'revert: maxUncertain.'],
    [({ drift }) => drift({ by: 7 as never }), 'drift: by.'],
    [({ work }) => work({ slots: Number.NaN }), 'work: slots.'],
    [({ approve }) => approve('r1', { all: true } as never), 'approve: by.'],
    [({ pause }) => pause('r1', { by: 'a\0b' }), 'pause: by.'],
    [({ retry }) => retry('r1', 'luck' as never, { by: 'a\0b' }), 'retry: by, because.'],
    [({ ledger }) => ledger(1.5), 'ledger: hubId.'],
    [({ read }) => read.accounts('r1', { limit: -1, after: 1.5 }), 'accounts: limit, after.'],
    [({ read }) => read.rollouts({ limit: 1e20 }), 'rollouts: limit.'],
  ];
  for (const [call, message] of calls)
    await expect(call(fleet)).rejects.toEqual(invalid(`Invalid arguments to ${message}`));
  expect(await fleet.read.rollouts()).toEqual([]);
  for (const call of [fleet.status, fleet.pause, fleet.events])
    for (const id of ['r1\0', '\ud800', undefined, 5])
      await expect(call(id as string)).rejects.toMatchObject({ code: 'rollout-unknown' });
  await place.close();
});
