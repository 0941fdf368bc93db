import { expect, it } from 'vitest';
import type { ApiCall, Caller } from '../../../../src/contract/calls.ts';
import { ApiError, TransportError } from '../../../../src/errors.ts';
import type { DesiredResource } from '../../../../src/model/desired.ts';
import { GROUP, HUB, told, type World } from '../../../engine/applying.ts';
import { declare } from '../../../engine/planning.ts';
import { closedWorlds } from '../../../engine/worlds.ts';

const { world } = closedWorlds('dated');

const text = (name: string, groupName = 'loyalty'): DesiredResource =>
  declare('property', {
    ...{ objectType: 'contacts', groupName, name, label: `Label of ${name}` },
    ...{ type: 'string', fieldType: 'text' },
  });
const many = (count: number): readonly DesiredResource[] =>
  Array.from({ length: count }, (_, index) => text(`p${String(index + 1).padStart(3, '0')}`));

const lost = (code = 'connection-lost') => new TransportError(code, 'The connection broke.', { sent: 'maybe' });

/** The service as it is, but for the batches. */
const batchesBy = ({ caller }: World, send: (call: ApiCall) => ReturnType<Caller['send']>): Caller => ({
  read: (call) => caller.read(call),
  send: (call, options) => (call.endpoint === 'createDatedProperties' ? send(call) : caller.send(call, options)),
});

/** The batch with these inputs and no others. */
const only = (call: ApiCall, ...names: readonly string[]): ApiCall => {
  const { inputs } = Object(call.body);
  return { ...call, body: { inputs: [...inputs].filter(({ name }) => names.includes(name)) } };
};

const held = async ({ service }: World) =>
  ((await service.snapshot(HUB)).properties['contacts'] ?? [])
    .map(({ name }) => name)
    .filter((name) => /^p\d/.test(name));

it('creates 250 properties of one object type in three batches, and plans nothing afterwards', async () => {
  const made = await world();
  const declared = [GROUP, ...many(250)];
  const plan = await made.plan(declared);
  expect(plan.calls.map(({ endpoint, covers, after }) => [endpoint, covers.length, after])).toEqual([
    ['createDatedGroup', 1, []],
    ['createDatedProperties', 100, ['c1']],
    ['createDatedProperties', 100, ['c1']],
    ['createDatedProperties', 50, ['c1']],
  ]);
  const result = await made.apply(plan);
  expect(result.summary).toEqual({ applied: 251, accepted: 0, skipped: 0, failed: 0, conflict: 0, uncertain: 0 });
  expect(result.calls).toEqual({ write: 4, reread: 0, check: 2 });
  expect(await held(made)).toHaveLength(250);
  const again = await made.plan(declared);
  expect([again.calls, again.adopt, again.summary.keep]).toEqual([[], [], 251]);
});

it('fails only the input that another user created, and continues with the others', async () => {
  const made = await world();
  const onto = (propertyName: string) =>
    declare('webhook-subscription', { appId: 2001, eventType: 'contact.propertyChange', propertyName });
  const [good, bad] = [onto('p001'), onto('p002')];
  const plan = await made.plan([GROUP, ...many(3), good, bad]);
  const { service } = made;
  await service.admin(HUB).addGroup('contacts', { name: 'theirs', displayName: 'Theirs' });
  const theirs = { name: 'p002', label: 'Theirs', groupName: 'theirs', type: 'string', fieldType: 'text' };
  await service.admin(HUB).addProperty('contacts', theirs);
  const result = await made.apply(plan);
  expect(told(result)).toEqual({
    'property-group:contacts/loyalty': 'applied',
    'property:contacts/p001': 'applied',
    'property:contacts/p002': 'failed',
    'property:contacts/p003': 'applied',
    [good.address]: 'applied',
    [bad.address]: 'skipped',
  });
  expect(result.outcomes.filter(({ status }) => status !== 'applied').map(({ message }) => message)).toEqual([
    "Refused by the service: A property named 'p002' already exists. The plan did not see it.",
    'It waits for property:contacts/p002 (c2), which ended as failed.',
  ]);
  const { records, intentions } = await made.ledger();
  expect([Object.keys(records).filter((address) => address.startsWith('property:')), intentions]).toEqual([
    ['property:contacts/p001', 'property:contacts/p003'],
    [],
  ]);
});

it('records nothing for an equal property that another user created', async () => {
  const made = await world();
  const declared = [GROUP, ...many(2)];
  const plan = await made.plan(declared);
  const { service } = made;
  const theirs = { name: 'p002', label: 'Label of p002', groupName: 'loyalty', type: 'string', fieldType: 'text' };
  const result = await made.apply(plan, {
    caller: batchesBy(made, async (call) => {
      await service.admin(HUB).addProperty('contacts', theirs);
      return made.caller.send(call);
    }),
  });
  expect(told(result)).toMatchObject({ 'property:contacts/p001': 'applied', 'property:contacts/p002': 'failed' });
  expect(Object.keys((await made.ledger()).records)).not.toContain('property:contacts/p002');
  expect(await made.plan(declared)).toMatchObject({ calls: [], adopt: [{ address: 'property:contacts/p002' }] });
});

it('omits the properties of a failed group from the batch and creates the others', async () => {
  const made = await world();
  const others = declare('property-group', { objectType: 'contacts', name: 'others', displayName: 'Others' });
  const plan = await made.plan([GROUP, others, ...many(2), text('q001', 'others'), text('q002', 'others')]);
  expect(plan.calls.map(({ endpoint, after }) => [endpoint, after])).toEqual([
    ['createDatedGroup', []],
    ['createDatedGroup', []],
    ['createDatedProperties', ['c1', 'c2']],
  ]);
  await made.service.admin(HUB).addGroup('contacts', { name: 'others', displayName: 'Theirs' });
  const result = await made.apply(plan);
  expect(told(result)).toEqual({
    'property-group:contacts/loyalty': 'applied',
    'property-group:contacts/others': 'failed',
    'property:contacts/p001': 'applied',
    'property:contacts/p002': 'applied',
    'property:contacts/q001': 'skipped',
    'property:contacts/q002': 'skipped',
  });
  expect(result.outcomes.at(-1)?.message).toBe(
    'It waits for property-group:contacts/others (c2), which ended as failed.',
  );
  expect(Object.keys((await made.ledger()).records)).toEqual([
    'property-group:contacts/loyalty',
    'property:contacts/p001',
    'property:contacts/p002',
  ]);
});

it('settles a batch with a lost reply by one list read, and repeats nothing', async () => {
  const made = await world();
  const declared = [GROUP, ...many(4)];
  const result = await made.apply(await made.plan(declared), {
    caller: batchesBy(made, async (call) => {
      await made.caller.send(only(call, 'p001', 'p003'));
      throw lost();
    }),
  });
  expect(told(result)).toMatchObject({
    'property:contacts/p001': 'applied',
    'property:contacts/p002': 'failed',
    'property:contacts/p003': 'applied',
    'property:contacts/p004': 'failed',
  });
  expect(result.outcomes.find(({ status }) => status === 'failed')?.message).toBe(
    'The connection broke. Reads show no effect of it.',
  );
  expect((await made.ledger()).intentions).toEqual([]);
  const rest = await made.plan(declared);
  expect(rest.calls.map(({ covers }) => covers)).toEqual([['property:contacts/p002', 'property:contacts/p004']]);
  expect((await made.apply(rest)).summary).toMatchObject({ applied: 2, failed: 0 });
  expect(await held(made)).toEqual(['p001', 'p002', 'p003', 'p004']);
});

it('looks again for the part of a broken batch that is not there yet', async () => {
  const made = await world();
  let rest: ApiCall | undefined;
  const send = batchesBy(made, async (call) => {
    await made.caller.send(only(call, 'p001'));
    rest = only(call, 'p002', 'p003');
    throw lost();
  });
  const result = await made.apply(await made.plan([GROUP, ...many(3)]), {
    caller: {
      ...send,
      read: async (call) => {
        const answer = await made.caller.read(call);
        // The service works on while the first look is under way.
        if (rest !== undefined) await made.caller.send(rest);
        rest = undefined;
        return answer;
      },
    },
  });
  expect(result.summary).toMatchObject({ applied: 4, failed: 0 });
});

it('keeps a batch open after a timeout, and the next apply settles it', async () => {
  const made = await world();
  const declared = [GROUP, ...many(10)];
  const result = await made.apply(await made.plan(declared), {
    caller: batchesBy(made, async (call) => {
      await made.caller.send(only(call, 'p001'));
      throw lost('timed-out');
    }),
  });
  expect(told(result)).toMatchObject({
    'property:contacts/p001': 'applied',
    'property:contacts/p002': 'uncertain',
    'property:contacts/p003': 'uncertain',
  });
  expect((await made.ledger()).intentions).toHaveLength(1);
  const [open, ...others] = (await made.plan(declared)).findings;
  expect([open?.code, others]).toEqual(['open-call', []]);
  expect(open?.message).toMatch(/p007, \S+p008 and 2 more: the account shows its effect on some of them\.$/);
  await made.clock.sleep(20_000);
  const { findings } = await made.recover();
  expect(findings.map(({ message }) => message.split(', ').slice(2).join(', '))).toEqual([
    'took effect on 1 of its 10 resources: the ledger records those.',
  ]);
  expect((await made.apply(await made.plan(declared))).summary).toMatchObject({ applied: 9, failed: 0 });
  expect(await held(made)).toHaveLength(10);
});

it('reads back an input that the reply omits', async () => {
  const made = await world();
  const result = await made.apply(await made.plan([GROUP, ...many(4)]), {
    caller: batchesBy(made, async (call) => {
      const answer = await made.caller.send(only(call, 'p001', 'p002', 'p004'));
      const { results, ...batch } = Object(answer.value);
      // The reply has another order. It omits p002, which was created, and p003, which failed.
      const shown = [...results].filter(({ name }) => name !== 'p002').toReversed();
      return { ...answer, value: { ...batch, results: shown } };
    }),
  });
  expect(result.outcomes.slice(1).map(({ status, message }) => [status, message])).toEqual([
    ['applied', 'Done; the reply shows the planned values.'],
    ['applied', 'Done: no reply confirmed it, but a read shows the planned values.'],
    ['failed', 'The reply does not mention it. Reads show no effect of it.'],
    ['applied', 'Done; the reply shows the planned values.'],
  ]);
  expect(Object.keys((await made.ledger()).records)).not.toContain('property:contacts/p003');
});

it('leaves a batch open that the service has not finished', async () => {
  const made = await world();
  const declared = [GROUP, ...many(2)];
  const result = await made.apply(await made.plan(declared), {
    caller: batchesBy(made, async (call) => {
      const answer = await made.caller.send(call);
      return { ...answer, value: { ...Object(answer.value), status: 'PROCESSING', results: [] } };
    }),
  });
  expect(result.outcomes.at(-1)).toMatchObject({
    status: 'accepted',
    message: 'The service accepted the batch; its status is PROCESSING.',
  });
  expect((await made.recover()).settled).toBe(1);
  expect((await made.plan(declared)).calls).toEqual([]);
});

const TAKEN = { status: 'error', category: 'OBJECT_ALREADY_EXISTS', message: 'It already exists.' };

const UNNAMED = { status: 'error', category: 'VALIDATION_ERROR', message: 'It failed.' };

/** Two of three are created, and the reply shows no result but these errors. */
const withErrors = async (...errors: readonly object[]) => {
  const made = await world();
  const result = await made.apply(await made.plan([GROUP, ...many(3)]), {
    caller: batchesBy(made, async (call) => {
      const answer = await made.caller.send(only(call, 'p001', 'p002'));
      return { ...answer, value: { ...Object(answer.value), results: [], numErrors: errors.length, errors } };
    }),
  });
  const { records, intentions } = await made.ledger();
  return {
    said: result.outcomes.slice(1).map(({ status, message }) => [status, message]),
    recorded: Object.keys(records).filter((address) => address.startsWith('property:')),
    open: intentions,
    next: await made.plan([GROUP, ...many(3)]),
  };
};

it('reads back the inputs of an error that names none', async () => {
  const { said, recorded } = await withErrors(UNNAMED);
  expect(said).toEqual([
    ['applied', 'Done: no reply confirmed it, but a read shows the planned values.'],
    ['applied', 'Done: no reply confirmed it, but a read shows the planned values.'],
    ['failed', 'Refused by the service: It failed.'],
  ]);
  expect(recorded).toEqual(['property:contacts/p001', 'property:contacts/p002']);
});

it('fails inputs that may have existed before, and adopts them in the next plan', async () => {
  const { said, recorded, open, next } = await withErrors(TAKEN);
  expect(said).toEqual([
    ['failed', 'Refused by the service: It already exists.'],
    ['failed', 'Refused by the service: It already exists.'],
    ['failed', 'Refused by the service: It already exists.'],
  ]);
  expect([recorded, open]).toEqual([[], []]);
  expect(next.adopt.map(({ address }) => address)).toEqual(['property:contacts/p001', 'property:contacts/p002']);
});

it('knows that each input existed where there are as many errors as inputs', async () => {
  const { said, recorded } = await withErrors(TAKEN, TAKEN, TAKEN);
  const others = 'Refused by the service: It already exists. The plan did not see it.';
  expect(said).toEqual([
    ['failed', others],
    ['failed', others],
    ['failed', others],
  ]);
  expect(recorded).toEqual([]);
});

it('records the properties of its first attempt if a retry finds them', async () => {
  const made = await world();
  const result = await made.apply(await made.plan([GROUP, ...many(2)]), {
    caller: batchesBy(made, async (call) => {
      await made.caller.send(call);
      return { ...(await made.caller.send(call)), attempts: 2 };
    }),
  });
  expect(result.summary).toMatchObject({ applied: 3, failed: 0 });
  expect((await made.plan([GROUP, ...many(2)])).adopt).toEqual([]);
});

it.each([
  [409, undefined],
  [400, 'OBJECT_ALREADY_EXISTS'],
])('records nothing for a batch refused with %i, and the next plan shows its effect', async (status, category) => {
  const made = await world();
  const declared = [GROUP, ...many(3)];
  const other = { name: 'p002', label: 'Theirs', groupName: 'loyalty', type: 'string', fieldType: 'text' };
  const result = await made.apply(await made.plan(declared), {
    caller: batchesBy(made, async (call) => {
      await made.caller.send(only(call, 'p001'));
      await made.service.admin(HUB).addProperty('contacts', other);
      const refusal = { endpoint: call.endpoint, status, ...(category === undefined ? {} : { category }) };
      throw new ApiError('Something exists.', refusal);
    }),
  });
  expect(result.outcomes.slice(1).map((outcome) => [outcome.status, outcome.message])).toEqual([
    ['failed', 'Something exists.'],
    ['failed', 'Something exists.'],
    ['failed', 'Something exists.'],
  ]);
  expect(Object.keys((await made.ledger()).records)).toEqual([GROUP.address]);
  const next = await made.plan(declared);
  expect(next.adopt).toMatchObject([{ address: 'property:contacts/p001' }]);
  expect(next.changes.map(({ action }) => action)).toEqual(['keep', 'keep', 'update', 'create']);
});
