import { describe, expect, it } from 'vitest';
import { createService } from '../../src/service/index.ts';
import { send } from './harness.ts';

/** An empty database that the test may fill, such as `postgres://postgres@127.0.0.1/trueup_test`. */
const database = process.env['TRUEUP_TEST_DATABASE'];

describe.skipIf(database === undefined)('a service over PostgreSQL', () => {
  it('shares its state with another one on the same database', async () => {
    const one = await createService({ database, rateLimit: false });
    const other = await createService({ database, rateLimit: false });
    const hubId = Date.now();
    await one.addAccount({ hubId });
    const { accessToken: token } = await other.issueToken({ hubId, appId: 2001 });
    const group = { params: { object_type: 'contacts' }, body: { name: 'loyalty', displayName: 'Loyalty' }, token };
    const property = { name: 'tier', label: 'Tier', groupName: 'loyalty', type: 'string', fieldType: 'text' };
    const both = await Promise.all([one, other].map((service) => send(service, 'createGroup', group)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const created = await send(other, 'createProperty', { params: group.params, body: property, token });
    const listed = (await send(one, 'listProperties', { params: group.params, token })).body;
    expect(listed.find(({ name }: { name: string }) => name === 'tier')).toEqual(created.body);
    const limits = { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279, maxToObjectIds: 5 }] };
    const params = { fromObjectType: 'contacts', toObjectType: 'companies' };
    await send(one, 'updateAssociationLimits', { params, body: limits, token });
    await send(other, 'sendTimelineEvent', {
      body: { eventTemplateId: 'template-1', id: 'e', tokens: {}, email: 'ada@example.com' },
      token,
    });
    expect(await one.snapshot(hubId)).toEqual(await other.snapshot(hubId));
    await Promise.all([one.close(), other.close()]);
  });
});

it('says so when the database cannot be reached', async () => {
  await expect(createService({ database: 'postgres://127.0.0.1:1/none' })).rejects.toMatchObject({
    code: 'database-unusable',
  });
});
