/** Association labels: lags of schemas and limits, people, seeds, restarts and the rate limit. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Seed, Service } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';

type Account = NonNullable<Seed['accounts']>[number];

const PAIR = { fromObjectType: 'contacts', toObjectType: 'companies' };
const CUSTOM = { fromObjectType: 'contacts', toObjectType: '2-7' };
const ADVISER = { name: 'adviser', label: 'Adviser', inverseLabel: 'Advises' };
const MINUTE = 60_000;

function seeding(account: Omit<Account, 'hubId'>) {
  return aService({ seed: { accounts: [{ hubId: 1001, objectTypes: [{ id: '2-7', name: 'boats' }], ...account }] } });
}

async function create(service: Service, body: object, params: Readonly<Record<string, string>> = PAIR) {
  return (await send(service, 'createAssociationLabel', { params, body })).status;
}

/** Names and labels that the schema of an object type shows, without the service's own associations. */
async function inSchema(service: Service, object_type: string) {
  const { body } = await send(service, 'readDatedSchema', { params: { object_type } });
  return body.associations.flatMap(({ name, label }: { name: string; label?: string }) =>
    label === undefined ? [] : [`${name}: ${label}`],
  );
}

async function inLists(service: Service, params: Readonly<Record<string, string>> = PAIR) {
  return (await send(service, 'listAssociationLabels', { params })).body.results;
}

const row = (typeId: number, label: string | null, category = 'USER_DEFINED') => ({
  category,
  typeId,
  label,
  fromObjectTypeId: null,
  toObjectTypeId: null,
});

describe('a new label', () => {
  it.each(['contacts', 'companies'])('is in the schema of %s after five minutes', async (objectType) => {
    const { service, clock } = await aService();
    await create(service, ADVISER);
    clock.advance(5 * MINUTE - 1);
    expect(await inSchema(service, objectType)).toEqual([]);
    clock.advance(1);
    expect(await inSchema(service, objectType)).toEqual(['adviser: Adviser', 'adviser: Advises']);
  });

  it('has the same lag in the other replies that show its name', async () => {
    const { service, clock } = await seeding({});
    await create(service, { name: 'captain', label: 'Captain' }, CUSTOM);
    const names = async () => {
      const schemas = (await send(service, 'listDatedSchemas')).body.results;
      const boats = schemas.find(({ name }: { name: string }) => name === 'boats');
      const types = (await send(service, 'listAssociationTypes', { params: CUSTOM })).body.results;
      return [boats.associations, types].map((shown) => shown.map(({ name }: { name: string }) => name));
    };
    expect(await names()).toEqual([['contacts_to_boats', 'contacts_to_boats'], ['contacts_to_boats']]);
    clock.advance(5 * MINUTE);
    expect(await names()).toEqual([
      ['captain', 'captain', 'contacts_to_boats', 'contacts_to_boats'],
      ['captain', 'contacts_to_boats'],
    ]);
  });

  it('is in the list of labels at once, without its name', async () => {
    const { service } = await aService();
    const { body } = await send(service, 'createAssociationLabel', { params: PAIR, body: ADVISER });
    expect(body.results).toEqual([row(1, 'Adviser'), row(2, 'Advises')]);
    expect(await inLists(service)).toEqual([row(279, null, 'HUBSPOT_DEFINED'), row(1, 'Adviser')]);
  });

  it('leaves the name of an unlabelled association free', async () => {
    const { service } = await seeding({});
    expect(await create(service, { name: 'contacts_to_boats', label: 'Captain' }, CUSTOM)).toBe(200);
    const { associationLabels } = await service.snapshot(1001);
    expect(associationLabels.map(({ name, label }) => [name, label])).toEqual([
      ['contacts_to_boats', 'Captain'],
      ['contacts_to_boats', 'Captain'],
      ['contacts_to_boats_2', null],
      ['contacts_to_boats_2', null],
    ]);
  });
});

describe('a changed label', () => {
  it('keeps its name in the schemas', async () => {
    const { service, clock } = await aService();
    await create(service, ADVISER);
    clock.advance(5 * MINUTE);
    const body = { associationTypeId: 2, label: 'Counsels', inverseLabel: 'Counsel' };
    const params = { fromObjectType: 'companies', toObjectType: 'contacts' };
    expect((await send(service, 'updateAssociationLabel', { params, body })).status).toBe(204);
    expect(await inSchema(service, 'contacts')).toEqual(['adviser: Counsel', 'adviser: Counsels']);
  });

  it.each([' ', ''])('is not %j in either direction', async (text) => {
    const { service } = await aService();
    await create(service, ADVISER);
    const change = (more: object) =>
      send(service, 'updateAssociationLabel', {
        params: PAIR,
        body: { associationTypeId: 1, label: 'Counsel', inverseLabel: 'Counsels', ...more },
      });
    expect([(await change({ label: text })).status, (await change({ inverseLabel: text })).status]).toEqual([400, 400]);
    expect((await inLists(service)).at(-1)).toEqual(row(1, 'Adviser'));
  });

  it('is never the unlabelled association', async () => {
    const { service } = await seeding({});
    await create(service, { name: 'plain', label: '' }, CUSTOM);
    const body = { associationTypeId: 1, label: 'Captain' };
    expect((await send(service, 'updateAssociationLabel', { params: CUSTOM, body })).status).toBe(404);
  });
});

describe('the number of labels', () => {
  const counts = async (service: Service) =>
    (await send(service, 'readLabelLimits')).body.results.map(
      ({ fromObjectType, usage, allLabels }: Record<string, unknown>) => [
        Object(fromObjectType).objectTypeId,
        usage,
        allLabels,
      ],
    );

  it('counts a deleted label for 40 seconds, although its place is free at once', async () => {
    const { service, clock } = await aService();
    for (let index = 0; index < 50; index += 1) await create(service, { name: `l${index}`, label: `L${index}` });
    const further = { name: 'one_more', label: 'One more' };
    expect(await create(service, further)).toBe(437);
    const params = { ...PAIR, associationTypeId: '1' };
    expect((await send(service, 'deleteAssociationLabel', { params })).status).toBe(204);
    const usage = async () => (await counts(service)).map(([, used]: readonly unknown[]) => used);
    clock.advance(39_999);
    expect(await usage()).toEqual([50, 50]);
    clock.advance(1);
    expect(await usage()).toEqual([49, 49]);
    expect(await create(service, further)).toBe(200);
    expect(await usage()).toEqual([50, 50]);
  });

  it('counts a label with two names once in a pair of one object type', async () => {
    const { service } = await aService();
    const params = { fromObjectType: 'contacts', toObjectType: 'contacts' };
    await create(service, { name: 'parent', label: 'Parent', inverseLabel: 'Child' }, params);
    await create(service, { name: 'sibling', label: 'Sibling' }, params);
    expect(await counts(service)).toEqual([['0-1', 2, ['Parent', 'Child', 'Sibling']]]);
  });

  it('names the object types as their schemas do', async () => {
    const { service } = await aService();
    const schema = {
      name: 'cars',
      labels: { singular: 'Car', plural: 'Cars' },
      primaryDisplayProperty: 'hs_object_id',
      associatedObjects: ['contacts'],
    };
    const { objectTypeId } = (await send(service, 'createDatedSchema', { body: schema })).body;
    const params = { fromObjectType: objectTypeId, toObjectType: 'contacts' };
    await create(service, { name: 'driver', label: 'Driver' }, params);
    expect((await send(service, 'readLabelLimits', { query: { fromObjectTypeId: objectTypeId } })).body).toEqual({
      results: [
        {
          fromObjectType: { objectTypeId, singularLabel: 'Car', pluralLabel: 'Cars' },
          toObjectType: { objectTypeId: '0-1', singularLabel: 'contacts', pluralLabel: 'contacts' },
          limit: 50,
          usage: 1,
          percentage: 2,
          allLabels: ['Driver'],
        },
      ],
    });
    expect(await inLists(service, params)).toHaveLength(2);
    await create(service, { name: 'former', label: 'Former' }, params);
    await service.admin(1001).deleteLabel('former');
    await send(service, 'archiveDatedSchema', { params: { object_type: objectTypeId } });
    expect(await counts(service)).toEqual([]);
  });

  it('is shown to every token that may read or write records', async () => {
    const { service } = await aService();
    const status = async (scope: string) => {
      const { accessToken: token } = await service.issueToken({ hubId: 1001, appId: 2001, scopes: [scope] });
      return (await send(service, 'readLabelLimits', { token })).status;
    };
    expect(await status('crm.objects.notes.read')).toBe(200);
    expect(await status('crm.objects.carts.write')).toBe(200);
    expect(await status('crm.schemas.contacts.read')).toBe(403);
  });

  it('is counted by the ten-second limit, calls of labels are not', async () => {
    const { service } = await aService({ rateLimit: { max: 1, intervalMs: 10_000 } });
    const statuses = [];
    for (const endpoint of ['readLabelLimits', 'readLabelLimits'] as const) {
      statuses.push((await send(service, endpoint)).status);
      statuses.push((await send(service, 'listAssociationLabels', { params: PAIR })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });
});

describe('a colleague', () => {
  it('makes, renames and deletes a label', async () => {
    const { service, clock } = await aService();
    const colleague = service.admin(1001);
    await colleague.addLabel({ from: '0-1', to: 'company', label: 'Billing contact', inverseLabel: 'Bills' });
    await colleague.addLabel({ from: 'contacts', to: 'companies', name: 'Own', label: 'Owner' });
    const labels = async () =>
      (await service.snapshot(1001)).associationLabels.map(({ from, name, label }) => [from, name, label]);
    expect(await labels()).toEqual([
      ['contacts', 'billing_contact', 'Billing contact'],
      ['companies', 'billing_contact', 'Bills'],
      ['contacts', 'Own', 'Owner'],
      ['companies', 'Own', 'Owner'],
    ]);
    expect(await inSchema(service, 'contacts')).toEqual([]);
    await colleague.editLabel('billing_contact', { label: 'Payer', inverseLabel: 'Paid by' });
    await colleague.editLabel('Own', { label: 'Holder' });
    await colleague.deleteLabel('Own');
    expect(await labels()).toEqual([
      ['contacts', 'billing_contact', 'Payer'],
      ['companies', 'billing_contact', 'Paid by'],
    ]);
    clock.advance(5 * MINUTE);
    expect(await inSchema(service, 'contacts')).toEqual(['billing_contact: Payer', 'billing_contact: Paid by']);
  });

  it('cannot make a change that the interface forbids', async () => {
    const { service } = await seeding({});
    const colleague = service.admin(1001);
    await colleague.addLabel({ from: 'contacts', to: 'boats', name: 'captain', label: 'Captain' });
    const refused = { code: 'change-refused' };
    const taken = colleague.addLabel({ from: 'deals', to: 'boats', name: 'captain', label: 'Other' });
    await expect(taken).rejects.toMatchObject(refused);
    const second = colleague.editLabel('captain', { label: 'Captain', inverseLabel: 'Boat' });
    await expect(second).rejects.toMatchObject(refused);
    await expect(colleague.editLabel('mate', { label: 'Mate' })).rejects.toMatchObject({ code: 'not-there' });
    await expect(colleague.deleteLabel('contacts_to_boats')).rejects.toMatchObject({ code: 'not-there' });
    await expect(colleague.addLabel({ from: 'pets', to: 'boats', label: 'Pet' })).rejects.toMatchObject({
      code: 'not-there',
    });
  });
});

describe('a seeded label', () => {
  const OWNER = { from: 'contacts', to: 'companies', name: 'owner', label: 'Owner' };

  it('is in the schemas at once, and does not replace a label of the account', async () => {
    const { service } = await seeding({ associationLabels: [OWNER, { ...OWNER, label: 'Other' }] });
    expect(await inSchema(service, 'companies')).toEqual(['owner: Owner', 'owner: Owner']);
  });

  it('brings the unlabelled association of a custom object', async () => {
    const { service } = await seeding({ associationLabels: [{ ...OWNER, to: 'boats' }] });
    expect(await inLists(service, CUSTOM)).toEqual([row(1, 'Owner'), row(3, null)]);
  });

  it.each([
    ['a name that another pair has', { ...OWNER, to: 'deals' }, "The label 'owner' already exists."],
    ['an equal inverseLabel', { ...OWNER, name: 'two', inverseLabel: 'Owner' }, 'inverseLabel differs from label'],
    ['a blank label', { ...OWNER, name: 'two', label: ' ' }, 'label is empty'],
  ])('is refused with %s', async (_, label, message) => {
    await expect(seeding({ associationLabels: [OWNER, label] })).rejects.toMatchObject({
      code: 'seed-invalid',
      issues: [{ path: ['accounts', 0, 'associationLabels', 1], message: expect.stringContaining(message) }],
    });
  });
});

it('labels and their lags outlast a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trueup-labels-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { service: first } = await aService({ dataDir });
  await create(first, ADVISER);
  await create(first, { name: 'owner', label: 'Owner' });
  await send(first, 'deleteAssociationLabel', { params: { ...PAIR, associationTypeId: '3' } });
  await first.close();
  const { service, clock } = await aService({ dataDir });
  expect(await inSchema(service, 'contacts')).toEqual([]);
  expect((await send(service, 'readLabelLimits')).body.results[0].allLabels).toEqual(['Adviser', 'Owner']);
  clock.advance(5 * MINUTE);
  expect(await inSchema(service, 'contacts')).toEqual(['adviser: Adviser', 'adviser: Advises']);
  expect((await send(service, 'readLabelLimits')).body.results[0].allLabels).toEqual(['Adviser']);
});

it('the page shows labels', async () => {
  const { service } = await aService();
  await create(service, ADVISER);
  const page = await service.transport.send({ method: 'GET', url: 'https://x.test/', headers: {} });
  expect(page.body).toContain('<h2>association labels</h2>');
  expect(page.body).toContain('<td>adviser</td><td>Advises</td>');
});
