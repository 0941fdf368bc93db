import { describe, expect, it } from 'vitest';
import { TransportError } from '../../../src/errors.ts';
import { GROUP, told } from '../applying.ts';
import { tier } from '../planning.ts';
import { closedWorlds } from '../worlds.ts';

const TIER = tier();
const { settled } = closedWorlds();

/** The connection breaks at the update, and the service acts on it after `late` milliseconds. */
async function brokenThenActed(late: number) {
  const world = await settled([GROUP, TIER]);
  const { apply, plan, caller, clock } = world;
  let due: { readonly at: number; act(): Promise<unknown> } | undefined;
  const result = await apply(await plan([GROUP, tier({ label: 'Level' })]), {
    caller: {
      send: async (call) => {
        due = { at: clock.elapsed() + late, act: () => caller.send(call) };
        throw new TransportError('connection-lost', 'The connection broke.', { sent: 'maybe' });
      },
      read: async (call) => {
        if (due !== undefined && clock.elapsed() >= due.at) {
          const { act } = due;
          due = undefined;
          await act();
        }
        return caller.read(call);
      },
    },
  });
  return { world, result };
}

describe('a call that broke off', () => {
  it.each([0, 400, 2_400])('and takes effect %i ms later is seen to have done so', async (late) => {
    const { result, world } = await brokenThenActed(late);
    expect(told(result)).toEqual({ [TIER.address]: 'applied' });
    expect((await world.ledger()).intentions).toEqual([]);
  });

  it('and shows no effect for as long is reported as that, and not as one that had none', async () => {
    const { result } = await brokenThenActed(60_000);
    expect(result.outcomes).toMatchObject([
      { status: 'failed', message: 'The connection broke. Reads show no effect of it.' },
    ]);
  });
});
