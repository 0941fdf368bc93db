import { describe, expect, it } from 'vitest';
import { ENDPOINT_IDS, ENDPOINTS, listTemplates } from '../../src/contract/endpoints.ts';
import type { HttpRequest } from '../../src/contract/http.ts';
import { createService, type ServiceOptions } from '../../src/service/index.ts';
import { aService } from './harness.ts';

type Method = HttpRequest['method'];
type Request = readonly [Method, string];

/** Returns the status of each request. The requests lack a credential, so served paths reply 401 or 400. */
async function statuses(options: ServiceOptions, requests: readonly Request[]): Promise<readonly number[]> {
  const { service } = await aService(options);
  const seen: number[] = [];
  for (const request of requests) {
    const [method, path] = request;
    const url = `https://service.test${path}`;
    seen.push((await service.transport.send({ method, url, headers: { accept: 'application/json' } })).status);
  }
  return seen;
}

const requestOf = (id: (typeof ENDPOINT_IDS)[number]): Request => [
  ENDPOINTS[id].method,
  (listTemplates(id)[0] ?? '').replaceAll(/\{[^}]+\}/g, '1'),
];

const OLD = ENDPOINT_IDS.filter((id) => /\/v\d\//.test(ENDPOINTS[id].path) && id !== 'readTokenInfo');

/** An unknown token is a 404 too. */
const hasToken = (id: (typeof ENDPOINT_IDS)[number]) => ENDPOINTS[id].path.includes('{token}');

describe('after the sunset', () => {
  it('every versioned path except token info is gone, and every dated path exists', async () => {
    const rest = ENDPOINT_IDS.filter((id) => !OLD.includes(id));
    expect(OLD.length).toBeGreaterThan(15);
    expect(rest).toContain('readTokenInfo');
    expect(new Set(await statuses({ sunset: true }, OLD.map(requestOf)))).toEqual(new Set([404]));
    expect(await statuses({ sunset: true }, rest.map(requestOf))).not.toContain(404);
    expect(await statuses({}, OLD.filter((id) => !hasToken(id)).map(requestOf))).not.toContain(404);
  });

  it.each([
    ['2027-02-15', [400, 401, 401, 401]],
    ['2027-02-16', [404, 401, 401, 401]],
    ['2027-03-30', [404, 404, 401, 401]],
    ['2027-09-29', [404, 404, 401, 401]],
    ['2027-09-30', [404, 404, 404, 401]],
    [true, [404, 404, 404, 401]],
    [false, [400, 401, 401, 401]],
  ] as const)('on %s OAuth v1, v4, v3 and the dated paths answer %j', async (sunset, expected) => {
    const seen = await statuses({ sunset }, [
      ['POST', '/oauth/v1/token'],
      ['POST', '/crm/associations/v4/definitions/configurations/contacts/companies/batch/update'],
      ['GET', '/crm/v3/properties/contacts'],
      ['GET', '/crm/properties/2026-09/contacts'],
    ]);
    expect(seen).toEqual(expected);
  });

  it.each(['2027-02-31', '2027-9-1', 'soon', ''])('%j is no day', async (sunset) => {
    await expect(createService({ sunset })).rejects.toMatchObject({ code: 'sunset-invalid' });
  });
});

describe('a path that is not served', () => {
  const ask = async (options: ServiceOptions, method: Method, path: string, accept?: string) => {
    const { service } = await aService(options);
    const headers = accept === undefined ? {} : { accept };
    const reply = await service.transport.send({ method, url: `https://service.test${path}`, headers });
    return { reply, calls: await service.calls() };
  };

  it.each([
    ['that is gone', { sunset: true }, '/properties/v2/contacts/properties'],
    ['of the documented surface', { surface: 'dated' }, '/properties/v2/contacts/properties'],
    ['of the dated surface', { surface: 'documented' }, '/crm/properties/2026-09/contacts'],
    ['of an older version', { surface: 'dated' }, '/crm/v3/properties/contacts'],
  ] as const)('%s is a 404 without JSON, and recorded', async (_, options, path) => {
    const page = (await ask(options, 'GET', path)).reply;
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<h1>Page not found</h1>');
    const { reply, calls } = await ask(options, 'GET', path, 'application/json');
    expect([reply.status, reply.body]).toEqual([404, '']);
    expect(calls).toMatchObject([{ path, method: 'GET', status: 404, endpoint: undefined, committed: false }]);
    expect((await ask(options, 'POST', path)).reply.body).toBe('');
  });

  it.each([
    ['a removed path', '/oauth/v1/access-tokens/S3CRET', '/oauth/v1/access-tokens/[secret]'],
    ['an empty part', '/oauth//v1/access-tokens/S3CRET', '/oauth//v1/access-tokens/[secret]'],
    ['capitals', '/oauth/v1/Access-Tokens/S3CRET', '/oauth/v1/[secret]/[secret]'],
    ['an escaped slash', '/oauth/v1/access-tokens%2FS3CRET', '/oauth/v1/[secret]'],
    ['a semicolon', '/oauth/v1;S3CRET/access-tokens', '/oauth/[secret]/access-tokens'],
    ['a part too many', '/oauth/v1/access-tokens/x/S3CRET', '/oauth/v1/access-tokens/[secret]/[secret]'],
    ['a query', '/oauth/v1/tokens?token=S3CRET', '/oauth/v1/[secret]'],
  ])('records %s without the token', async (_, path, recorded) => {
    expect((await ask({ sunset: true }, 'GET', path)).calls).toMatchObject([{ path: recorded }]);
  });
});

describe('the query of a served path', () => {
  it.each([
    ['archived=true&locale=en', 'archived=true&locale=en'],
    ['archived=true&key=S3CRET', 'archived=true&[secret]'],
    ['S3CRET', '[secret]'],
    ['hapikey=S3CRET', 'hapikey=[secret]'],
  ])('%s is recorded as %s', async (query, recorded) => {
    const { service } = await aService();
    const path = '/crm/properties/2026-09/contacts';
    await service.transport.send({ method: 'GET', url: `https://service.test${path}?${query}`, headers: {} });
    expect(await service.calls()).toMatchObject([{ path: `${path}?${recorded}`, endpoint: 'listDatedProperties' }]);
  });
});
