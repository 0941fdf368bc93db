import { describe, expect, it } from 'vitest';
import { aService, START, send } from './harness.ts';

const app = { appId: '2001' };
const at = new Date(START).toISOString();

describe('a webhook subscription', () => {
  it('is stored as sent and answers with id and times', async () => {
    const { service } = await aService();
    const body = { eventType: 'object.propertyChange', active: false, propertyName: 'size', objectTypeId: '2-3451' };
    const created = await send(service, 'createSubscription', { params: app, body });
    expect([created.status, created.body]).toEqual([201, { id: '1', ...body, createdAt: at, updatedAt: at }]);
    expect((await service.snapshot(1001)).subscriptions).toEqual([
      { id: '1', appId: 2001, ...body, eventTypeName: undefined, createdAt: at, updatedAt: at },
    ]);
  });

  it('is refused if event type, property and object type exist (assumption A11)', async () => {
    const { service } = await aService();
    const body = { eventType: 'contact.propertyChange', active: true, propertyName: 'tier' };
    expect((await send(service, 'createSubscription', { params: app, body })).status).toBe(201);
    const second = await send(service, 'createSubscription', { params: app, body: { ...body, active: false } });
    expect([second.status, second.body.category]).toEqual([409, 'CONFLICT']);
    const other = await send(service, 'createSubscription', { params: app, body: { ...body, propertyName: 'size' } });
    expect([other.status, other.body.id]).toEqual([201, '2']);
  });

  it.each([
    ['a property change without its property', { eventType: 'contact.propertyChange' }, 'propertyName'],
    ['a property with another event', { eventType: 'contact.creation', propertyName: 'tier' }, 'propertyName'],
    ['an object event without its object type', { eventType: 'object.creation' }, 'objectTypeId'],
    ['an object type that is no id', { eventType: 'object.creation', objectTypeId: 'pets' }, 'objectTypeId'],
    ['an event type that does not exist', { eventType: 'contact.birthday' }, 'eventType'],
  ])('is refused for %s', async (_, body, member) => {
    const { service } = await aService();
    const refused = await send(service, 'createSubscription', { params: app, body: { active: true, ...body } });
    expect([refused.status, refused.body.errors[0].in]).toEqual([400, member]);
  });

  it('belongs to the app of the token: another app cannot be named', async () => {
    const { service } = await aService();
    await service.addApp({ appId: 2002, clientId: 'other', clientSecret: 'secret' });
    const body = { eventType: 'contact.creation', active: true };
    for (const appId of ['2002', '9999', '02001']) {
      expect((await send(service, 'createSubscription', { params: { appId }, body })).status).toBe(404);
    }
  });

  it('is one of at most 1000 of an app', async () => {
    const { service } = await aService();
    const create = (propertyName: string) =>
      send(service, 'createSubscription', {
        params: app,
        body: { eventType: 'deal.propertyChange', active: true, propertyName },
      });
    const statuses = [];
    for (let index = 0; index < 1000; index += 1) statuses.push((await create(`p${index}`)).status);
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect((await create('onemore')).status).toBe(400);
  });
});

describe('an event-definition property', () => {
  const params = { eventName: 'order_placed' };

  it('answers with every field of interface 2.9 that applies to it', async () => {
    const { service } = await aService();
    const option = { label: 'Shop', value: 'shop', displayOrder: 0, hidden: false };
    const body = { label: 'Channel', name: 'channel', type: 'enumeration', description: 'Where', options: [option] };
    expect((await send(service, 'createEventProperty', { params, body })).body).toEqual({
      name: 'channel',
      label: 'Channel',
      type: 'enumeration',
      fieldType: 'select',
      groupName: 'order_placed_information',
      description: 'Where',
      options: [{ ...option, description: '' }],
      archived: false,
      calculated: false,
      createdAt: at,
      createdUserId: '50001001',
      dataSensitivity: 'non_sensitive',
      displayOrder: -1,
      externalOptions: false,
      formField: false,
      hasUniqueValue: false,
      hidden: false,
      serviceDefined: false,
      showCurrencySymbol: false,
      updatedAt: at,
      updatedUserId: '50001001',
    });
  });

  it('has the requested field type, or the default of its type', async () => {
    const { service } = await aService();
    const create = async (name: string, fieldType?: string) => {
      const body = { label: 'Total', name, type: 'number', ...(fieldType === undefined ? {} : { fieldType }) };
      const { status, body: reply } = await send(service, 'createEventProperty', { params, body });
      return [status, reply.fieldType];
    };
    expect(await create('total', 'gauge')).toEqual([201, 'gauge']);
    expect(await create('sum')).toEqual([201, 'number']);
    expect(await create('blank', ' ')).toEqual([400, undefined]);
  });

  it('gets its name from its label if it is missing, and only once', async () => {
    const { service } = await aService();
    const body = { label: 'Order total (EUR)', type: 'number' };
    expect((await send(service, 'createEventProperty', { params, body })).body.name).toBe('order_total_eur');
    const named = { ...body, name: 'ORDER_TOTAL_EUR' };
    const second = await send(service, 'createEventProperty', { params, body: named });
    expect([second.status, second.body.category]).toEqual([409, 'OBJECT_ALREADY_EXISTS']);
  });

  it('is refused if a name of another form or case exists', async () => {
    const properties = [{ name: 'Order-Total', label: 'Total', type: 'number' as const }];
    const seed = { accounts: [{ hubId: 1001, eventDefinitions: [{ name: 'Order.Placed', properties }] }] };
    const { service } = await aService({ seed });
    const create = async (name: string) =>
      (
        await send(service, 'createEventProperty', {
          params: { eventName: 'Order.Placed' },
          body: { label: 'Total', type: 'number', name },
        })
      ).status;
    expect([await create('Order-Total'), await create('order-total'), await create('Order.Total')]).toEqual([
      409, 409, 400,
    ]);
  });

  it('needs its definition, which the fully qualified name finds too', async () => {
    const { service } = await aService();
    const body = { label: 'Total', type: 'number' };
    expect((await send(service, 'createEventProperty', { params: { eventName: 'never' }, body })).status).toBe(404);
    expect(
      (await send(service, 'createEventProperty', { params: { eventName: 'pe1001_order_placed' }, body })).status,
    ).toBe(201);
  });

  it.each([
    [
      'options on a number',
      { type: 'number', options: [{ label: 'A', value: 'a', displayOrder: 0, hidden: false }] },
      'options',
    ],
    [
      'an option that lacks a member',
      { type: 'enumeration', options: [{ label: 'A', value: 'a', displayOrder: 0 }] },
      'options.0.hidden',
    ],
    ['a bool', { type: 'bool' }, 'type'],
    ['a name with a blank', { type: 'string', name: 'a b' }, 'name'],
    ['a label of 51 characters', { type: 'string', name: 'a', label: 'x'.repeat(51) }, 'label'],
  ])('is refused for %s', async (_, body, member) => {
    const { service } = await aService();
    const refused = await send(service, 'createEventProperty', { params, body: { label: 'Total', ...body } });
    expect([refused.status, refused.body.errors[0].in]).toEqual([400, member]);
  });
});

describe('a timeline event', () => {
  const event = { eventTemplateId: 'template-1', tokens: { product: 'Hat' } };

  it('gets an id, the present time and a new contact for an unknown email', async () => {
    const { service } = await aService();
    const created = await send(service, 'sendTimelineEvent', { body: { ...event, email: 'Ada@Example.com' } });
    expect([created.status, created.body]).toEqual([
      201,
      {
        ...event,
        id: 'id-1',
        email: 'Ada@Example.com',
        objectId: '101',
        objectType: 'contacts',
        timestamp: at,
        createdAt: at,
      },
    ]);
    expect((await service.snapshot(1001)).contacts).toEqual([{ objectId: '101', email: 'ada@example.com' }]);
    const again = await send(service, 'sendTimelineEvent', { body: { ...event, email: 'ada@example.com' } });
    expect(again.body.objectId).toBe('101');
  });

  it('has each {{uuid}} of its id replaced', async () => {
    const { service } = await aService();
    const body = { ...event, objectId: '5', id: 'order-{{uuid}}-{{uuid}}', timestamp: '2026-02-01T10:00:00+01:00' };
    const { body: reply } = await send(service, 'sendTimelineEvent', { body });
    expect([reply.id, reply.timestamp]).toEqual(['order-id-1-id-2', '2026-02-01T10:00:00+01:00']);
  });

  it('moves to the latest record if its id is known', async () => {
    const { service, clock } = await aService();
    await send(service, 'sendTimelineEvent', { body: { ...event, id: 'e', objectId: '5' } });
    clock.advance(1000);
    await send(service, 'sendTimelineEvent', {
      body: { ...event, id: 'e', objectId: '6', tokens: { product: 'Cap' } },
    });
    expect((await service.snapshot(1001)).timelineEvents).toEqual([
      {
        appId: 2001,
        eventTemplateId: 'template-1',
        id: 'e',
        via: 'v3',
        objectType: 'contacts',
        objectId: '6',
        timestamp: new Date(START + 1000).toISOString(),
        createdAt: at,
        body: { objectId: '6', tokens: { product: 'Cap' } },
      },
    ]);
  });

  it('finds its contact by user token once that was tied to one', async () => {
    const { service } = await aService();
    const objectId = async (body: object) =>
      (await send(service, 'sendTimelineEvent', { body: { ...event, ...body } })).body.objectId;
    expect(await objectId({ utk: 'u1', email: 'ada@example.com' })).toBe('101');
    expect(await objectId({ utk: 'u1' })).toBe('101');
    expect(await objectId({ utk: 'u2' })).toBe('102');
    expect(await objectId({ utk: 'u2', email: 'bob@example.com' })).toBe('102');
    expect((await service.snapshot(1001)).contacts).toEqual([
      { objectId: '101', email: 'ada@example.com' },
      { objectId: '102', email: 'bob@example.com' },
    ]);
  });

  it('changes the address of the contact, unless another contact has it', async () => {
    const { service } = await aService();
    await send(service, 'sendTimelineEvent', { body: { ...event, objectId: '5', email: 'old@example.com' } });
    await send(service, 'sendTimelineEvent', { body: { ...event, objectId: '5', email: 'new@example.com' } });
    const taken = await send(service, 'sendTimelineEvent', {
      body: { ...event, objectId: '6', email: 'new@example.com' },
    });
    expect([taken.status, taken.body.category]).toEqual([409, 'CONFLICT']);
    const { contacts, timelineEvents } = await service.snapshot(1001);
    expect([contacts, timelineEvents.length]).toEqual([[{ objectId: '5', email: 'new@example.com' }], 2]);
  });

  it('on another object type than contacts needs objectId', async () => {
    const { service } = await aService();
    const body = { eventTemplateId: 'template-2', tokens: {}, email: 'ada@example.com' };
    const refused = await send(service, 'sendTimelineEvent', { body });
    expect([refused.status, refused.body.message]).toEqual([400, 'An event on companies requires objectId.']);
    expect((await send(service, 'sendTimelineEvent', { body: { ...body, objectId: '9' } })).body.objectType).toBe(
      'companies',
    );
  });

  it('is a 404 if the template is unknown', async () => {
    const { service } = await aService();
    const body = { ...event, eventTemplateId: 'never', objectId: '5' };
    expect((await send(service, 'sendTimelineEvent', { body })).status).toBe(404);
  });

  it('is created or replaced by its literal id over the legacy endpoint', async () => {
    const { service } = await aService();
    const params = { 'application-id': '2001' };
    const body = { id: 'a-{{uuid}}', eventTypeId: 'template-1', email: 'ada@example.com' };
    for (const extraData of [{ note: 'first' }, { note: 'second' }]) {
      const sent = await send(service, 'sendLegacyTimelineEvent', { params, body: { ...body, extraData } });
      expect([sent.status, sent.body]).toEqual([
        200,
        {
          ...body,
          extraData,
          objectId: '101',
          objectType: 'contacts',
          timestamp: at,
          createdAt: at,
        },
      ]);
    }
    expect((await service.snapshot(1001)).timelineEvents).toEqual([
      {
        appId: 2001,
        eventTemplateId: 'template-1',
        id: 'a-{{uuid}}',
        via: 'legacy',
        objectType: 'contacts',
        objectId: '101',
        timestamp: at,
        createdAt: at,
        body: { email: 'ada@example.com', extraData: { note: 'second' } },
      },
    ]);
  });

  it.each(['contact', 'Contacts', '0-1'])(
    'may name a contact by email if the template spells contacts as %s',
    async (type) => {
      const { service } = await aService({
        seed: {
          apps: [
            {
              appId: 2001,
              clientId: 'trueup-dev',
              clientSecret: 'trueup-dev-secret',
              eventTemplates: [{ id: 'spelt', objectType: type }],
            },
          ],
        },
      });
      const v3 = await send(service, 'sendTimelineEvent', {
        body: { eventTemplateId: 'spelt', tokens: {}, email: 'ada@example.com' },
      });
      expect([v3.status, v3.body.objectType, v3.body.objectId]).toEqual([201, 'contacts', '101']);
      const legacy = await send(service, 'sendLegacyTimelineEvent', {
        params: { 'application-id': '2001' },
        body: { id: 'e1', eventTypeId: 'spelt', utk: 'visitor-1' },
      });
      expect([legacy.status, legacy.body.objectType, legacy.body.objectId]).toEqual([200, 'contacts', '102']);
    },
  );

  it('keeps and echoes token values as they were sent', async () => {
    const { service } = await aService();
    const tokens = { text: 'ten', number: 10.5, flag: false, none: null };
    const sent = await send(service, 'sendTimelineEvent', { body: { ...event, email: 'ada@example.com', tokens } });
    expect([sent.status, sent.body.tokens]).toEqual([201, tokens]);
    expect((await service.snapshot(1001)).timelineEvents[0]?.body['tokens']).toEqual(tokens);
    const refused = await send(service, 'sendTimelineEvent', {
      body: { ...event, email: 'ada@example.com', tokens: { list: [] } },
    });
    expect([refused.status, refused.body.errors[0].in]).toEqual([400, 'tokens.list']);
  });

  it.each([
    [{ objectId: 5, email: 'ada@example.com' }, ['email']],
    [{ email: 'ada@example.com', utk: 'u' }, ['utk']],
    [{ objectId: 5, email: 'ada@example.com', utk: 'u' }, ['email', 'utk']],
  ])('is refused if a legacy body names two records: %j', async (record, members) => {
    const { service } = await aService();
    const body = { id: 'e1', eventTypeId: 'template-1', ...record };
    const refused = await send(service, 'sendLegacyTimelineEvent', { params: { 'application-id': '2001' }, body });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      members.map((member) => ({
        message: `${member}: set exactly one of objectId, email and utk`,
        code: 'INVALID_VALUE',
        in: member,
      })),
    ]);
  });

  it('is refused with the needed members if a legacy body names no record', async () => {
    const { service } = await aService();
    const body = { id: 'e1', eventTypeId: 'template-1' };
    const refused = await send(service, 'sendLegacyTimelineEvent', { params: { 'application-id': '2001' }, body });
    expect(refused.body.errors).toEqual([
      { message: 'one of objectId, email, utk is required', code: 'REQUIRED_FIELD', in: 'objectId' },
    ]);
  });
});
