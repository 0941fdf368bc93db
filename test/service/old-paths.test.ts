/** Tests of paths of versions 3 and 4 that the service has in addition to the interface. */

import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import type { HttpRequest } from '../../src/contract/http.ts';
import { servedPaths } from '../../src/service/http/served-paths.ts';
import type { Service } from '../../src/service/index.ts';
import { aService } from './harness.ts';

interface Given {
  readonly method?: HttpRequest['method'];
  readonly body?: unknown;
  readonly token?: string | null;
}

async function ask(service: Service, path: string, { method = 'GET', body, token = 'trueup-dev-token' }: Given = {}) {
  const form = body instanceof URLSearchParams;
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const reply = await service.transport.send({
    method,
    url: `https://service.test${path}`,
    headers: {
      accept: 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body: form ? body.toString() : JSON.stringify(body) }),
  });
  return { status: reply.status, body: reply.body === '' ? undefined : JSON.parse(reply.body) };
}

const LIMITS = 'definitions/configurations/contacts/companies';

describe('an older path', () => {
  it.each([
    ['/crm/v3/properties/contacts', '/crm/properties/2026-03/contacts'],
    ['/crm/v3/properties/contacts?archived=true', '/crm/properties/2026-03/contacts?archived=true'],
    ['/crm/v3/properties/contacts/email', '/crm/properties/2026-09/contacts/email'],
    ['/crm/v3/properties/deals/groups', '/crm/properties/2026-03/deals/groups'],
    ['/crm-object-schemas/v3/schemas', '/crm-object-schemas/2026-03/schemas'],
    ['/crm-object-schemas/v3/schemas/2-3451', '/crm-object-schemas/2026-09/schemas/2-3451'],
    ['/webhooks/v3/2001/subscriptions', '/webhooks/2026-03/2001/subscriptions'],
    ['/events/v3/event-definitions', '/events/2026-03/event-definitions'],
    ['/events/v3/event-definitions/order_placed', '/events/2026-03/event-definitions/order_placed'],
    [`/crm/associations/v4/${LIMITS}`, `/crm/associations/2026-03/${LIMITS}`],
    [`/crm/v4/associations/${LIMITS}`, `/crm/associations/2026-03/${LIMITS}`],
    ['/crm/associations/v4/contacts/companies/labels', '/crm/associations/2026-03/contacts/companies/labels'],
    ['/crm/v4/associations/contacts/companies/labels', '/crm/associations/2026-03/contacts/companies/labels'],
  ])('%s answers as %s does', async (older, dated) => {
    const { service } = await aService();
    const expected = await ask(service, dated);
    expect(expected.status).toBe(200);
    expect(await ask(service, older)).toEqual(expected);
    const [first, second] = await service.calls();
    expect(second?.endpoint).toBe(first?.endpoint);
  });

  it('grants, introspects and revokes OAuth tokens', async () => {
    const { service } = await aService();
    const client = { client_id: 'trueup-dev', client_secret: 'trueup-dev-secret' };
    const post = (path: string, members: object) =>
      ask(service, path, { method: 'POST', token: null, body: new URLSearchParams({ ...client, ...members }) });
    const refresh_token = 'trueup-dev-refresh';
    const granted = await post('/oauth/v3/token', { grant_type: 'refresh_token', refresh_token });
    expect([granted.status, granted.body.refresh_token]).toEqual([200, refresh_token]);
    const state = () => post('/oauth/v3/token/introspect', { token: refresh_token });
    expect((await state()).body).toMatchObject({ active: true, hub_id: 1001 });
    expect(await post('/oauth/v3/token/revoke', { token: refresh_token })).toEqual({ status: 204, body: undefined });
    expect((await state()).body).toEqual({ active: false });
    expect(JSON.stringify(await service.calls())).not.toContain('trueup-dev-secret');
  });

  it('is answered like the documented surface if that has it', async () => {
    const { service } = await aService();
    const path = '/events/v3/event-definitions/order_placed/property';
    const property = { label: 'Total', type: 'number', fieldType: 'number' };
    const made = await ask(service, path, { method: 'POST', body: property });
    expect([made.status, made.body.fieldType]).toEqual([201, 'number']);
    const body = { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279 }] };
    for (const base of ['/crm/associations/v4', '/crm/v4/associations']) {
      expect((await ask(service, `${base}/${LIMITS}/batch/purge`, { method: 'POST', body })).status).toBe(204);
    }
    const endpoints = (await service.calls()).map(({ endpoint }) => endpoint);
    expect(endpoints).toEqual(['createEventProperty', 'purgeAssociationLimits', 'purgeAssociationLimits']);
  });

  it('accepts bodies of its version that lack members, unlike a dated path', async () => {
    const { service } = await aService();
    const statuses = async (method: 'POST', paths: readonly string[], body: object) =>
      Promise.all(paths.map(async (path) => (await ask(service, path, { method, body })).status));
    const read = { inputs: [{ name: 'email' }], archived: false };
    const contacts = (version: string) => `/crm/${version}/contacts/batch/read`;
    expect(await statuses('POST', [contacts('v3/properties'), contacts('properties/2026-03')], read)).toEqual([
      200, 400,
    ]);
    const create = { eventType: 'contact.creation' };
    const paths = ['/webhooks/v3/2001/subscriptions', '/webhooks/2026-03/2001/subscriptions'];
    expect(await statuses('POST', paths, create)).toEqual([201, 400]);
    expect((await service.snapshot(1001)).subscriptions).toMatchObject([{ active: false }]);
  });

  it('belongs to one endpoint, and to neither surface alone', () => {
    const paths = servedPaths({ surface: 'all', sunset: false });
    const keys = paths.map(
      ({ endpoint, template }) => `${ENDPOINTS[endpoint].method} ${template.replaceAll(/\{[^}]+\}/g, '{}')}`,
    );
    expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([]);
    const alone = (['documented', 'dated'] as const).flatMap((surface) => servedPaths({ surface, sunset: false }));
    const older = paths.filter(({ template }) => !alone.some((one) => one.template === template));
    expect(older.length).toBeGreaterThan(40);
    expect(older.filter(({ template }) => !/\/v[34]\//.test(template))).toEqual([]);
    expect(servedPaths({ surface: 'all', sunset: true }).filter(({ template }) => /\/v[134]\//.test(template))).toEqual(
      [],
    );
  });
});
