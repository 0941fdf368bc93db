import { expect, test } from 'vitest';
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId, listTemplates } from '../../src/contract/endpoints.ts';
import type { ReconcilerOptions } from '../../src/index.ts';
import { aWorld } from '../laws/world.ts';

/** Project with a resource of each kind. */
const project = (label = 'Tier') => [
  {
    path: 'trueup.yaml',
    text: `version: 1
accounts:
  default:
    hubId: 1001
    baseUrl: http://127.0.0.1
    surface: dated
    auth: { clientId: trueup-dev, clientSecret: "\${env.SECRET}", refreshToken: "\${env.REFRESH}" }
apps: { "2001": { developerKey: "\${env.KEY}" } }
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty
        properties: { tier: { label: ${label}, type: string, fieldType: text } }
webhooks:
  - appId: 2001
    subscriptions: [{ eventType: contact.propertyChange, propertyName: tier, active: true }]
eventDefinitions:
  order_placed:
    properties: { total: { label: ${label}, type: number } }
associationLimits:
  - from: contacts
    to: companies
    limits: [{ category: HUBSPOT_DEFINED, typeId: 279, maxToObjectIds: 5 }]
`,
  },
];

const OF = {
  group: 'property-group:contacts/loyalty',
  property: 'property:contacts/tier',
  subscription: 'webhook-subscription:2001/contact.propertyChange/tier',
  event: 'event-definition-property:order_placed/total',
  limit: 'association-limit:contacts/companies/SERVICE_DEFINED/279',
} as const;

const ENV = {
  SECRET: 'trueup-dev-secret',
  REFRESH: 'trueup-dev-refresh',
  KEY: 'trueup-dev-developer-key',
};

/** The service serves both surfaces, so that a call of the other one would succeed. */
async function watched() {
  const world = await aWorld();
  const asked: string[] = [];
  const { transport } = world.service;
  const counting: typeof transport = {
    ...transport,
    send: (request, options) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return transport.send(request, options);
    },
  };
  const open = (files = project(), more: Partial<ReconcilerOptions> = {}) =>
    world.reconciler(files, { env: ENV, transport: counting, ...more });
  return { world, asked, open };
}

/** Methods and paths of these endpoints, in every version. */
function isOneOf(ids: readonly EndpointId[]): (asked: string) => boolean {
  const forms = ids.flatMap((id) =>
    listTemplates(id).map((path) => {
      const form = path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+');
      return new RegExp(`^${ENDPOINTS[id].method} ${form}$`);
    }),
  );
  return (asked) => forms.some((form) => form.test(asked));
}

const onDated = isOneOf([...ENDPOINT_IDS.filter((id) => ENDPOINTS[id].surface === 'dated'), 'createSubscription']);
/** Path without a dated successor. */
const TOKEN_INFO = 'POST /oauth/v2/private-apps/get/access-token-info';

test.each([
  ['an OAuth token', {}, false],
  ['the token of a private app', { fetchToken: async () => 'pat-na1-trueup-dev' }, true],
])('on the dated surface, a whole run calls dated paths alone, with %s', async (_what, more, info) => {
  const { world, asked, open } = await watched();
  const first = open(project(), more);
  expect((await first.apply(await first.plan())).summary).toMatchObject({ applied: 5, failed: 0, uncertain: 0 });
  const second = open(project('Level'), more);
  expect((await second.apply(await second.plan())).summary).toMatchObject({ applied: 2, failed: 0, uncertain: 0 });
  await second.drift();
  await second.list();
  const undone = await second.revert();
  expect((await second.apply(undone)).summary).toMatchObject({ applied: 2, failed: 0 });
  await second.ledger.forget([OF.event]);
  await open(project(), more).ledger.adopt([OF.event]);
  const dropped = [{ path: 'trueup.yaml', text: project()[0]?.text.split('objects:')[0] ?? '' }];
  const allow = [
    { risk: 'property-removal', address: OF.property },
    { risk: 'group-removal', address: OF.group },
    { risk: 'subscription-removal', address: OF.subscription },
    { risk: 'event-property-removal', address: OF.event },
    { risk: 'limit-purge', address: OF.limit },
  ] as const;
  const last = open(dropped, more);
  expect((await last.apply(await last.plan({ allow }))).summary).toMatchObject({ applied: 5, failed: 0 });
  expect(asked.filter((one) => !onDated(one) && one !== TOKEN_INFO)).toEqual([]);
  expect(asked.includes(TOKEN_INFO)).toBe(info);
  await world.close();
});

test('an account that pins 2026-09 converges on the paths of that version', async () => {
  const { world, asked, open } = await watched();
  const versions = '{ oauth: 2026-09, webhooks: 2026-09, events: 2026-09 }';
  const files = project().map(({ path, text }) => ({
    path,
    text: text.replace('surface: dated', `surface: dated\n    versions: ${versions}`),
  }));
  const first = open(files);
  expect((await first.apply(await first.plan())).summary).toMatchObject({ applied: 5, failed: 0, uncertain: 0 });
  expect((await open(files).plan()).summary).toMatchObject({ create: 0, update: 0 });
  const beginnings = new Set(asked.map((one) => one.split('/').slice(1, 3).join('/')));
  expect([...beginnings].toSorted()).toEqual([
    'app-webhooks/2026-09',
    'crm/associations',
    'crm/properties',
    'events/2026-09',
    'oauth/2026-09',
  ]);
  await world.close();
});

const READS: readonly (readonly [EndpointId, readonly string[]])[] = [
  ['listDatedGroups', [OF.group]],
  ['listDatedProperties', [OF.property]],
  ['listSubscriptions', [OF.subscription]],
  ['readEventDefinition', [OF.event]],
  ['readAssociationLimits', [OF.limit]],
];

test.each(READS)('a 403 to %s blocks and names only its dependents', async (endpoint, rests) => {
  const { world, open } = await watched();
  world.service.faults.add({ do: 'status', status: 403, endpoint, times: 'always' });
  const plan = await open().plan();
  world.service.faults.clear();
  expect(plan.complete).toBe(false);
  const unseen = plan.changes.filter(({ because }) => because === 'unseen').map(({ address }) => address);
  expect(unseen).toEqual(expect.arrayContaining([...rests]));
  const free = plan.changes.filter(({ action }) => action === 'create').map(({ address }) => address);
  const others = [OF.event, OF.limit].filter((address) => !rests.includes(address));
  expect(free).toEqual(expect.arrayContaining(others));
  const [path = ''] = listTemplates(endpoint);
  const form = `${ENDPOINTS[endpoint].method} ${path.replaceAll(/\{[^}]+\}/g, '[^/ ]+')}`;
  expect(plan.findings).toContainEqual(
    expect.objectContaining({
      code: 'read-failed',
      message: expect.stringMatching(new RegExp(`^${form}\\S* failed, so its reply is unknown: `)),
    }),
  );
  expect((await open().apply(plan, { skipBlocked: true })).summary).toMatchObject({ failed: 0, uncertain: 0 });
  await world.close();
});
