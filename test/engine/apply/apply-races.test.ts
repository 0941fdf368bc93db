import { describe, expect, it } from 'vitest';
import { EVENT_PROPERTY, GROUP, HUB, LIMIT, SUBSCRIPTION, TIER, told } from '../applying.ts';
import { tier } from '../planning.ts';
import { closedWorlds } from '../worlds.ts';

const { settled } = closedWorlds();

describe('an account that moves while a plan is applied', () => {
  it('does not overwrite what changed since the plan, and shows both values', async () => {
    const { apply, plan, service, ledger } = await settled();
    const made = await plan([GROUP, tier({ label: 'Level' }), SUBSCRIPTION, EVENT_PROPERTY, LIMIT]);
    await service.admin(HUB).editProperty('contacts', 'loyaltytier', { label: 'Rank' });
    const before = await ledger();
    const result = await apply(made);
    expect(result.outcomes).toEqual([
      {
        address: TIER.address,
        action: 'update',
        status: 'conflict',
        message: 'Not sent: it changed in the account since the plan (label).',
        hint: 'Run plan and apply again: they read the account again.',
        call: 'c1',
        fields: [{ field: 'label', before: 'Loyalty tier', after: 'Rank' }],
      },
    ]);
    expect(result.calls).toEqual({ write: 0, reread: 1, check: 0 });
    expect(await ledger()).toEqual(before);
  });

  it('keeps the option that somebody adds while the clock is set back, and merges it with the next plan', async () => {
    const size = tier({ name: 'size', options: [{ value: 's', label: 'S' }] });
    const { apply, plan, service, clock, caller } = await settled([GROUP, TIER, size]);
    const level = tier({ label: 'Level' });
    const larger = tier({
      name: 'size',
      options: [
        { value: 's', label: 'S' },
        { value: 'm', label: 'M' },
      ],
    });
    const wanted = [GROUP, level, larger];
    let writes = 0;
    const result = await apply(await plan(wanted), {
      concurrency: 1,
      caller: {
        read: (call) => caller.read(call),
        send: async (call) => {
          const answer = await caller.send(call);
          writes += 1;
          if (writes > 1) return answer;
          await service.admin(HUB).addOption('contacts', 'size', { value: 'xl', label: 'XL' });
          clock.advance(60_000);
          clock.set(clock.now() - 3_600_000);
          return answer;
        },
      },
    });
    expect(told(result)).toEqual({ [TIER.address]: 'applied', [size.address]: 'conflict' });
    const options = async () => {
      const properties = (await service.snapshot(HUB)).properties['contacts'] ?? [];
      return properties.find(({ name }) => name === 'size')?.options.map(({ value }) => value);
    };
    expect(await options()).toEqual(['s', 'xl']);
    expect(told(await apply(await plan(wanted)))).toEqual({ [size.address]: 'applied' });
    expect((await options())?.toSorted()).toEqual(['m', 's', 'xl']);
  });
});
