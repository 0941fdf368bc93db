import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KNOWN_SCOPES } from '../../src/contract/scopes.ts';
import { createService, type Seed, SeedError } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';

const NA1 = 'pat-na1-trueup-dev';
const EU1 = 'pat-eu1-trueup-dev';
const CONTACTS = { params: { object_type: 'contacts' } };
const PROPERTY = { name: 'tier', label: 'Tier', groupName: 'contactinformation', type: 'string', fieldType: 'text' };

const seed = (scopes: readonly string[]): Seed => ({
  accounts: [
    { hubId: 7007, accountType: 'SANDBOX', privateAppTokens: [{ token: 'pat-na1-narrow-key', scopes: [...scopes] }] },
  ],
});

describe('the token of a private app', () => {
  it.each([NA1, EU1])('has every scope and no expiry in the development account: %s', async (token) => {
    const { service, clock } = await aService();
    clock.advance(50 * 365 * 24 * 3600 * 1000);
    const { status, body } = await send(service, 'readTokenInfo', { token, body: { tokenKey: token } });
    expect([status, body]).toEqual([
      200,
      { userId: 50_001_001, hubId: 1001, appId: 60_001_001, scopes: [...KNOWN_SCOPES] },
    ]);
  });

  it('is told by the account details, like any other token', async () => {
    const { service } = await aService({ seed: seed(['crm.schemas.contacts.write']) });
    const details = async (token: string) => (await send(service, 'readAccountDetails', { token })).body;
    expect(await details(NA1)).toEqual({
      portalId: 1001,
      accountType: 'DEVELOPER_TEST',
      timeZone: 'US/Eastern',
      companyCurrency: 'USD',
      additionalCurrencies: [],
      utcOffset: '-05:00',
      utcOffsetMilliseconds: -18_000_000,
      uiDomain: 'app.hubspot.com',
      dataHostingLocation: 'na1',
    });
    expect(await details('trueup-dev-token')).toEqual(await details(EU1));
    expect(await details('pat-na1-narrow-key')).toMatchObject({ portalId: 7007, accountType: 'SANDBOX' });
    await service.addAccount({ hubId: 8008 });
    const { accessToken } = await service.issueToken({ hubId: 8008, appId: 2001, scopes: ['oauth'] });
    expect(await details(accessToken)).toMatchObject({ portalId: 8008, accountType: 'STANDARD' });
  });

  it('is shown with the second version of scopes for sensitive data', async () => {
    const scopes = ['oauth', 'crm.objects.contacts.sensitive.read', 'crm.objects.contacts.highly_sensitive.read'];
    const { service } = await aService({ seed: seed(scopes) });
    const { body } = await send(service, 'readTokenInfo', { body: { tokenKey: 'pat-na1-narrow-key' } });
    expect(body.scopes).toEqual([
      'oauth',
      'crm.objects.contacts.sensitive.read.v2',
      'crm.objects.contacts.highly_sensitive.read.v2',
    ]);
  });

  it('is a 401 of token info after it expired', async () => {
    const { service } = await aService();
    service.faults.add({ do: 'expire-token', endpoint: 'readAccountDetails' });
    expect((await send(service, 'readAccountDetails', { token: NA1 })).body.category).toBe('EXPIRED_AUTHENTICATION');
    const told = await send(service, 'readTokenInfo', { token: null, body: { tokenKey: NA1 } });
    expect([told.status, told.body.category]).toEqual([401, 'EXPIRED_AUTHENTICATION']);
  });

  it('is refused with the sufficient scopes if its scopes are too few', async () => {
    const { service } = await aService({ seed: seed(['oauth']) });
    const refused = await send(service, 'createProperty', { ...CONTACTS, body: PROPERTY, token: 'pat-na1-narrow-key' });
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        status: 'error',
        message: 'One or more of the following scopes are required.',
        correlationId: expect.any(String),
        category: 'MISSING_SCOPES',
        context: { requiredGranularScopes: ['crm.schemas.contacts.write', 'contacts'] },
        errors: [
          {
            message: 'One or more of the following scopes are required.',
            context: { requiredScopes: ['crm.schemas.contacts.write', 'contacts'] },
          },
        ],
      },
    ]);
  });

  it('is refused for reads if it may only write, without naming scopes', async () => {
    const { service } = await aService({ seed: seed(['crm.schemas.contacts.write', 'crm.schemas.companies.write']) });
    const token = 'pat-na1-narrow-key';
    expect((await send(service, 'createProperty', { ...CONTACTS, body: PROPERTY, token })).status).toBe(201);
    for (const refused of [
      await send(service, 'listProperties', { ...CONTACTS, token }),
      await send(service, 'listCompanyProperties', { token }),
    ]) {
      expect([refused.status, refused.body]).toEqual([
        403,
        {
          status: 'error',
          message: "This app hasn't been granted all required scopes to make this call.",
          correlationId: expect.any(String),
          category: 'MISSING_SCOPES',
        },
      ]);
    }
    const deals = await send(service, 'listProperties', { params: { object_type: 'deals' }, token });
    expect(deals.body.context.requiredGranularScopes).toContain('crm.schemas.deals.read');
  });

  it('has a daily limit that resets at midnight in the time zone of the account', async () => {
    const { service, clock } = await aService({ rateLimit: { max: 100, intervalMs: 10_000, daily: 3 } });
    const call = async (token: string) => {
      const { status, headers, body } = await send(service, 'listDatedGroups', { ...CONTACTS, token });
      const named = ['daily', 'daily-remaining', 'remaining'].map((name) => headers[`x-hubspot-ratelimit-${name}`]);
      return [status, body.policyName, ...named];
    };
    expect(await call(NA1)).toEqual([200, undefined, '3', '2', '99']);
    expect(await call(EU1)).toEqual([200, undefined, '3', '2', '99']);
    expect(await call(NA1)).toEqual([200, undefined, '3', '1', '98']);
    const labels = { fromObjectType: 'contacts', toObjectType: 'companies' };
    const exempt = await send(service, 'listAssociationLabels', { params: labels, token: NA1 });
    expect([exempt.headers['x-hubspot-ratelimit-daily-remaining'], exempt.headers['x-hubspot-ratelimit-max']]).toEqual([
      '0',
      undefined,
    ]);
    expect(await call(NA1)).toEqual([429, 'DAILY', '3', '0', '98']);
    expect(await call('trueup-dev-token')).toEqual([200, undefined, undefined, undefined, '99']);
    // The local time there is 07:00.
    clock.advance(17 * 3_600_000 - 1);
    expect((await call(NA1))[0]).toBe(429);
    clock.advance(1);
    expect(await call(NA1)).toEqual([200, undefined, '3', '2', '99']);
  });

  it('is never in the record of calls for any body', async () => {
    const { service } = await aService();
    const bodies = [{ tokenKey: NA1 }, { tokenKey: 5, other: NA1 }, [NA1], NA1];
    for (const body of bodies) await send(service, 'readTokenInfo', { body, token: NA1 });
    const { transport } = service;
    const url = 'https://service.test/oauth/v2/private-apps/get/access-token-info';
    await transport.send({ method: 'POST', url, headers: { 'content-type': 'application/json' }, body: `{"${NA1}` });
    const calls = await service.calls();
    expect(calls.map(({ status, body }) => [status, body])).toEqual([
      [200, { tokenKey: '[secret]' }],
      [400, { tokenKey: '[secret]', other: '[secret]' }],
      [400, { 0: '[secret]' }],
      [400, { '[unreadable]': '[secret]' }],
      [400, { '[unreadable]': '[secret]' }],
    ]);
    expect(JSON.stringify(calls)).not.toContain(NA1);
    expect(calls.map(({ committed }) => committed)).toEqual(calls.map(() => false));
  });
});

describe('a seed', () => {
  it('gives a token to one account only, and says so of every other', async () => {
    const again = { hubId: 8008, privateAppTokens: [{ token: 'pat-na1-narrow-key' }, { token: NA1 }] };
    const error = await createService({ seed: { accounts: [...(seed([]).accounts ?? []), again] } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(SeedError);
    expect(error).toMatchObject({
      issues: [
        { path: ['accounts', 1, 'privateAppTokens', 0, 'token'], message: 'the account 7007 has this token' },
        { path: ['accounts', 1, 'privateAppTokens', 1, 'token'], message: 'the account 1001 has this token' },
      ],
    });
  });

  it('leaves a token with the scopes that it has, and a store keeps it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'trueup-keys-'));
    const first = await createService({ dataDir, seed: seed(['oauth']) });
    await first.close();
    const { service } = await aService({ dataDir, seed: seed(['oauth', 'timeline']) });
    const { body } = await send(service, 'readTokenInfo', { body: { tokenKey: 'pat-na1-narrow-key' } });
    expect(body).toMatchObject({ hubId: 7007, scopes: ['oauth'] });
  });
});
