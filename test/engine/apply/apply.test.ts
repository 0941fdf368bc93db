import { describe, expect, it } from 'vitest';
import { counted, EVENT_PROPERTY, GROUP, HUB, LIMIT, ONE_OF_EACH, SUBSCRIPTION, TIER, told } from '../applying.ts';
import { declare, tier } from '../planning.ts';
import { closedWorlds } from '../worlds.ts';

const { world, settled } = closedWorlds();

describe('applyPlan', () => {
  it('applies one of each kind, records it, and leaves nothing to plan', async () => {
    const { apply, plan, ledger, service } = await world();
    const result = await apply(await plan(ONE_OF_EACH));
    expect(told(result)).toEqual(Object.fromEntries(ONE_OF_EACH.map(({ address }) => [address, 'applied'])));
    expect(result.summary).toEqual(counted(result));
    expect([result.findings, result.interrupted, result.calls]).toEqual([[], false, { write: 5, reread: 0, check: 1 }]);
    const { records, intentions, account } = await ledger();
    expect(intentions).toEqual([]);
    expect(account).toEqual({ name: 'sandbox', hubId: HUB, host: 'http://localhost' });
    expect(Object.fromEntries(Object.values(records).map(({ address, basis }) => [address, basis]))).toEqual({
      [GROUP.address]: 'echoed',
      [TIER.address]: 'observed',
      [SUBSCRIPTION.address]: 'echoed',
      [EVENT_PROPERTY.address]: 'echoed',
      [LIMIT.address]: 'echoed',
    });
    const [subscription] = (await service.snapshot(HUB)).subscriptions;
    expect(records[SUBSCRIPTION.address]?.id).toBe(subscription?.id);
    const next = await plan(ONE_OF_EACH);
    expect([next.calls, next.adopt, next.summary.keep]).toEqual([[], [], 5]);
  });

  it('reads once for all updates of an object type that start together', async () => {
    const many = ['a', 'b', 'c', 'd'].map((name) => tier({ name: `tier${name}` }));
    const { apply, plan } = await settled([GROUP, ...many]);
    const moved = ['a', 'b', 'c', 'd'].map((name) => tier({ name: `tier${name}`, label: 'Level' }));
    const result = await apply(await plan([GROUP, ...moved]));
    expect([result.summary.applied, result.calls]).toEqual([4, { write: 4, reread: 1, check: 1 }]);
  });

  it('fails a create of what exists meanwhile, and skips what waits for it', async () => {
    const { apply, plan, service } = await world();
    const made = await plan(ONE_OF_EACH);
    const admin = service.admin(HUB);
    await admin.addGroup('contacts', { name: 'loyalty', displayName: 'Loyalty' });
    await admin.addProperty('contacts', {
      name: 'loyaltytier',
      label: 'Other',
      groupName: 'loyalty',
      type: 'string',
      fieldType: 'text',
    });
    const result = await apply(made);
    expect(told(result)).toEqual({
      [GROUP.address]: 'applied',
      [TIER.address]: 'failed',
      [SUBSCRIPTION.address]: 'skipped',
      [EVENT_PROPERTY.address]: 'applied',
      [LIMIT.address]: 'applied',
    });
    const skipped = result.outcomes.find(({ status }) => status === 'skipped');
    expect(skipped?.message).toContain(TIER.address);
    expect(result.summary).toEqual(counted(result));
    // The group create met an existing group, so it needs two requests.
    expect(result.calls.write).toBe(5);
  });

  /** Only the v1 update expresses it, after a v2 create with the nearest type. */
  const birthday = declare('property', {
    objectType: 'companies',
    groupName: 'companyinformation',
    name: 'birthday',
    label: 'Birthday',
    type: 'date',
    fieldType: 'date',
  });

  it('reports both calls of a change that was cut between them', async () => {
    const { apply, plan, caller, service } = await world();
    const controller = new AbortController();
    const result = await apply(await plan([birthday]), {
      signal: controller.signal,
      caller: {
        read: (call) => caller.read(call),
        send: async (call) => {
          controller.abort();
          return caller.send(call);
        },
      },
    });
    expect(result.outcomes).toEqual([
      {
        address: birthday.address,
        action: 'create',
        status: 'failed',
        message:
          'POST /properties/v2/companies/properties (c1) was carried out. Of PUT /properties/v1/companies/properties/named/birthday (c2): The run was interrupted before this change.',
        hint: 'Run plan and apply again: they read the account again.',
        call: 'c2',
        fields: [{ field: 'type', before: 'date', after: 'datetime' }],
      },
    ]);
    const held = (await service.snapshot(HUB)).properties['companies']?.find(({ name }) => name === 'birthday');
    expect(held?.type).toBe('datetime');
    expect(told(await apply(await plan([birthday])))).toEqual({ [birthday.address]: 'applied' });
  });

  it('says the same when the second call is refused', async () => {
    const { apply, plan, service } = await world();
    service.faults.add({ do: 'status', status: 400, endpoint: 'updateCompanyProperty' });
    const [outcome] = (await apply(await plan([birthday]))).outcomes;
    expect([outcome?.status, outcome?.fields]).toEqual([
      'failed',
      [{ field: 'type', before: 'date', after: 'datetime' }],
    ]);
    expect(outcome?.message).toMatch(
      /^POST \S+ \(c1\) was carried out\. Of PUT \S+ \(c2\): updateCompanyProperty was refused/,
    );
  });

  it('makes one outcome of the two calls that a company definition takes', async () => {
    const { apply, plan, ledger } = await world();
    const made = await plan([birthday]);
    expect(made.calls).toHaveLength(2);
    const result = await apply(made);
    expect(result.outcomes).toMatchObject([{ address: birthday.address, status: 'applied', call: 'c2' }]);
    expect((await ledger()).records[birthday.address]?.fields['type']).toBe('date');
    expect((await plan([birthday])).calls).toEqual([]);
  });

  it('records a resource in sync, and forgets on request, without a call', async () => {
    const { apply, plan, service, ledger } = await world();
    await service.admin(HUB).addGroup('contacts', { name: 'loyalty', displayName: 'Loyalty' });
    await service.admin(HUB).addProperty('contacts', {
      name: 'loyaltytier',
      label: 'Loyalty tier',
      groupName: 'loyalty',
      type: 'enumeration',
      fieldType: 'select',
      options: [{ value: 'gold', label: 'Gold' }],
    });
    const adopting = await plan([TIER]);
    expect(adopting.calls).toEqual([]);
    await apply(adopting);
    const adopted = await ledger();
    expect(adopted.records[TIER.address]).toMatchObject({ basis: 'observed', fields: { label: 'Loyalty tier' } });
    const forgetting = {
      ...adopting,
      adopt: [],
      changes: adopting.changes.map((change) => ({ ...change, action: 'forget' as const })),
    };
    const result = await apply(forgetting);
    expect(result.outcomes).toEqual([
      {
        address: TIER.address,
        action: 'forget',
        status: 'applied',
        message: 'Dropped from the ledger; the account was not changed.',
      },
    ]);
    expect((await ledger()).records).toEqual({});
  });

  it('refuses a ledger of another account, and calls in a wrong order', async () => {
    const { apply, plan } = await settled([GROUP]);
    const made = await plan([GROUP, tier({ name: 'other' }), SUBSCRIPTION]);
    await expect(apply(made, { hubId: 7007 })).rejects.toMatchObject({ code: 'ledger-foreign-account' });
    const calls = made.calls.map((call) => ({ ...call, after: ['c9'] }));
    await expect(apply({ ...made, calls })).rejects.toMatchObject({ code: 'plan-malformed' });
  });
});

describe('an account that moves while a plan is applied', () => {
  it('does not overwrite a change since the plan, and shows both values', async () => {
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

  it('sends no update to a deleted resource', async () => {
    const { apply, plan, service } = await settled([GROUP, TIER]);
    const made = await plan([GROUP, tier({ label: 'Level' })]);
    await service.admin(HUB).deleteProperty('contacts', 'loyaltytier');
    const message = 'Not sent: it is no longer in the account.';
    expect((await apply(made)).outcomes).toContainEqual(expect.objectContaining({ address: TIER.address, message }));
  });

  it('keeps an option that a user adds while the clock is set back', async () => {
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
