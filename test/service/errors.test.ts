import { describe, expect, it } from 'vitest';
import { DEFAULT_RATE } from '../../src/service/http/rate.ts';
import { aService, send } from './harness.ts';

const authorization = 'Bearer trueup-dev-token';

describe('a request that is not in shape', () => {
  it.each([
    ['GET', '/nowhere', 404, undefined],
    ['DELETE', '/properties/v2/contacts/properties', 405, 'GET, POST'],
    ['PATCH', '/properties/v1/contacts/properties', 405, 'POST'],
    ['GET', '/properties/v2/%zz/properties', 400, undefined],
  ] as const)('%s %s is answered with %i and a correlation id', async (method, path, status, allow) => {
    const { service } = await aService();
    const reply = await service.transport.send({ method, url: `https://x.test${path}`, headers: { authorization } });
    expect([reply.status, reply.headers['allow']]).toEqual([status, allow]);
    const body = JSON.parse(reply.body);
    expect(body).toMatchObject({ status: 'error', message: expect.any(String), correlationId: expect.any(String) });
    expect(reply.headers['x-hubspot-correlation-id']).toBe(body.correlationId);
  });

  it.each([
    ['text that is not JSON', 'application/json', '{"name":', 400],
    ['no text', 'application/json', '', 400],
    ['a list', 'application/json', '[]', 400],
    ['null', 'application/json', 'null', 400],
    ['another content type', 'text/plain', '{}', 415],
    ['a form', 'application/x-www-form-urlencoded', 'name=loyalty', 415],
  ])('is refused if it has %s', async (_, type, body, status) => {
    const { service } = await aService();
    const reply = await service.transport.send({
      method: 'POST',
      url: 'https://x.test/properties/v2/contacts/groups',
      headers: { authorization, 'content-type': type },
      body,
    });
    expect([reply.status, JSON.parse(reply.body).category]).toEqual([status, 'VALIDATION_ERROR']);
  });

  it('is authenticated before anything in it is looked at', async () => {
    const { service } = await aService();
    const reply = await service.transport.send({
      method: 'POST',
      url: 'https://x.test/properties/v2/contacts/groups',
      headers: { 'content-type': 'application/json' },
      body: '{"name":',
    });
    expect(reply.status).toBe(401);
  });

  it('gets a list of the missing members and of the invalid values', async () => {
    const { service } = await aService();
    const answer = await send(service, 'createProperty', {
      params: { object_type: 'contacts' },
      body: { name: 'tier', label: 'Tier', type: 'text', options: [{ label: 'Gold', displayOrder: 1.5 }] },
    });
    const found = answer.body.errors.map(({ code, in: member }: { code: string; in: string }) => [code, member]);
    expect(found.toSorted()).toEqual([
      ['INVALID_OPTION', 'type'],
      ['INVALID_VALUE', 'options.0.displayOrder'],
      ['REQUIRED_FIELD', 'fieldType'],
      ['REQUIRED_FIELD', 'groupName'],
      ['REQUIRED_FIELD', 'options.0.value'],
    ]);
  });

  it('names the query if a query member is unknown', async () => {
    const { service } = await aService();
    const { status, body } = await send(service, 'updateContactGroup', {
      params: { group_name: 'contactinformation' },
      query: { includeproperties: 'true' },
      body: {},
    });
    expect([status, body.message, body.errors]).toEqual([
      400,
      'Invalid query: includeproperties is not a member of this query',
      [
        {
          message: 'includeproperties is not a member of this query',
          code: 'UNKNOWN_MEMBER',
          in: 'includeproperties',
        },
      ],
    ]);
  });

  it('is refused if a form member appears twice', async () => {
    const { service } = await aService();
    const reply = await service.transport.send({
      method: 'POST',
      url: 'https://x.test/oauth/v1/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=refresh_token&grant_type=authorization_code',
    });
    expect([reply.status, JSON.parse(reply.body).message]).toEqual([
      400,
      'Invalid request body: grant_type appears twice',
    ]);
  });
});

describe('the rate limit', () => {
  it('refuses calls above the limit, counts the remaining calls, and resets by the clock', async () => {
    const { service, clock } = await aService({ rateLimit: { max: 2, intervalMs: 10_000 } });
    const left = async () => {
      const reply = await send(service, 'listCompanyProperties');
      return [reply.status, reply.headers['x-hubspot-ratelimit-remaining']];
    };
    expect(await left()).toEqual([200, '1']);
    clock.advance(5000);
    expect(await left()).toEqual([200, '0']);
    const refused = await send(service, 'listCompanyProperties');
    expect(refused.body).toEqual({
      status: 'error',
      message: 'You have reached your ten_secondly_rolling limit.',
      correlationId: 'id-1',
      errorType: 'RATE_LIMIT',
      policyName: 'TEN_SECONDLY_ROLLING',
      groupName: 'publicapi:oauth:ten_secondly_rolling',
    });
    expect([
      refused.status,
      refused.headers['x-hubspot-ratelimit-max'],
      refused.headers['x-hubspot-ratelimit-interval-milliseconds'],
    ]).toEqual([429, '2', '10000']);
    clock.advance(5000);
    expect(await left()).toEqual([200, '0']);
  });

  it('counts each token alone and leaves association limits out', async () => {
    const { service } = await aService({ rateLimit: { max: 1, intervalMs: 10_000 } });
    const { accessToken: token } = await service.issueToken({ hubId: 1001, appId: 2001 });
    expect((await send(service, 'listCompanyProperties')).status).toBe(200);
    expect((await send(service, 'listCompanyProperties', { token })).status).toBe(200);
    const params = { fromObjectType: 'contacts', toObjectType: 'companies' };
    const body = { inputs: [{ category: 'USER_DEFINED', typeId: 5 }] };
    expect((await send(service, 'purgeAssociationLimits', { params, body })).status).toBe(204);
    expect((await send(service, 'listCompanyProperties')).status).toBe(429);
  });

  it('is 110 calls in 10 seconds when none is given', async () => {
    const { service } = await aService({ rateLimit: undefined });
    const reply = await send(service, 'listCompanyProperties');
    expect(reply.headers['x-hubspot-ratelimit-max']).toBe(String(DEFAULT_RATE.max));
    expect(DEFAULT_RATE).toEqual({ max: 110, intervalMs: 10_000 });
  });
});
