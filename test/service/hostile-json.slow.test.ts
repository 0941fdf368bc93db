import { describe, expect, it } from 'vitest';
import { type EndpointId, formatPath } from '../../src/contract/endpoints.ts';
import type { Service } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';
import { withstands } from './hostile.ts';

const authorization = 'Bearer trueup-dev-token';
const json = { authorization, 'content-type': 'application/json' };

async function post(service: Service, body: string, headers: Readonly<Record<string, string>> = json) {
  const url = `https://x.test${formatPath('sendTimelineEvent', {})}`;
  const reply = await service.transport.send({ method: 'POST', url, headers, body });
  return { status: reply.status, body: JSON.parse(reply.body) };
}

/** An event with the given text as its extra data. */
const event = (extraData: string, more = '') =>
  `{"eventTemplateId":"template-1","id":"e","email":"ada@example.com","tokens":{},"extraData":${extraData}${more}}`;

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;

describe('a JSON body', () => {
  it.each([
    ['a list in 100,000 levels', nested(100_000, '[', ']'), 'it is nested deeper than 100 levels'],
    ['objects in 100,000 levels', event(nested(100_000, '{"a":', '}')), 'it is nested deeper than 100 levels'],
    ['objects in 3 million levels, never closed', '{"a":'.repeat(3_000_000), 'Unexpected end of JSON input'],
    ['lists beyond the bound', event(`{"a":${nested(99, '[', ']')}}`), 'it is nested deeper than 100 levels'],
    ['a million items', event(`{"a":[${'0,'.repeat(1_000_000)}0]}`), 'it contains more than 200000 values'],
    ['the prototype', event('{"__proto__":{"polluted":true}}'), 'a member must not be named __proto__'],
    ['the prototype, escaped', event('{"__proto\\u005f_":{}}'), 'a member must not be named __proto__'],
    ['a NUL character', event('{"a":["x\\u0000y"]}'), 'extraData.a.0 contains a NUL character'],
    [
      'a NUL character in a name',
      event('{"a\\u0000":1}'),
      'extraData has a member whose name contains a NUL character',
    ],
    ['an unpaired surrogate', event('{"a":"\\ud83d"}'), 'extraData.a contains an unpaired surrogate'],
    ['the other half', event('{"\\ude00":1}'), 'extraData has a member whose name contains an unpaired surrogate'],
    ['a number beyond all', event('{"a":1e999,"b":-1e999}'), 'extraData.a is too large; extraData.b is too large'],
  ])('with %s is refused, and nothing is kept of it', async (_, text, problem) => {
    const { service } = await aService();
    const { status, body } = await post(service, text);
    expect([status, body.category, body.message]).toEqual([400, 'VALIDATION_ERROR', `Invalid input JSON: ${problem}`]);
    expect((await service.snapshot(1001)).timelineEvents).toEqual([]);
    expect(JSON.stringify(await service.calls())).toContain('"status":400');
    expect(Object.keys({})).toEqual([]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('is stored unchanged if it is deep, long and unusual within the limits', async () => {
    const { service } = await aService();
    const extraData = {
      deep: JSON.parse(nested(97, '[', ']')),
      constructor: { prototype: { polluted: true } },
      toString: 'x',
      ['k'.repeat(100_000)]: '\u0001\u2028\u{1f600}\ufffe',
      '': [Number.MAX_VALUE, 5e-324, -0.5],
      'quote"\\': '{"a":1,"a":2}[[[',
    };
    const { status, body } = await post(service, event(JSON.stringify(extraData)));
    expect([status, body.extraData]).toEqual([201, extraData]);
    const [stored] = (await service.snapshot(1001)).timelineEvents;
    expect(Object(stored?.body).extraData).toEqual(extraData);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('keeps the last of two members with the same name', async () => {
    const { service } = await aService();
    const { status, body } = await post(service, event('{"a":1,"a":2}'));
    expect([status, body.extraData]).toEqual([201, { a: 2 }]);
  });

  it('gets a bounded list of every fault', async () => {
    const { service } = await aService();
    const unknown = Array.from({ length: 50_000 }, (_, index) => `"${'k'.repeat(200)}${index}":1`);
    const { status, body } = await post(service, event('{}', `,${unknown.join(',')}`));
    expect([status, body.errors.length, body.message.length]).toEqual([400, 100, 10_000]);
    const long = await post(service, event('{}', `,"${'k'.repeat(1_000_000)}":1`));
    expect(JSON.stringify(long).length).toBeLessThan(15_000);
    const several = await post(service, event('{"__proto__":1,"b":"\\u0000"}'));
    expect(several.body.errors.map(({ in: where }: { in: string }) => where)).toEqual([
      'extraData.__proto__',
      'extraData.b',
    ]);
  });

  it('is UTF-8 or refused', async () => {
    const { service } = await aService();
    const { url, close } = { ...(await service.listen()), close: () => service.close() };
    const sent = (body: Uint8Array<ArrayBuffer>, type = 'application/json') =>
      fetch(`${url}${formatPath('sendTimelineEvent', {})}`, {
        method: 'POST',
        headers: { authorization, 'content-type': type },
        body,
      });
    const bytes = (...parts: readonly (string | readonly number[])[]) =>
      new Uint8Array(parts.flatMap((part) => [...(typeof part === 'string' ? Buffer.from(part) : part)]));
    const [before, after] = event('{"a":"|"}').split('|');
    for (const wrong of [[0xff], [0xc0, 0x80], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
      const reply = await sent(bytes(before ?? '', wrong, after ?? ''));
      expect([reply.status, Object(await reply.json()).message]).toEqual([
        400,
        'Invalid request body: it is not UTF-8 text.',
      ]);
    }
    expect((await sent(bytes([0xef, 0xbb, 0xbf], event('{}')))).status).toBe(400);
    expect((await sent(bytes(event('{}')), 'application/json; charset=iso-8859-1')).status).toBe(415);
    expect((await sent(bytes(event('{"a":"é"}')), 'application/json; charset="UTF-8"')).status).toBe(201);
    await close();
  });
});

describe('a form, a path and the install address', () => {
  it('are refused if they contain a NUL character', async () => {
    const { service } = await aService();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const call = async (method: 'GET' | 'POST', path: string, body?: string) => {
      const url = `https://x.test${path}`;
      const headers = { authorization, ...(body === undefined ? {} : form) };
      const reply = await service.transport.send({ method, url, headers, ...(body === undefined ? {} : { body }) });
      return reply.status;
    };
    const query = 'redirect_uri=http%3A%2F%2Flocalhost%3A4011%2Fcallback&scopes=crm.schemas.contacts.read';
    expect(await call('POST', '/oauth/v1/token', 'grant_type=refresh_token&client_id=%00')).toBe(400);
    expect(await call('GET', '/properties/v2/conta%00cts/properties')).toBe(400);
    expect(await call('GET', `/oauth/authorize?client_id=trueup-dev%00&${query}`)).toBe(400);
    expect(await call('POST', '/oauth/authorize', `client_id=%00&${query}`)).toBe(400);
    expect(await call('GET', '/?hubId=%00')).toBe(200);
  });
});

it('any body and path is answered, and any stored value is readable', async () => {
  const { service } = await aService();
  await withstands(service, 400);
});

it('identifiers have a bounded length in every store', async () => {
  const { service } = await aService();
  const long = 'é'.repeat(501);
  const event = { eventTemplateId: 'template-1', tokens: {} };
  const problem = (name: string) => [`${name} is longer than 500 characters`];
  const wrong = async (id: EndpointId, body: object, params = {}) =>
    (await send(service, id, { params, body })).body.errors.map(({ message }: { message: string }) => message);
  expect(await wrong('sendTimelineEvent', { ...event, id: long, email: `${long}@x.example`, utk: long })).toEqual(
    ['id', 'email', 'utk'].flatMap(problem),
  );
  expect(await wrong('sendTimelineEvent', { ...event, id: '{{uuid}}'.repeat(200), objectId: long })).toEqual(
    ['id', 'objectId'].flatMap(problem),
  );
  const legacy = { id: long, eventTypeId: 'template-1', utk: long };
  expect(await wrong('sendLegacyTimelineEvent', legacy, { 'application-id': '2001' })).toEqual(
    ['id', 'utk'].flatMap(problem),
  );
  const subscription = { eventType: 'contact.propertyChange', propertyName: long, active: true };
  expect(await wrong('createSubscription', subscription, { appId: '2001' })).toEqual(problem('propertyName'));
});
