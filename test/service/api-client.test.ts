/**
 * The vendor's own client, which knows no dated path, against the older paths of the service: each call that it has for these resources,
 * once. Its classes are read from its code, so that no call of it is left out without a word.
 */

import { Client } from '@hubspot/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../../src/service/index.ts';
import { associations } from './api-client/associations.ts';
import { methodsOf, NOT_OURS, OTHERS, OURS, PACKAGES } from './api-client/methods.ts';
import { oauth } from './api-client/oauth.ts';
import { properties } from './api-client/properties.ts';
import { schemas } from './api-client/schemas.ts';
import { type Given, wasMade } from './api-client/steps.ts';
import { timeline } from './api-client/timeline.ts';
import { webhooks } from './api-client/webhooks.ts';

let running: Given;
const given = () => running;

beforeAll(async () => {
  const service = await startService({ rateLimit: false });
  const { accessToken, developerKey: developerApiKey } = service.development;
  // The client's rate limit would take longer than the rest of the test.
  const client = new Client({ basePath: service.url, accessToken, developerApiKey, limiterOptions: { minTime: 0 } });
  running = { service, client };
});
afterAll(() => running.service.close());

properties(given);
webhooks(given);
associations(given);
schemas(given);
timeline(given);
oauth(given);

describe('from the methods of the client', () => {
  it('every call was made, or is named as one of other resources', () => {
    const left = OURS.flatMap(methodsOf).filter(({ api, method }) => !wasMade(api, method));
    expect(left.map(({ key }) => key).toSorted()).toEqual(Object.keys(NOT_OURS).toSorted());
  });

  it('every package has resources of this project, or is named as one of others', () => {
    const begins = (folder: string, start: string) => folder === start || folder.startsWith(`${start}/`);
    const others = PACKAGES.filter((folder) => Object.keys(OTHERS).some((start) => begins(folder, start)));
    expect([...OURS, ...others].toSorted()).toEqual(PACKAGES);
    const unused = Object.keys(OTHERS).filter((start) => !PACKAGES.some((folder) => begins(folder, start)));
    expect(unused).toEqual([]);
  });
});

it('after the sunset it has no call left', async () => {
  const gone = await startService({ sunset: true, rateLimit: false });
  const { accessToken, developerKey: developerApiKey } = gone.development;
  const late = new Client({ basePath: gone.url, accessToken, developerApiKey, limiterOptions: { minTime: 0 } });
  const calls = [
    late.crm.properties.coreApi.getAll('contacts'),
    late.crm.properties.groupsApi.getAll('contacts'),
    late.crm.schemas.coreApi.getAll(),
    late.crm.associations.schema.typesApi.getAll('contacts', 'companies'),
    late.crm.timeline.eventsApi.getById('template-1', 'order-1'),
    late.webhooks.subscriptionsApi.getAll(2001),
    late.crm.associations.v4.schema.definitionsApi.getAll('contacts', 'companies'),
    late.oauth.accessTokensApi.get(accessToken),
  ];
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(calls.map(() => 'rejected'));
  expect((await gone.calls()).map(({ status, committed }) => [status, committed])).toEqual(
    calls.map(() => [404, false]),
  );
  await gone.close();
});
