import { describe, expect, it } from 'vitest';
import { EVENT_PROPERTY, GROUP, HUB, LIMIT, SUBSCRIPTION, TIER, told } from '../applying.ts';
import { tier } from '../planning.ts';
import { closedWorlds } from '../worlds.ts';

const { world, settled } = closedWorlds();

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

  it('does not send an option list over one that grew since the plan', async () => {
    const { apply, plan, service } = await settled([GROUP, TIER]);
    const silver = { value: 'silver', label: 'Silver' };
    const made = await plan([GROUP, tier({ options: [{ value: 'gold', label: 'Gold' }, silver] })]);
    await service.admin(HUB).addOption('contacts', 'loyaltytier', { value: 'iron', label: 'Iron' });
    expect(told(await apply(made))[TIER.address]).toBe('conflict');
    const [property] =
      (await service.snapshot(HUB)).properties['contacts']?.filter(({ name }) => name === 'loyaltytier') ?? [];
    expect(property?.options.map(({ value }) => value)).toEqual(['gold', 'iron']);
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

  it('sends no update to what is gone', async () => {
    const { apply, plan, service } = await settled([GROUP, TIER]);
    const made = await plan([GROUP, tier({ label: 'Level' })]);
    await service.admin(HUB).deleteProperty('contacts', 'loyaltytier');
    const { outcomes } = await apply(made);
    expect(outcomes.find(({ address }) => address === TIER.address)).toMatchObject({
      status: 'conflict',
      message: 'Not sent: it is no longer in the account.',
    });
  });

  it('says conflict when the final read shows that someone changed it after the reply', async () => {
    const { apply, plan, service, caller, ledger } = await world();
    const result = await apply(await plan([GROUP, TIER]), {
      caller: {
        send: (call) => caller.send(call),
        read: async (call) => {
          await service.admin(HUB).editProperty('contacts', 'loyaltytier', { label: 'Rank' });
          return caller.read(call);
        },
      },
    });
    expect(result.outcomes.find(({ address }) => address === TIER.address)).toMatchObject({
      status: 'conflict',
      fields: [{ field: 'label', before: 'Loyalty tier', after: 'Rank' }],
    });
    expect((await ledger()).records[TIER.address]).toMatchObject({
      basis: 'echoed',
      fields: { label: 'Loyalty tier' },
    });
  });

  it('waits for a list that lags before it says so', async () => {
    const { apply, plan, service } = await settled([GROUP, TIER]);
    const made = await plan([GROUP, tier({ label: 'Level' })]);
    service.faults.add({ do: 'read-lag', endpoint: 'listProperties', nth: 2, ms: 300 });
    const result = await apply(made);
    expect([result.summary.applied, result.calls]).toEqual([1, { write: 1, reread: 1, check: 2 }]);
  });

  it('keeps the outcome of the replies when the final read fails, and says so', async () => {
    const { apply, plan, service } = await world();
    const made = await plan([GROUP, TIER]);
    service.faults.add({ do: 'status', endpoint: 'listProperties', status: 403, times: 'always' });
    const result = await apply(made);
    expect(told(result)).toEqual({ [GROUP.address]: 'applied', [TIER.address]: 'applied' });
    expect(result.findings.map(({ code }) => code)).toEqual(['final-check-failed']);
  });
});
