import { describe, expect, it } from 'vitest';
import { createClient, staticToken } from '../../src/client/index.ts';
import type { ApiCall } from '../../src/contract/calls.ts';
import type { HttpReply } from '../../src/contract/http.ts';
import { secret } from '../../src/contract/secret.ts';
import { DATED_EVENTS_WANTED } from './dated-event-calls.ts';
import { DATED_LIMITS_WANTED } from './dated-limit-calls.ts';
import { DATED_OAUTH_WANTED } from './dated-oauth-calls.ts';
import { DATED_SCHEMAS_WANTED } from './dated-schema-calls.ts';
import { DATED_TIMELINE_WANTED } from './dated-timeline-calls.ts';
import { DATED_WEBHOOKS_WANTED } from './dated-webhook-calls.ts';
import { EVERY_CALL } from './every-call.ts';
import { fakeClock } from './fake-clock.ts';
import { fakeTransport } from './fake-transport.ts';
import { PIPELINES_WANTED } from './pipeline-calls.ts';
import { VALIDATIONS_WANTED } from './validation-calls.ts';

/** Method, path, content type and whether a bearer token goes along, read off sections 4, 5 and 10 of the interface. */
const WANTED: Readonly<Record<string, readonly [string, string, string | undefined, boolean]>> = {
  issueToken: ['POST', '/oauth/v1/token', 'application/x-www-form-urlencoded', false],
  readAccessToken: ['GET', '/oauth/v1/access-tokens/trueup-dev-token', undefined, false],
  createGroup: ['POST', '/properties/v2/contacts/groups', 'application/json', true],
  updateGroup: ['PUT', '/properties/v2/contacts/groups/named/loyalty', 'application/json', true],
  updateContactGroup: [
    'PUT',
    '/properties/v1/contacts/groups/named/loyalty?includeProperties=true',
    'application/json',
    true,
  ],
  updateCompanyGroup: ['PUT', '/properties/v1/companies/groups/named/companyinformation', 'application/json', true],
  createContactProperty: ['POST', '/properties/v1/contacts/properties', 'application/json', true],
  createProperty: ['POST', '/properties/v2/contacts/properties', 'application/json', true],
  patchProperty: ['PATCH', '/properties/v2/contacts/properties/named/loyaltytier', 'application/json', true],
  listProperties: ['GET', '/properties/v2/contacts/properties', undefined, true],
  listCompanyProperties: ['GET', '/properties/v1/companies/properties', undefined, true],
  updateCompanyProperty: ['PUT', '/properties/v1/companies/properties/named/companytier', 'application/json', true],
  updateDealProperty: ['PUT', '/properties/v1/deals/properties/named/dealtier', 'application/json', true],
  sendTimelineEvent: ['POST', '/integrators/timeline/v3/events', 'application/json', true],
  sendLegacyTimelineEvent: ['PUT', '/integrations/v1/2001/timeline/event', 'application/json', true],
  createSubscription: ['POST', '/webhooks/2026-03/2001/subscriptions', 'application/json', true],
  createEventProperty: ['POST', '/events/v3/event-definitions/order_placed/property', 'application/json', true],
  updateAssociationLimits: [
    'POST',
    '/crm/associations/v4/definitions/configurations/contacts/companies/batch/update',
    'application/json',
    true,
  ],
  purgeAssociationLimits: [
    'POST',
    '/crm/associations/v4/definitions/configurations/contacts/companies/batch/purge',
    'application/json',
    true,
  ],
  listDatedGroups: ['GET', '/crm/properties/2026-09/contacts/groups', undefined, true],
  createDatedGroup: ['POST', '/crm/properties/2026-09/contacts/groups', 'application/json', true],
  readDatedGroup: ['GET', '/crm/properties/2026-09/contacts/groups/surveys', undefined, true],
  updateDatedGroup: ['PATCH', '/crm/properties/2026-09/contacts/groups/surveys', 'application/json', true],
  archiveDatedGroup: ['DELETE', '/crm/properties/2026-09/contacts/groups/surveys', undefined, true],
  listDatedProperties: [
    'GET',
    '/crm/properties/2026-09/contacts?archived=true&dataSensitivity=sensitive',
    undefined,
    true,
  ],
  readDatedProperty: ['GET', '/crm/properties/2026-09/contacts/score', undefined, true],
  createDatedProperty: ['POST', '/crm/properties/2026-09/contacts', 'application/json', true],
  updateDatedProperty: ['PATCH', '/crm/properties/2026-09/contacts/score', 'application/json', true],
  createDatedProperties: ['POST', '/crm/properties/2026-09/contacts/batch/create', 'application/json', true],
  readDatedProperties: ['POST', '/crm/properties/2026-09/contacts/batch/read', 'application/json', true],
  archiveDatedProperties: ['POST', '/crm/properties/2026-09/contacts/batch/archive', 'application/json', true],
  listDatedSchemas: [
    'GET',
    '/crm-object-schemas/2026-09/schemas?includePropertyDefinitions=false&includeAssociationDefinitions=false',
    undefined,
    true,
  ],
  readDatedSchema: ['GET', '/crm-object-schemas/2026-09/schemas/2-3451', undefined, true],
  archiveDatedProperty: ['DELETE', '/crm/properties/2026-09/contacts/score', undefined, true],
  ...DATED_OAUTH_WANTED,
  ...DATED_WEBHOOKS_WANTED,
  ...DATED_EVENTS_WANTED,
  ...DATED_LIMITS_WANTED,
  ...DATED_SCHEMAS_WANTED,
  ...DATED_TIMELINE_WANTED,
  ...PIPELINES_WANTED,
  ...VALIDATIONS_WANTED,
  readAccountDetails: ['GET', '/account-info/v3/details', undefined, true],
  readRefreshToken: ['GET', '/oauth/v1/refresh-tokens/trueup-dev-refresh', undefined, false],
  listAssociationTypes: ['GET', '/crm/v3/associations/contacts/companies/types', undefined, true],
  readTimelineEvent: ['GET', '/integrators/timeline/v3/events/template-1/batch-1', undefined, true],
  sendTimelineEvents: ['POST', '/integrators/timeline/v3/events/batch/create', 'application/json', true],
  readTokenInfo: ['POST', '/oauth/v2/private-apps/get/access-token-info', 'application/json', true],
  deleteRefreshToken: ['DELETE', '/oauth/v1/refresh-tokens/trueup-dev-refresh', undefined, false],
};

describe('every endpoint', () => {
  it('is called here', () => {
    expect(Object.keys(EVERY_CALL).sort()).toEqual(Object.keys(WANTED).sort());
  });

  it.each(Object.values(EVERY_CALL))('goes out as the interface shows it: $endpoint', async (call) => {
    const clock = fakeClock();
    const refused: HttpReply = { status: 400, headers: {}, body: '{}' };
    const transport = fakeTransport([refused]);
    const client = createClient({
      baseUrl: 'https://api.test',
      transport,
      clock,
      tokens: staticToken(secret('token-1')),
    });
    await expect(clock.run(client.send(call as ApiCall))).rejects.toMatchObject({
      name: 'ApiError',
      endpoint: call.endpoint,
    });
    const [request] = transport.requests;
    expect([
      request?.method,
      request?.url.replace('https://api.test', ''),
      request?.headers['content-type'],
      request?.headers['authorization'] === 'Bearer token-1',
    ]).toEqual(WANTED[call.endpoint]);
    expect(request?.body === undefined).toBe(call.body === undefined);
  });
});
