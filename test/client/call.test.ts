import { describe, expect, it } from 'vitest';
import { createClient, type Exchange, staticToken } from '../../src/client/index.ts';
import type { ApiCall } from '../../src/contract/calls.ts';
import type { HttpReply } from '../../src/contract/http.ts';
import { secret } from '../../src/contract/secret.ts';
import { EVERY_CALL } from './every-call.ts';
import { fakeClock } from './fake-clock.ts';
import { fakeTransport, json, LIMITS, PROPERTY } from './fake-transport.ts';

const LEGACY_EVENT: ApiCall = {
  endpoint: 'sendLegacyTimelineEvent',
  params: { 'application-id': '2001' },
  body: { id: 'e1', eventTypeId: 't', utk: 'u' },
};
const HINT = 'Correct the call. Nothing was sent.';
const SUBSCRIPTION = { eventType: 'contact.creation', active: true } as const;
const HEADERS = { accept: 'application/json', 'user-agent': 'trueup' };
const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json', authorization: 'Bearer token-1' };

function sending(call: ApiCall, reply: HttpReply) {
  const clock = fakeClock();
  const transport = fakeTransport([reply]);
  const client = createClient({
    baseUrl: 'https://api.test/',
    transport,
    clock,
    tokens: staticToken(secret('token-1')),
  });
  return { transport, client, result: clock.run(client.send(call)) };
}

describe('a call', () => {
  it('becomes a request with an encoded path and the body as it was planned', async () => {
    const body = { options: [], label: 'Tier' };
    const params = { object_type: 'a/b', property_name: 'ti er' };
    const { transport, result } = sending({ endpoint: 'patchProperty', params, body }, json(200, PROPERTY));
    expect(await result).toEqual({ status: 200, value: PROPERTY, attempts: 1 });
    expect(transport.requests).toEqual([
      {
        method: 'PATCH',
        url: 'https://api.test/properties/v2/a%2Fb/properties/named/ti%20er',
        headers: JSON_HEADERS,
        body: '{"options":[],"label":"Tier"}',
      },
    ]);
  });

  it('carries a query', async () => {
    const group = { name: 'loyalty', displayName: 'Loyalty', properties: [] };
    const { transport, result } = sending(
      {
        endpoint: 'updateContactGroup',
        params: { group_name: 'loyalty' },
        query: { includeProperties: 'true' },
        body: { displayName: 'Loyalty' },
      },
      json(200, group),
    );
    expect((await result).value).toEqual(group);
    expect(transport.requests[0]?.url).toBe(
      'https://api.test/properties/v1/contacts/groups/named/loyalty?includeProperties=true',
    );
  });

  it('sends the token form url-encoded', async () => {
    const grant = { token_type: 'bearer', access_token: 'a-123', refresh_token: 'r-123', expires_in: 1800 };
    const { transport, result } = sending(
      { endpoint: 'issueToken', params: {}, body: { grant_type: 'refresh_token', client_secret: 'a&b=c d' } },
      json(200, grant),
    );
    expect((await result).value).toEqual(grant);
    expect(transport.requests[0]).toEqual({
      method: 'POST',
      url: 'https://api.test/oauth/v1/token',
      headers: { ...HEADERS, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=refresh_token&client_secret=a%26b%3Dc+d',
    });
  });

  it('accepts any 2xx, and drops the body if the endpoint promises none', async () => {
    const purge = {
      endpoint: 'purgeAssociationLimits',
      params: { fromObjectType: 'contacts', toObjectType: 'companies' },
      body: { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279 }] },
    } as const;
    expect(await sending(purge, { status: 202, headers: {}, body: 'ok' }).result).toEqual({
      status: 202,
      value: undefined,
      attempts: 1,
    });
    const update = {
      ...purge,
      endpoint: 'updateAssociationLimits',
      body: { inputs: [{ ...purge.body.inputs[0], maxToObjectIds: 1 }] },
    } as const;
    expect((await sending(update, json(200, { ...LIMITS, status: 'QUEUED' })).result).value).toMatchObject({
      status: 'QUEUED',
    });
    const mixed = { ...LIMITS, numErrors: 1, errors: [{ status: 'error', message: 'No.' }] };
    expect((await sending(update, json(207, mixed)).result).value).toEqual(mixed);
  });

  it.each([
    [
      { endpoint: 'createProperty', params: { object_type: 'contacts' }, body: { ...PROPERTY, colour: 'red' } },
      'The body for createProperty is invalid: colour is not a member of this body.',
    ],
    [
      { endpoint: 'createProperty', params: { object_type: 'contacts' } },
      'The body for createProperty is invalid: invalid input: expected object, received undefined.',
    ],
    [
      { endpoint: 'listProperties', params: { object_type: 'contacts' }, body: {} },
      'listProperties was called with a body that it does not accept.',
    ],
    [
      { endpoint: 'listProperties', params: { object_type: 'contacts' }, query: { a: 'b' } },
      'listProperties was called with a query that it does not accept.',
    ],
    [
      { endpoint: 'listProperties', params: { object_type: '..' } },
      'listProperties requires a value for the path parameter object_type.',
    ],
  ] as const)('is refused before sending if it does not fit its endpoint (%#)', async (call, message) => {
    const { transport, result } = sending(call, json(200, []));
    await expect(result).rejects.toMatchObject({
      name: 'UsageError',
      code: 'call-invalid',
      message,
      hint: 'Correct the call. Nothing was sent.',
    });
    expect(transport.requests).toEqual([]);
  });

  const cyclic: Record<string, unknown> = { a: [] };
  cyclic['a'] = [{ b: cyclic }];
  const deep = Array.from({ length: 20_000 }).reduce<unknown>((inner) => ({ inner }), 1);
  const EVENT = { eventTemplateId: 't', tokens: {} };
  it.each([
    [{ total: 10n }, 'extraData.total: JSON has no BigInt, so write it as a string'],
    [cyclic, 'extraData.a[0].b: it contains itself'],
    [{ list: [Number.NaN, undefined] }, 'extraData.list[0]: JSON has no NaN'],
    [{ list: [Number.NaN, undefined] }, 'extraData.list[1]: JSON has no undefined'],
    [{ at: new Date(Number.NaN) }, 'extraData.at: it is not a valid date'],
    [{ by: new Map() }, 'extraData.by: JSON has no Map'],
    [{ address: new URL('https://a.test') }, 'extraData.address: JSON has no URL'],
    [{ sum: { toJSON: () => 1 } }, 'extraData.sum: it has a toJSON method, so pass its result'],
    [{ run: () => 1 }, 'extraData.run: JSON has no function'],
    [{ deep }, 'extraData: it is nested deeper than 500 levels'],
  ])('does not send what JSON cannot hold (%#)', async (extraData, fault) => {
    const call: ApiCall = { endpoint: 'sendTimelineEvent', params: {}, body: { ...EVENT, domain: 5, extraData } };
    const { transport, result } = sending(call, json(201, {}));
    const error = await result.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'UsageError', code: 'call-invalid', hint: HINT });
    expect(String(error)).toContain(fault);
    // The error lists the unknown domain together with all other mismatches.
    expect(String(error)).toContain('domain:');
    expect(transport.requests).toEqual([]);
  });

  it('sends what JSON can hold as it is, twice the same object too', async () => {
    const same = { n: 1, no: undefined, at: new Date(0) };
    const extraData = { one: same, other: [same, null, true, 'x'] };
    const call: ApiCall = { endpoint: 'sendTimelineEvent', params: {}, body: { ...EVENT, extraData } };
    const { transport, result } = sending(call, json(201, { ...EVENT, id: 'e', objectType: 'contacts' }));
    await result;
    const shown = { n: 1, at: '1970-01-01T00:00:00.000Z' };
    expect(JSON.parse(transport.requests[0]?.body ?? '')).toEqual({
      ...EVENT,
      extraData: { one: shown, other: [shown, null, true, 'x'] },
    });
  });

  it.each<[unknown, string | RegExp]>([
    [undefined, /^A call needs an endpoint of the interface, not undefined: one of issueToken, /],
    [null, /^A call needs an endpoint of the interface, not null: /],
    [{ params: {} }, /^A call needs an endpoint of the interface, not endpoint undefined: /],
    [{ endpoint: 'creatGroup', params: {} }, /^A call needs .*, not endpoint "creatGroup": one of .*createGroup/],
    [{ endpoint: 'toString', params: {} }, /^A call needs .*, not endpoint "toString"/],
    [
      { endpoint: 'listProperties' },
      'The call of listProperties needs params: an object with the path parameters, {} where there are none.',
    ],
    [{ endpoint: 'listProperties', params: null }, /^The call of listProperties needs params: /],
    [
      { endpoint: 'listProperties', params: { object_type: 5 } },
      'listProperties requires a value for the path parameter object_type.',
    ],
    [
      { endpoint: 'listProperties', params: { object_type: '\ud800' } },
      'The path parameter object_type of listProperties contains an unpaired surrogate.',
    ],
    [
      { endpoint: 'patchProperty', params: {}, query: {}, body: 5 },
      'patchProperty requires a value for the path parameter object_type. patchProperty requires a value for the path parameter property_name. patchProperty was called with a query that it does not accept. The body for patchProperty is invalid: invalid input: expected object, received number.',
    ],
  ])('of a caller that nothing was compiled for is checked too (%#)', async (call, message) => {
    const { client } = sending({ endpoint: 'listCompanyProperties', params: {} }, json(200, []));
    const wrong = { name: 'UsageError', code: 'call-invalid', message: expect.stringMatching(message), hint: HINT };
    for (const way of ['send', 'call', 'read'] as const) {
      const only = way === 'read' && JSON.stringify(call)?.includes('patchProperty') === true;
      const asked = Reflect.apply(client[way], client, [call]);
      await expect(asked).rejects.toMatchObject(only ? { code: 'call-invalid' } : wrong);
    }
  });

  const named = ({ body }: { readonly body: object }) => ({ ...body, name: 'Upper' });
  it.each([
    [{ ...EVERY_CALL.updateCompanyProperty, params: { property_name: 'company_tier' } }, 'path', 'property_name'],
    [{ ...EVERY_CALL.updateDealProperty, params: { property_name: 'deal_tier' } }, 'path', 'property_name'],
    [{ ...EVERY_CALL.createProperty, body: named(EVERY_CALL.createProperty) }, 'body', 'name'],
    [{ ...EVERY_CALL.createContactProperty, body: named(EVERY_CALL.createContactProperty) }, 'body', 'name'],
    [{ ...EVERY_CALL.createDatedProperty, body: named(EVERY_CALL.createDatedProperty) }, 'body', 'name'],
    [{ ...EVERY_CALL.createGroup, body: named(EVERY_CALL.createGroup) }, 'body', 'name'],
    [{ ...EVERY_CALL.createDatedGroup, body: named(EVERY_CALL.createDatedGroup) }, 'body', 'name'],
    [
      { ...EVERY_CALL.createDatedProperties, body: { inputs: [named(EVERY_CALL.createDatedProperty)] } },
      'body',
      'inputs[0].name',
    ],
    [
      {
        ...EVERY_CALL.createDatedSchema,
        body: { ...EVERY_CALL.createDatedSchema.body, properties: [named(EVERY_CALL.createDatedProperty)] },
      },
      'body',
      'properties[0].name',
    ],
  ] as const)('is not sent with a name of a form that $endpoint does not accept', async (call, part, member) => {
    const { transport, result } = sending(call as unknown as ApiCall, json(200, {}));
    const message = expect.stringContaining(`The ${part} for ${call.endpoint} is invalid: ${member}: expected `);
    await expect(result).rejects.toMatchObject({ code: 'call-invalid', message, hint: HINT });
    expect(transport.requests).toEqual([]);
  });

  it('leaves out members of a query that are undefined', async () => {
    const call = {
      endpoint: 'updateContactGroup',
      params: { group_name: 'g' },
      query: { includeProperties: undefined },
    };
    const { transport, result } = sending(
      { ...call, body: {} } as unknown as ApiCall,
      json(200, { name: 'g', displayName: 'G' }),
    );
    await result;
    expect(transport.requests[0]?.url).toBe('https://api.test/properties/v1/contacts/groups/named/g');
  });

  it('names every invalid member of a body, for a union of the closest shape', async () => {
    const of = async (endpoint: ApiCall['endpoint'], body: unknown) => {
      const call = { endpoint, params: { object_type: 'contacts', 'application-id': '2001' }, body };
      return sending(call, json(200, {})).result.catch((error: Error) => error.message);
    };
    expect(await of('createProperty', { ...PROPERTY, type: 'text', label: 5, options: [{ label: 'Gold' }] })).toBe(
      'The body for createProperty is invalid: label: invalid input: expected string, received number; type: invalid option: expected one of "string"|"number"|"bool"|"datetime"|"enumeration"; options[0].value is required.',
    );
    expect(await of('sendLegacyTimelineEvent', { id: 'e1', eventTypeId: 't', utk: 'u', email: 'a@example.com' })).toBe(
      'The body for sendLegacyTimelineEvent is invalid: utk: set exactly one of objectId, email and utk.',
    );
    expect(await of('sendLegacyTimelineEvent', { id: 5 })).toBe(
      'The body for sendLegacyTimelineEvent is invalid: id: invalid input: expected string, received number; eventTypeId is required; one of objectId, email, utk is required.',
    );
    expect(await of('sendTimelineEvent', { eventTemplateId: 't', tokens: { list: [] } })).toBe(
      'The body for sendTimelineEvent is invalid: tokens.list: expected string, number, boolean, null.',
    );
  });

  it.each([
    ['9007199254740993', '9007199254740993'],
    ['17', '17'],
    ['"9007199254740993"', '9007199254740993'],
  ])('keeps every digit of an id: %s', async (written, id) => {
    const text = `{"id":${written},"eventType":"contact.creation","active":true,"createdAt":"2026-03-01T12:00:00Z"}`;
    const call = { endpoint: 'createSubscription', params: { appId: '2001' }, body: SUBSCRIPTION } as const;
    const { result } = sending(call, { status: 201, headers: {}, body: text });
    expect((await result).value).toMatchObject({ id });
  });

  it.each([
    ['a number of any size where numbers stand', '"doubleData":12345678901234567890', 12345678901234567000],
    ['a fraction with many digits', '"doubleData":0.1234567890123450', 0.123456789012345],
  ])('takes %s as before', async (_what, member, doubleData) => {
    const text = JSON.stringify([{ ...PROPERTY, options: [{ label: 'Gold', value: 'gold' }] }]);
    const body = text.replace('"value":"gold"', `"value":"gold",${member}`);
    const { result } = sending(
      { endpoint: 'listProperties', params: { object_type: 'contacts' } },
      { status: 200, headers: {}, body },
    );
    expect((await result).value).toMatchObject([{ options: [{ doubleData }] }]);
  });

  it('keeps a numeric text as text and accepts a new enumeration value', async () => {
    const reply = { name: 'total', label: 'Total 12345678901234567', type: 'number', dataSensitivity: 'top_secret' };
    const call = {
      endpoint: 'createEventProperty',
      params: { eventName: 'e' },
      body: { label: 'Total', type: 'number' },
    } as const;
    expect((await sending(call, json(201, reply)).result).value).toEqual(reply);
  });

  it.each([
    ['an object', json(200, { id: 'e1', state: 'stored' }), { id: 'e1', state: 'stored' }],
    ['nothing', { status: 204, headers: {}, body: '' }, undefined],
  ])('hands on what the legacy timeline answers: %s', async (_what, reply, value) => {
    const { result } = sending(LEGACY_EVENT, reply);
    await expect(result).resolves.toMatchObject({ status: reply.status, value });
  });

  it('rejects a list as the reply of the legacy timeline', async () => {
    await expect(sending(LEGACY_EVENT, json(200, ['e1'])).result).rejects.toMatchObject({ name: 'ContractError' });
  });

  it('names endpoint and member when a reply breaks the contract', async () => {
    const reply = json(200, [PROPERTY, { ...PROPERTY, type: 5, options: [{ label: 'Gold' }] }]);
    await expect(
      sending({ endpoint: 'listProperties', params: { object_type: 'contacts' } }, reply).result,
    ).rejects.toMatchObject({
      name: 'ContractError',
      endpoint: 'listProperties',
      issues: [
        '[1].options[0].value of "tier": Invalid input: expected string, received undefined',
        '[1].type of "tier": Invalid input: expected string, received number',
      ],
    });
  });

  it.each([
    [
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<title>Sign in</title>' },
      'it is something that is not JSON (text/html, titled “Sign in”)',
      /^Another program, such as a proxy, may have replied, or the service no longer has the path: check the base URL and the surface.$/,
    ],
    [{ status: 204, headers: {}, body: '' }, 'it is an empty body', /check the base URL/],
    [
      json(200, { results: [] }),
      'Invalid input: expected array, received object',
      /^The service replied in a format that this version does not know.$/,
    ],
  ])('says what came instead of the promised reply (%#)', async (reply, issue, hint) => {
    const { result } = sending({ endpoint: 'listProperties', params: { object_type: 'contacts' } }, reply);
    await expect(result).rejects.toMatchObject({
      name: 'ContractError',
      issues: [issue],
      hint: expect.stringMatching(hint),
    });
  });

  it('takes no page for a whole list', async () => {
    const asking = { endpoint: 'listDatedProperties', params: { object_type: 'contacts' } } as const;
    const whole = { results: [], paging: {} };
    await expect(sending(asking, json(200, whole)).result).resolves.toMatchObject({ value: whole });
    const page = { results: [], paging: { next: { after: '100' } } };
    await expect(sending(asking, json(200, page)).result).rejects.toMatchObject({
      issues: ['paging.next: expected the whole list, and this is a page of it'],
    });
  });

  it('leaves open whether a write was carried out whose reply is no JSON', async () => {
    const reply = { status: 200, headers: { 'content-type': 'text/html' }, body: '<title>Sign in</title>' };
    const body = { name: 'loyalty', displayName: 'Loyalty' };
    const { result } = sending({ endpoint: 'createGroup', params: { object_type: 'contacts' }, body }, reply);
    await expect(result).rejects.toMatchObject({
      hint: 'Another program, such as a proxy, may have replied, or the service no longer has the path: check the base URL and the surface. The request may have taken effect.',
    });
  });

  it('through a reader can only read', async () => {
    const { client } = sending({ endpoint: 'listCompanyProperties', params: {} }, json(200, []));
    const write = {
      endpoint: 'createGroup',
      params: { object_type: 'contacts' },
      body: { name: 'a', displayName: 'A' },
    };
    // @ts-expect-error: the compiler refuses a write, and so does the client where nobody compiles.
    await expect(client.read(write)).rejects.toMatchObject({
      name: 'UsageError',
      message: 'createGroup is not a read.',
    });
  });

  it('does not count the clock of the wall into how long a try took', async () => {
    const time = fakeClock();
    let shift = 0;
    const exchanges: Exchange[] = [];
    const client = createClient({
      baseUrl: 'https://api.test',
      tokens: staticToken(secret('token-1')),
      clock: { ...time, now: () => time.now() + shift },
      transport: fakeTransport(async () => {
        await time.sleep(20);
        shift = -3_600_000;
        return json(200, []);
      }),
      onExchange: (exchange) => exchanges.push(exchange),
    });
    await time.run(client.send({ endpoint: 'listProperties', params: { object_type: 'contacts' } }));
    expect(exchanges.map(({ ms }) => ms)).toEqual([20]);
  });
});
