import nock from 'nock';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { undiciTransport } from '../../src/client/index.ts';
import type { HttpRequest, SendOptions, Transport } from '../../src/contract/http.ts';

const GET: HttpRequest = { method: 'GET', url: 'https://api.test/a%2Fb?x=1', headers: { accept: 'application/json' } };

describe('the transport, with nock in front of the network', () => {
  let transport: Transport;

  beforeEach(() => {
    nock.disableNetConnect();
    transport = undiciTransport();
  });
  afterEach(async () => {
    await transport.close();
    nock.cleanAll();
    nock.enableNetConnect();
  });
  // Restores the network for other tests in this process.
  afterAll(() => nock.restore());

  const send = (request: HttpRequest, options?: SendOptions) => transport.send(request, options);

  it('sends method, path, headers and body, and returns headers in lower case', async () => {
    nock('https://api.test', { reqheaders: { authorization: 'Bearer token-1' } })
      .post('/form?x=1', 'a=b%26c')
      .reply(207, '{"ok":"é"}', { 'X-HubSpot-RateLimit-Max': '110' });
    const headers = { authorization: 'Bearer token-1', 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await send({ method: 'POST', url: 'https://api.test/form?x=1', headers, body: 'a=b%26c' });
    expect([reply.status, reply.body, reply.headers['x-hubspot-ratelimit-max']]).toEqual([207, '{"ok":"é"}', '110']);
  });

  it('gives a header that came more than once as one text', async () => {
    nock('https://api.test')
      .get('/a%2Fb?x=1')
      .reply(200, '[]', { link: ['</a>; rel="next"', '</b>; rel="last"'] });
    expect((await send(GET)).headers['link']).toBe('</a>; rel="next", </b>; rel="last"');
  });

  it('keeps encoded path segments as they are', async () => {
    nock('https://api.test').get('/a%2Fb?x=1').reply(200, '[]');
    expect((await send(GET)).body).toBe('[]');
  });

  it.each([400, 429, 500])('takes a %i for a reply', async (status) => {
    nock('https://api.test').get('/a%2Fb?x=1').reply(status, 'no');
    expect(await send(GET)).toMatchObject({ status, body: 'no' });
  });

  it('does not follow a redirect', async () => {
    nock('https://api.test').get('/a%2Fb?x=1').reply(302, '', { location: 'https://elsewhere.test/' });
    const elsewhere = nock('https://elsewhere.test').get('/').reply(200, '{}');
    expect((await send(GET)).status).toBe(302);
    expect(elsewhere.isDone()).toBe(false);
  });

  it('refuses plain http to another machine before anything leaves', async () => {
    const there = nock('http://api.test').get('/').reply(200, '{}');
    await expect(send({ ...GET, url: 'http://api.test/' })).rejects.toMatchObject({
      name: 'TransportError',
      code: 'insecure-address',
      sent: 'no',
    });
    expect(there.isDone()).toBe(false);
  });

  it('refuses a header that HTTP does not allow before anything leaves', async () => {
    await expect(send({ ...GET, headers: { 'user-agent': 'a\nb' } })).rejects.toMatchObject({
      code: 'request-invalid',
      sent: 'no',
    });
  });
});
