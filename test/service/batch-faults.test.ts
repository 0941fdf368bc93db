/** Faults of batches, of updates and archives, and the statuses that only the vendor has. */

import { describe, expect, it } from 'vitest';
import type { EndpointId } from '../../src/contract/endpoints.ts';
import { type FaultRule, parseFault, type Service } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';

const contacts = { object_type: 'contacts' };
const pair = { fromObjectType: 'contacts', toObjectType: 'companies' };
const NAMES = ['first', 'second', 'third'];
const TIER = { name: 'tier', label: 'Tier', groupName: 'contactinformation', type: 'string', fieldType: 'text' };
const CREATE = { params: contacts, body: { inputs: NAMES.map((name) => ({ ...TIER, name })) } };

async function made(service: Service): Promise<readonly string[]> {
  const { properties } = await service.snapshot(1001);
  const names = (properties['contacts'] ?? []).map(({ name }) => name);
  return NAMES.filter((name) => names.includes(name));
}

describe('a batch in which a fault refuses an input', () => {
  it('applies the others, and names it in the context of its error', async () => {
    const rule: FaultRule = { do: 'batch-refuse', endpoint: 'createDatedProperties', input: 2 };
    const { service } = await aService({ faults: [rule, { ...rule, input: 3 }] });
    const { status, body } = await send(service, 'createDatedProperties', CREATE);
    const error = (name: string) => ({
      status: 'error',
      category: 'VALIDATION_ERROR',
      message: 'A fault rule refuses this input.',
      context: { name: [name] },
    });
    expect([status, body.results.length, body.numErrors, body.errors]).toEqual([
      207,
      1,
      2,
      [error('second'), error('third')],
    ]);
    expect(await made(service)).toEqual(['first']);
    expect((await send(service, 'createDatedProperties', CREATE)).status).toBe(207);
    expect(await made(service)).toEqual(NAMES);
  });

  it('adds it to the errors that there are', async () => {
    const { service } = await aService({
      faults: [{ do: 'batch-refuse', endpoint: 'createDatedProperties', input: 1 }],
    });
    const inputs = [TIER, { ...TIER, name: 'second', groupName: 'none' }];
    const { status, body } = await send(service, 'createDatedProperties', { params: contacts, body: { inputs } });
    expect([status, body.numErrors, body.errors.map(({ context }: { context: unknown }) => context)]).toEqual([
      207,
      2,
      [{ name: ['second'] }, { name: ['tier'] }],
    ]);
  });

  it.each<[EndpointId, object, number | undefined, number]>([
    ['updateDatedLimits', { maxToObjectIds: 5 }, undefined, 207],
    ['updateDatedLimits', { maxToObjectIds: 5 }, 200, 200],
    ['createDatedLimits', { maxToObjectIds: 5 }, undefined, 207],
    ['purgeDatedLimits', {}, undefined, 200],
    ['updateAssociationLimits', { maxToObjectIds: 5 }, undefined, 207],
    ['purgeAssociationLimits', {}, undefined, 200],
  ])('%s %j, asked for status %s, answers %i with numErrors', async (endpoint, more, asked, status) => {
    const rule: FaultRule = { do: 'batch-refuse', endpoint, input: 1, status: asked };
    const { service } = await aService({ faults: [rule] });
    const reply = await send(service, endpoint, {
      params: pair,
      body: { inputs: [{ category: 'HUBSPOT_DEFINED', typeId: 279, ...more }] },
    });
    expect([reply.status, reply.body]).toEqual([
      status,
      expect.objectContaining({
        status: 'COMPLETE',
        numErrors: 1,
        errors: [expect.objectContaining({ context: { category: ['HUBSPOT_DEFINED'], typeId: ['279'] } })],
      }),
    ]);
    expect((await service.snapshot(1001)).limits).toEqual([]);
  });

  it('is silent where it archives', async () => {
    const { service } = await aService();
    await send(service, 'createDatedProperties', CREATE);
    service.faults.add({ do: 'batch-refuse', endpoint: 'archiveDatedProperties', input: 1 });
    const inputs = NAMES.map((name) => ({ name }));
    expect((await send(service, 'archiveDatedProperties', { params: contacts, body: { inputs } })).status).toBe(204);
    expect(await made(service)).toEqual(['first']);
  });
});

describe('a batch that breaks between two inputs', () => {
  it.each([1, 2, 3, 4])(
    'before input %i has applied those before it, whether it is dropped or fails',
    async (input) => {
      const rule: FaultRule = { do: 'batch-break', endpoint: 'createDatedProperties', input };
      const dropped = await aService({ faults: [rule] });
      await expect(send(dropped.service, 'createDatedProperties', CREATE)).rejects.toMatchObject({
        code: 'connection-lost',
      });
      expect(await made(dropped.service)).toEqual(NAMES.slice(0, input - 1));
      const failed = await aService({ faults: [{ ...rule, status: 500 }] });
      expect((await send(failed.service, 'createDatedProperties', CREATE)).status).toBe(500);
      expect(await made(failed.service)).toEqual(NAMES.slice(0, input - 1));
      expect(await failed.service.calls()).toMatchObject([{ status: 500, committed: true, faults: ['batch-break'] }]);
    },
  );

  it('calls onCall after the committed part', async () => {
    const moments: unknown[] = [];
    const { service } = await aService({
      faults: [{ do: 'batch-break', endpoint: 'createDatedProperties', input: 2 }],
      onCall: async ({ at, committed }) => void moments.push([at, committed, await made(service)]),
    });
    await expect(send(service, 'createDatedProperties', CREATE)).rejects.toThrow();
    expect(moments).toEqual([
      ['arrived', false, []],
      ['answered', true, ['first']],
    ]);
  });
});

describe('a single write', () => {
  it('answers with the old value if a fault ignores a member', async () => {
    const { service } = await aService({
      faults: [{ do: 'ignore', endpoint: 'updateDatedProperty', member: 'label' }],
    });
    await send(service, 'createDatedProperty', { params: contacts, body: TIER });
    const params = { ...contacts, property_name: 'tier' };
    const change = { label: 'Rank', description: 'Where they stand' };
    const ignored = await send(service, 'updateDatedProperty', { params, body: change });
    expect([ignored.status, ignored.body.label, ignored.body.description]).toEqual([200, 'Tier', 'Where they stand']);
    const taken = await send(service, 'updateDatedProperty', { params, body: change });
    expect([taken.status, taken.body.label]).toEqual([200, 'Rank']);
  });

  it('cannot archive a property that a fault marks as used', async () => {
    const { service } = await aService({ faults: [{ do: 'in-use', endpoint: 'archiveDatedProperty' }] });
    await send(service, 'createDatedProperty', { params: contacts, body: TIER });
    const params = { object_type: '0-1', property_name: 'tier' };
    const { status, body } = await send(service, 'archiveDatedProperty', { params });
    expect([status, body]).toEqual([
      400,
      {
        status: 'error',
        message: 'Property: tier of object type 0-1 is currently used in 1 places and cannot be deleted',
        correlationId: expect.any(String),
        category: 'VALIDATION_ERROR',
        subCategory: 'PropertyValidationError.CANNOT_DELETE_PROPERTY_IN_USE',
        context: { usageCount: ['1'] },
        errors: [
          {
            message: 'Used in FORM A form of a fault rule',
            subCategory: 'PropertyValidationError.PROPERTY_USAGE',
            context: { parentType: ['FORM'], parentName: ['A form of a fault rule'] },
          },
        ],
      },
    ]);
    expect((await send(service, 'archiveDatedProperty', { params })).status).toBe(204);
  });

  it('can duplicate a subscription, and both stay until they are deleted', async () => {
    const { service } = await aService();
    const params = { appId: '2001' };
    const body = { eventType: 'contact.creation', active: true };
    const create = async () => (await send(service, 'createSubscription', { params, body })).status;
    const listed = async () => (await send(service, 'listSubscriptions', { params })).body.results;
    expect([await create(), await create()]).toEqual([201, 409]);
    service.faults.add({ do: 'duplicate', endpoint: 'createSubscription' });
    expect([await create(), await create()]).toEqual([201, 409]);
    const [first, second] = await listed();
    expect([first.eventType, second.eventType, first.id === second.id]).toEqual([
      body.eventType,
      body.eventType,
      false,
    ]);
    const one = { params: { ...params, subscriptionId: second.id } };
    const updated = await send(service, 'updateSubscription', { ...one, body: { active: false } });
    expect([updated.body.active, (await service.snapshot(1001)).subscriptions.length]).toEqual([false, 2]);
    expect((await send(service, 'deleteSubscription', one)).status).toBe(204);
    expect(await listed()).toEqual([first]);
    service.faults.add({ do: 'duplicate', endpoint: 'createSubscription' });
    expect(await create()).toBe(201);
    await send(service, 'deleteSubscription', { params: { ...params, subscriptionId: first.id } });
    expect(await create()).toBe(409);
    expect(await listed()).toHaveLength(1);
  });

  it.each<[FaultRule, object, string | undefined]>([
    [{ do: 'status', status: 423 }, { message: expect.stringContaining('2 seconds') }, undefined],
    [{ do: 'status', status: 437 }, { message: expect.stringContaining('50 labels') }, undefined],
    [{ do: 'status', status: 477 }, { message: expect.stringContaining('migrated') }, '60'],
    [{ do: 'status', status: 477, retryAfter: 5 }, { message: expect.stringContaining('migrated') }, '5'],
    [
      { do: 'status', status: 429, policy: 'DAILY' },
      { message: 'You have reached your daily limit.', errorType: 'RATE_LIMIT', policyName: 'DAILY' },
      undefined,
    ],
    [{ do: 'status', status: 429, policy: 'SECONDLY' }, { policyName: 'SECONDLY' }, undefined],
  ])('%j is answered as by the vendor', async (rule, shown, retryAfter) => {
    const { service } = await aService({ faults: [rule] });
    const { status, headers, body } = await send(service, 'listDatedProperties', { params: contacts });
    expect([status, headers['retry-after']]).toEqual([rule.status, retryAfter]);
    expect(body).toMatchObject(shown);
  });
});

describe('a rule of these', () => {
  it.each<[string, FaultRule]>([
    [
      'do=batch-break,endpoint=createDatedProperties,input=2,status=500',
      { do: 'batch-break', endpoint: 'createDatedProperties', input: 2, status: 500 },
    ],
    [
      'do=ignore,endpoint=updateDatedProperty,member=label',
      { do: 'ignore', endpoint: 'updateDatedProperty', member: 'label' },
    ],
    ['do=status,status=429,policy=DAILY', { do: 'status', status: 429, policy: 'DAILY' }],
  ])('is read: %s', (text, rule) => {
    expect(parseFault(text)).toEqual(rule);
  });

  it.each([
    [
      'do=batch-refuse,endpoint=createDatedProperties',
      'batch-refuse requires an input: its place in the batch, from 1',
    ],
    ['do=batch-break,input=1', 'batch-break requires endpoint=updateAssociationLimits or'],
    ['do=batch-break,endpoint=createGroup,input=0', 'input must be at least 1'],
    ['do=ignore,endpoint=updateDatedProperty', 'ignore requires a member'],
    ['do=ignore,endpoint=updateSubscription,member=active', 'ignore requires endpoint=patchProperty or'],
    ['do=in-use', 'in-use requires endpoint=archiveDatedProperty'],
    ['do=duplicate', 'duplicate requires endpoint=createSubscription'],
    ['do=status,status=500,policy=DAILY', 'policy is only valid with status=429'],
    [
      'do=html,input=1,member=x',
      'input is only valid with batch-refuse, batch-break; member is only valid with ignore',
    ],
  ])('%s is invalid: %s', (text, problem) => {
    expect(() => parseFault(text)).toThrow(problem);
  });
});
