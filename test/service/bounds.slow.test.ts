import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ENDPOINT_IDS, ENDPOINTS, formatPath } from '../../src/contract/endpoints.ts';
import { createCallRecorder } from '../../src/service/http/recorded-calls.ts';
import { startService } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';

const MEGABYTE = 1024 * 1024;
const contacts = { object_type: 'contacts' };
const limits = { fromObjectType: 'contacts', toObjectType: 'companies' };

describe('the record of a call', () => {
  it('omits the body of a call with a missing or wrong token', async () => {
    const { service } = await aService();
    const body = { name: 'loyalty', displayName: 'x'.repeat(15 * MEGABYTE) };
    const statuses: number[] = [];
    for (const token of [null, 'unknown', null, 'unknown']) {
      statuses.push((await send(service, 'createGroup', { params: contacts, body, token })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401]);
    const calls = await service.calls();
    expect(calls.map((call) => [call.endpoint, call.status, call.body])).toEqual(
      Array(4).fill(['createGroup', 401, undefined]),
    );
  });

  it('omits the body of every endpoint if the token is missing', async () => {
    const { service } = await aService();
    const authorized = ENDPOINT_IDS.filter(
      (id) => ENDPOINTS[id].authorized === true && ENDPOINTS[id].encoding === 'json',
    );
    for (const id of authorized) {
      const params = Object.fromEntries(
        [...ENDPOINTS[id].path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => [name, '1']),
      );
      const reply = await service.transport.send({
        method: ENDPOINTS[id].method,
        url: `https://x.test${formatPath(id, params)}`,
        headers: { 'content-type': 'application/json' },
        body: '{"a":1}',
      });
      expect([id, reply.status]).toEqual([id, 401]);
    }
    expect((await service.calls()).filter(({ body }) => body !== undefined)).toEqual([]);
  });

  it('tells a body above one megabyte by its size, and keeps the call', async () => {
    const { service } = await aService();
    const description = 'x'.repeat(MEGABYTE);
    const property = {
      name: 'tier',
      label: 'Tier',
      groupName: 'contactinformation',
      type: 'string',
      fieldType: 'text',
    };
    const reply = await send(service, 'createProperty', { params: contacts, body: { ...property, description } });
    expect([reply.status, reply.body.description.length]).toEqual([201, MEGABYTE]);
    const size = JSON.stringify({ ...property, description }).length;
    expect((await service.calls()).map(({ status, body }) => [status, body])).toEqual([[201, `[${size} bytes]`]]);
  });

  it('forgets the oldest calls beyond a number and beyond a size', () => {
    const recorder = createCallRecorder({ calls: 3, bytes: 100, bodyBytes: 40 });
    const record = (path: string, text?: string) => {
      const sequence = recorder.start({ endpoint: undefined, method: 'GET', path, faults: [], text });
      recorder.finish(sequence, { hubId: undefined, status: 200, committed: false });
    };
    const kept = () => recorder.last().map(({ sequence, body }) => [sequence, body]);
    for (let index = 0; index < 5; index += 1) record('/a');
    expect(kept()).toEqual([3, 4, 5].map((sequence) => [sequence, undefined]));
    expect(recorder.bytes()).toBe(3 * '/aGET'.length);
    record('/b', JSON.stringify('y'.repeat(38)));
    record('/b', JSON.stringify('z'.repeat(38)));
    expect(recorder.bytes()).toBe(95);
    expect(kept()).toEqual([
      [5, undefined],
      [6, 'y'.repeat(38)],
      [7, 'z'.repeat(38)],
    ]);
    record('/c', JSON.stringify('w'.repeat(38)));
    expect(kept().map(([sequence]) => sequence)).toEqual([7, 8]);
    record(`/${'d'.repeat(200)}`);
    expect([kept(), recorder.bytes(), recorder.count()]).toEqual([[], 0, 9]);
  });

  it('stays within its bounds under many large calls', async () => {
    const { service } = await aService();
    for (let index = 0; index < 100; index += 1) {
      await send(service, 'purgeAssociationLimits', {
        params: limits,
        body: { inputs: [], padding: 'x'.repeat(MEGABYTE - 100) },
      });
    }
    const texts = (await service.calls()).map(({ body }) => JSON.stringify(body).length);
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(64 * MEGABYTE);
  });

  it('hides tokens and secrets in any place of a request', async () => {
    const { service } = await aService();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (url: string, body: string) =>
      service.transport.send({ method: 'POST', url: `https://x.test${url}`, headers: form, body });
    await service.transport.send({ method: 'GET', url: 'https://x.test/oauth/v1/refresh-tokens/S3CRET', headers: {} });
    await service.transport.send({ method: 'PUT', url: 'https://x.test/oauth/v1/access-tokens/S3CRET', headers: {} });
    await service.transport.send({ method: 'GET', url: 'https://x.test/oauth/v1/access%2Dtokens/S3CRET', headers: {} });
    await post('/oauth/v1/token?client_secret=S3CRET&Refresh%5Ftoken=S3CRET&grant_type=refresh_token', 'client_id=a');
    await post('/oauth/v1/token', 'clientSecret=S3CRET&{"client_secret":"S3CRET"}&code=S3CRET&client_id=a&client_id=b');
    const calls = await service.calls();
    expect(JSON.stringify(calls)).not.toContain('S3CRET');
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['/oauth/v1/refresh-tokens/[secret]', undefined],
      ['/oauth/v1/access-tokens/[secret]', undefined],
      ['/oauth/v1/[secret]/[secret]', undefined],
      ['/oauth/v1/token?[secret]&[secret]&[secret]', { client_id: 'a' }],
      ['/oauth/v1/token', { clientSecret: '[secret]', '[unreadable]': '[secret]', code: '[secret]', client_id: 'b' }],
    ]);
    const page = await service.transport.send({ method: 'GET', url: 'https://x.test/', headers: {} });
    expect(page.body).not.toContain('S3CRET');
  });
});

describe('a body that is too large', () => {
  const json = { authorization: 'Bearer trueup-dev-token', 'content-type': 'application/json' };

  it('is refused by its announced length, and the connection stays usable', async () => {
    const service = await startService();
    const { port } = new URL(service.url);
    const status = await new Promise((done, failed) => {
      const call = request(
        { port, host: '127.0.0.1', method: 'POST', path: '/properties/v2/contacts/groups' },
        (reply) => {
          done(reply.statusCode);
          call.destroy();
        },
      );
      call.on('error', failed);
      for (const [name, value] of Object.entries({ ...json, 'content-length': 16 * MEGABYTE + 1 })) {
        call.setHeader(name, value);
      }
      call.flushHeaders();
    });
    expect(status).toBe(413);
    await service.close();
  });

  it('is refused where it passes the bound when its length is not announced', async () => {
    const service = await startService();
    const parts = function* () {
      for (let index = 0; index < 20; index += 1) yield new Uint8Array(MEGABYTE).fill(32);
    };
    const reply = await fetch(`${service.url}/properties/v2/contacts/groups`, {
      method: 'POST',
      headers: json,
      body: ReadableStream.from(parts()),
      duplex: 'half',
    } as RequestInit);
    const { correlationId, ...body } = Object(await reply.json());
    expect([reply.status, body]).toEqual([
      413,
      {
        status: 'error',
        message: `The body is too large: the limit is ${16 * MEGABYTE} bytes.`,
        category: 'VALIDATION_ERROR',
      },
    ]);
    expect(correlationId).toEqual(expect.any(String));
    expect((await service.calls()).map(({ status, body: kept }) => [status, kept])).toEqual([[413, undefined]]);
    await service.close();
  });

  it('is limited to 64 kilobytes on endpoints without a token', async () => {
    const { service } = await aService();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (path: string, length: number) =>
      service.transport.send({
        method: 'POST',
        url: `https://x.test${path}`,
        headers: form,
        body: `client_id=${'x'.repeat(length - 'client_id='.length)}`,
      });
    for (const path of ['/oauth/v1/token', '/oauth/authorize']) {
      expect((await post(path, 64 * 1024 + 1)).status).toBe(413);
      expect((await post(path, 64 * 1024)).status).toBe(400);
    }
  });

  it('has no reply if its sender disconnects', async () => {
    const service = await startService();
    const { port } = new URL(service.url);
    await new Promise((done) => {
      const call = request({ port, host: '127.0.0.1', method: 'POST', path: '/properties/v2/contacts/groups' });
      call.on('error', () => undefined).on('close', done);
      for (const [name, value] of Object.entries({ ...json, 'content-length': 100 })) call.setHeader(name, value);
      call.write('{"name":', () => call.destroy());
    });
    while ((await service.calls()).length === 0) await new Promise(setImmediate);
    await service.close();
    expect((await service.calls()).map(({ status, body, committed }) => [status, body, committed])).toEqual([
      [undefined, undefined, false],
    ]);
  });

  it.each([['trueup-dev-token'], ['unknown']])('and never arrives lets the service close: token %s', async (token) => {
    const service = await startService();
    const { port } = new URL(service.url);
    const call = request({ port, host: '127.0.0.1', method: 'POST', path: '/properties/v2/contacts/groups' });
    const broken = new Promise((done) => {
      call.on('error', () => undefined).on('close', done);
    });
    const headers = { ...json, authorization: `Bearer ${token}`, 'content-length': 100, expect: '100-continue' };
    for (const [name, value] of Object.entries(headers)) call.setHeader(name, value);
    // The service asks for the body once it has the headers.
    const asked = new Promise((done) => {
      call.on('continue', done);
    });
    call.flushHeaders();
    await asked;
    call.write('{"name":');
    await service.close();
    await broken;
  });

  it('is processed if it arrived completely, even if its caller disconnects', async () => {
    const arrived = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const service = await startService({
      onCall: async ({ at }) => {
        if (at !== 'arrived') return;
        arrived.resolve();
        await go.promise;
      },
    });
    const { port } = new URL(service.url);
    const call = request({ port, host: '127.0.0.1', method: 'POST', path: '/properties/v2/contacts/groups' });
    const broken = new Promise((done) => {
      call.on('error', () => undefined).on('close', done);
    });
    for (const [name, value] of Object.entries(json)) call.setHeader(name, value);
    call.end(JSON.stringify({ name: 'loyalty', displayName: 'Loyalty' }));
    await arrived.promise;
    call.destroy();
    await broken;
    go.resolve();
    while ((await service.calls()).every(({ committed }) => committed !== true)) await new Promise(setImmediate);
    expect((await service.snapshot(1001)).groups['contacts']?.map(({ name }) => name)).toContain('loyalty');
    await service.close();
  });
});
