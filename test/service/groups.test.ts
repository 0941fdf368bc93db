import { describe, expect, it } from 'vitest';
import { aService, send } from './harness.ts';

const contacts = { object_type: 'contacts' };
const loyalty = { name: 'loyalty', displayName: 'Loyalty' };

describe('creating a group', () => {
  it('answers with the account, and appends a group without order (assumption A15)', async () => {
    const { service } = await aService();
    const created = await send(service, 'createGroup', { params: contacts, body: loyalty });
    expect([created.status, created.body]).toEqual([
      201,
      { name: 'loyalty', displayName: 'Loyalty', displayOrder: 2, serviceDefined: false, portalId: 1001 },
    ]);
    const last = { name: 'last', displayName: 'Last', displayOrder: -1 };
    expect((await send(service, 'createGroup', { params: contacts, body: last })).body.displayOrder).toBe(3);
    const given = { name: 'given', displayName: 'Given', displayOrder: 0 };
    expect((await send(service, 'createGroup', { params: contacts, body: given })).body.displayOrder).toBe(0);
  });

  it('gives a group after the highest order the same order', async () => {
    const { service } = await aService();
    const order = Number.MAX_SAFE_INTEGER;
    await send(service, 'createGroup', { params: contacts, body: { ...loyalty, displayOrder: order } });
    const next = await send(service, 'createGroup', { params: contacts, body: { name: 'next', displayName: 'Next' } });
    expect([next.status, next.body.displayOrder]).toEqual([201, order]);
    const groups = (await service.snapshot(1001)).groups['contacts'] ?? [];
    expect(groups.slice(-2).map(({ displayOrder }) => displayOrder)).toEqual([order, order]);
  });

  it('refuses a second one of the name and keeps the first', async () => {
    const { service } = await aService();
    await send(service, 'createGroup', { params: contacts, body: loyalty });
    const second = await send(service, 'createGroup', { params: contacts, body: { ...loyalty, displayName: 'Other' } });
    expect([second.status, second.body.category]).toEqual([409, 'OBJECT_ALREADY_EXISTS']);
    const groups = (await service.snapshot(1001)).groups['contacts'];
    expect(groups?.filter((group) => group.name === 'loyalty')).toEqual([
      { name: 'loyalty', displayName: 'Loyalty', displayOrder: 2, serviceDefined: false },
    ]);
  });

  it.each([{ name: 'Loyalty', displayName: 'x' }, { name: 'loyalty', displayName: '' }, { name: 'loyalty' }])(
    'refuses %j',
    async (body) => {
      const { service } = await aService();
      expect((await send(service, 'createGroup', { params: contacts, body })).status).toBe(400);
    },
  );
});

describe('updating a group', () => {
  it('keeps omitted members', async () => {
    const { service } = await aService();
    await send(service, 'createGroup', { params: contacts, body: loyalty });
    const params = { ...contacts, group_name: 'loyalty' };
    const renamed = await send(service, 'updateGroup', { params, body: { displayName: 'Loyal' } });
    expect(renamed.body).toEqual({
      name: 'loyalty',
      displayName: 'Loyal',
      displayOrder: 2,
      serviceDefined: false,
      portalId: 1001,
    });
    expect((await send(service, 'updateGroup', { params, body: {} })).body).toEqual(renamed.body);
  });

  it('to the last place twice moves it once', async () => {
    const { service } = await aService();
    const params = { ...contacts, group_name: 'contactinformation' };
    const once = await send(service, 'updateGroup', { params, body: { displayOrder: -1 } });
    const twice = await send(service, 'updateGroup', { params, body: { displayOrder: -1 } });
    expect([once.body.displayOrder, twice.body.displayOrder]).toEqual([2, 2]);
  });

  it('over v1 answers without portalId, and with the properties only where asked for (interface 2.5)', async () => {
    const { service } = await aService();
    const params = { group_name: 'companyinformation' };
    const body = { displayName: 'Companies' };
    const plain = (await send(service, 'updateCompanyGroup', { params, body })).body;
    expect(plain).toEqual({
      name: 'companyinformation',
      displayName: 'Companies',
      displayOrder: 0,
      serviceDefined: true,
    });
    const query = { includeProperties: 'true' };
    const full = (await send(service, 'updateCompanyGroup', { params, query, body })).body;
    expect(full).toEqual({ ...plain, properties: (await send(service, 'listCompanyProperties')).body });
  });

  it('answers 404 if the group does not exist', async () => {
    const { service } = await aService();
    for (const endpoint of ['updateCompanyGroup', 'updateContactGroup'] as const) {
      const refused = await send(service, endpoint, { params: { group_name: 'none' }, body: {} });
      expect([refused.status, refused.body.message]).toEqual([
        404,
        "Couldn't find a Group with the given name 'none'.",
      ]);
    }
  });
});
