/** Tests of the behaviour of real accounts. Rows of the interface have the details, scope-matrix.test.ts the scopes. */

import { describe, expect, it } from 'vitest';
import { aService, send } from './harness.ts';

const NA1 = 'pat-na1-trueup-dev';
const EU1 = 'pat-eu1-trueup-dev';
const CLIENT = { client_id: 'trueup-dev', client_secret: 'trueup-dev-secret' };
const OTHER_APP = { appId: 2002, clientId: 'other', clientSecret: 'other-secret', developerKey: 'key-of-another' };
const OTHER = { client_id: 'other', client_secret: 'other-secret' };
const contacts = { object_type: 'contacts' };
const TIER = { name: 'tier', label: 'Tier', groupName: 'contactinformation', type: 'string', fieldType: 'text' };
const OPTION = { label: 'Gold', value: 'gold', displayOrder: 0, hidden: false };

describe('a token of a private app', () => {
  it.each([NA1, EU1])(
    '%s: metadata 400 in the words of the vendor, account details 200, webhooks 401',
    async (token) => {
      const { service } = await aService();
      const metadata = await send(service, 'readAccessToken', { params: { token } });
      expect([metadata.status, metadata.body]).toEqual([
        400,
        {
          status: 'error',
          message: 'The access token must have the correct format',
          correlationId: expect.any(String),
        },
      ]);
      for (const endpoint of ['readAccountDetails', 'readDatedAccountDetails'] as const) {
        expect((await send(service, endpoint, { token })).body).toMatchObject({ portalId: 1001 });
      }
      const webhooks = await send(service, 'listSubscriptions', { params: { appId: '2001' }, token });
      expect([webhooks.status, webhooks.body.category]).toEqual([401, 'INVALID_AUTHENTICATION']);
    },
  );

  it.each([
    [NA1, NA1, 200],
    [NA1, null, 200],
    [EU1, EU1, 200],
    [EU1, null, 401],
    [EU1, NA1, 200],
    [NA1, 'unknown', 401],
    ['trueup-dev-token', 'trueup-dev-token', 404],
    ['pat-na1-unknown', null, 404],
    ['unknown', null, 401],
  ])('token info of %s with the header of %s answers %i', async (tokenKey, token, status) => {
    const { service } = await aService();
    expect((await send(service, 'readTokenInfo', { body: { tokenKey }, token })).status).toBe(status);
  });

  it('is inactive in an introspection, because it has no client', async () => {
    const { service } = await aService();
    const { status, body } = await send(service, 'introspectToken', { body: { ...CLIENT, token: NA1 } });
    expect([status, body]).toEqual([200, { active: false }]);
  });
});

describe('OAuth on the dated surface', () => {
  it('hides the tokens of another app and refuses their revocation', async () => {
    const { service } = await aService({ seed: { apps: [OTHER_APP] } });
    for (const token of ['trueup-dev-token', 'trueup-dev-refresh']) {
      const { status, body } = await send(service, 'introspectToken', { body: { ...OTHER, token } });
      expect([status, body]).toEqual([200, { active: false }]);
    }
    const refused = await send(service, 'revokeToken', { body: { ...OTHER, token: 'trueup-dev-refresh' } });
    expect([refused.status, refused.body.category]).toEqual([400, 'VALIDATION_ERROR']);
    const grant = { ...CLIENT, grant_type: 'refresh_token', refresh_token: 'trueup-dev-refresh' };
    expect((await send(service, 'issueDatedToken', { body: grant })).status).toBe(200);
  });

  it('shows an expired access token as inactive and its refresh token as active', async () => {
    const { service, clock } = await aService();
    const grant = { ...CLIENT, grant_type: 'refresh_token', refresh_token: 'trueup-dev-refresh' };
    const { body } = await send(service, 'issueDatedToken', { body: grant });
    const active = async (token: string) =>
      (await send(service, 'introspectToken', { body: { ...CLIENT, token } })).body.active;
    expect([body.expires_in, await active(body.access_token)]).toEqual([1800, true]);
    clock.advance(1_800_000);
    expect([await active(body.access_token), await active(body.refresh_token)]).toEqual([false, true]);
  });

  it('revokes a refresh token with 204, keeps its access tokens, and revokes no access token', async () => {
    const { service } = await aService();
    const grant = { ...CLIENT, grant_type: 'refresh_token', refresh_token: 'trueup-dev-refresh' };
    const { access_token } = (await send(service, 'issueDatedToken', { body: grant })).body;
    expect((await send(service, 'revokeToken', { body: { ...CLIENT, token: access_token } })).status).toBe(400);
    const revoked = await send(service, 'revokeToken', { body: { ...CLIENT, token: 'trueup-dev-refresh' } });
    expect([revoked.status, revoked.body]).toEqual([204, undefined]);
    expect((await send(service, 'listDatedGroups', { params: contacts, token: access_token })).status).toBe(200);
    expect((await send(service, 'issueDatedToken', { body: grant })).status).toBe(400);
  });

  it.each(['introspectToken', 'revokeToken'] as const)(
    '%s refuses a secret in the query, and paths with a token do not exist',
    async (endpoint) => {
      const { service } = await aService();
      const body = { ...CLIENT, token: 'trueup-dev-refresh' };
      const refused = await send(service, endpoint, { body, query: { client_secret: 'trueup-dev-secret' } });
      expect([refused.status, refused.body.errors[0].in]).toEqual([400, 'client_secret']);
      const { transport } = service;
      const statuses = await Promise.all(
        (['GET', 'DELETE'] as const).flatMap((method) =>
          ['access-tokens', 'refresh-tokens'].map(async (kind) => {
            const url = `https://service.test/oauth/2026-03/${kind}/trueup-dev-refresh`;
            return (await transport.send({ method, url, headers: {} })).status;
          }),
        ),
      );
      expect(statuses).toEqual([404, 404, 404, 404]);
    },
  );
});

describe('webhooks', () => {
  it('expect a numeric subscription id in a batch and return a string', async () => {
    const { service } = await aService();
    const params = { appId: '2001' };
    const auth = { params, token: null, query: { hapikey: service.development.developerKey } };
    const made = await send(service, 'createSubscription', {
      ...auth,
      body: { eventType: 'contact.creation', active: false },
    });
    const { id } = made.body;
    expect(id).toMatch(/^\d+$/);
    const update = (given: unknown) =>
      send(service, 'updateSubscriptions', { ...auth, body: { inputs: [{ id: given, active: true }] } });
    expect((await update(id)).status).toBe(400);
    const updated = await update(Number(id));
    expect([updated.status, updated.body.results]).toMatchObject([200, [{ id, active: true }]]);
    for (const token of ['trueup-dev-developer-key', NA1]) {
      expect((await send(service, 'listSubscriptions', { params, token })).status).toBe(401);
    }
  });
});

describe('a property', () => {
  it('returns its location only in version 2026-09', async () => {
    const { service } = await aService();
    const create = (name: string, version?: string) =>
      send(service, 'createDatedProperty', {
        params: contacts,
        body: { ...TIER, name },
        ...(version === undefined ? {} : { version }),
      });
    const { status, headers } = await create('tier', '2026-09');
    expect([status, headers['location']]).toEqual([201, '/crm/properties/2026-09/contacts/tier']);
    expect((await create('rank', '2026-03')).headers['location']).toBeUndefined();
    expect((await create('tier', '2026-09')).headers['location']).toBeUndefined();
  });

  it('requires all members of an option only on the dated surface', async () => {
    const { service } = await aService();
    const body = { ...TIER, type: 'enumeration', fieldType: 'select' };
    for (const member of ['label', 'value', 'displayOrder', 'hidden']) {
      const { [member]: _, ...option } = OPTION as Record<string, unknown>;
      const refused = await send(service, 'createDatedProperty', {
        params: contacts,
        body: { ...body, options: [option] },
      });
      expect([refused.status, refused.body.errors[0].in]).toEqual([400, `options.0.${member}`]);
    }
    const { displayOrder: _, hidden: __, ...fewer } = OPTION;
    const taken = await send(service, 'createProperty', { params: contacts, body: { ...body, options: [fewer] } });
    expect([taken.status, taken.body.options[0].hidden]).toEqual([201, false]);
  });

  it('keeps its immutable members during an update', async () => {
    const { service } = await aService();
    const params = { ...contacts, property_name: 'tier' };
    await send(service, 'createDatedProperty', { params: contacts, body: { ...TIER, hasUniqueValue: true } });
    const body = { hasUniqueValue: false, dataSensitivity: 'sensitive', referencedObjectType: 'OWNER' };
    const { status, body: reply } = await send(service, 'updateDatedProperty', { params, body });
    expect([status, reply.hasUniqueValue, reply.dataSensitivity, reply.referencedObjectType]).toEqual([
      200,
      true,
      'non_sensitive',
      undefined,
    ]);
  });

  it('accepts new options and refuses a new label if it is built in', async () => {
    const builtIn = {
      ...{ ...TIER, name: 'hs_lead_status', type: 'enumeration', fieldType: 'select' },
      ...{ objectType: 'contacts', serviceDefined: true, readOnlyDefinition: true, optionsAreMutable: true },
      options: [{ label: 'New', value: 'NEW', displayOrder: 0, hidden: false }],
    };
    const { service } = await aService({ seed: { accounts: [{ hubId: 1001, properties: [builtIn] }] } });
    const params = { ...contacts, property_name: 'hs_lead_status' };
    const read = await send(service, 'readDatedProperty', { params });
    expect(read.body.modificationMetadata).toMatchObject({ readOnlyDefinition: true });
    expect((await send(service, 'updateDatedProperty', { params, body: { label: 'Status' } })).status).toBe(400);
    const changed = await send(service, 'updateDatedProperty', { params, body: { options: [OPTION] } });
    expect([changed.status, changed.body.options]).toMatchObject([200, [{ value: 'gold' }]]);
  });

  it('is only in the archived list after an archive, and a create restores it', async () => {
    const { service, clock } = await aService();
    const params = { ...contacts, property_name: 'tier' };
    const { body: first } = await send(service, 'createDatedProperty', { params: contacts, body: TIER });
    expect((await send(service, 'archiveDatedProperty', { params })).status).toBe(204);
    const listed = async (query: Readonly<Record<string, string>>) => {
      const { body } = await send(service, 'listDatedProperties', { params: contacts, query });
      return body.results.some(({ name }: { name: string }) => name === 'tier');
    };
    expect([await listed({}), await listed({ archived: 'true' })]).toEqual([false, true]);
    clock.advance(5000);
    const again = { ...TIER, type: 'number', fieldType: 'number' };
    const { status, body } = await send(service, 'createDatedProperty', { params: contacts, body: again });
    expect([status, body.createdAt, body.type]).toEqual([201, first.createdAt, 'number']);
    expect([await listed({}), await listed({ archived: 'true' })]).toEqual([true, false]);
  });
});

describe('the object type of an account', () => {
  const seed = {
    accounts: [
      { hubId: 1001, objectTypes: [{ id: '2-11', name: 'cars' }] },
      {
        hubId: 3003,
        objectTypes: [{ id: '2-22', name: 'cars' }],
        privateAppTokens: [{ token: 'pat-na1-of-the-other' }],
      },
    ],
  };

  it.each([
    ['trueup-dev-token', '2-11', 'p1001_cars', '2-22', 'p3003_cars'],
    ['pat-na1-of-the-other', '2-22', 'p3003_cars', '2-11', 'p1001_cars'],
  ])('has an id of its own in each: %s has %s and %s', async (token, id, qualified, otherId, otherQualified) => {
    const { service } = await aService({ seed });
    const list = (type: string) => send(service, 'listDatedProperties', { params: { object_type: type }, token });
    for (const type of [id, qualified, qualified.toUpperCase()]) expect((await list(type)).status).toBe(200);
    for (const type of ['cars', 'Cars', otherId, otherQualified]) {
      const { status, body } = await list(type);
      expect([status, body.message]).toEqual([400, `Unable to infer object type from: ${type}`]);
    }
    const { body } = await send(service, 'listDatedSchemas', { token });
    const cars = body.results.filter(({ name }: { name: string }) => name === 'cars');
    expect(cars).toMatchObject([{ objectTypeId: id, fullyQualifiedName: qualified }]);
  });
});
