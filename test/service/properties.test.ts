import { describe, expect, it } from 'vitest';
import { aService, START, send } from './harness.ts';

const tier = {
  name: 'tier',
  label: 'Tier',
  groupName: 'contactinformation',
  type: 'enumeration',
  fieldType: 'select',
  options: [
    { label: 'Gold', value: 'gold' },
    { label: 'Silver', value: 'silver', displayOrder: 1 },
    { label: 'Bronze', value: 'bronze', displayOrder: 2, hidden: true, description: 'No longer sold' },
  ],
};
const contacts = { object_type: 'contacts' };
const named = { object_type: 'contacts', property_name: 'tier' };

const stored = (label: string, value: string, displayOrder: number) => ({
  label,
  value,
  description: '',
  displayOrder,
  hidden: false,
  readOnly: false,
  doubleData: null,
});

const shared = {
  name: 'tier',
  label: 'Tier',
  description: '',
  groupName: 'contactinformation',
  options: [
    stored('Gold', 'gold', 3),
    stored('Silver', 'silver', 1),
    { ...stored('Bronze', 'bronze', 2), hidden: true, description: 'No longer sold' },
  ],
  displayOrder: -1,
  formField: false,
  readOnlyValue: false,
  readOnlyDefinition: false,
  hidden: false,
  mutableDefinitionNotDeletable: false,
  favorited: false,
  favoritedOrder: -1,
  calculated: false,
  externalOptions: false,
  displayMode: 'current_value',
  createdUserId: 50_001_001,
  updatedUserId: 50_001_001,
};
const timestamps = { createdAt: START, updatedAt: START };

describe('a property reply', () => {
  it('has every field in v2, and options without order come last (assumption A17)', async () => {
    const { service } = await aService();
    expect((await send(service, 'createProperty', { params: contacts, body: tier })).body).toEqual({
      ...shared,
      ...timestamps,
      type: 'enumeration',
      fieldType: 'select',
      serviceDefined: false,
      deleted: false,
      showCurrencySymbol: false,
      currencyPropertyName: null,
      textDisplayHint: null,
      numberDisplayHint: null,
      optionsAreMutable: true,
      referencedObjectType: null,
      isCustomizedDefault: false,
      searchableInGlobalSearch: false,
      hasUniqueValue: false,
    });
  });

  it('lacks type and fieldType in v1 contacts (interface 2.3)', async () => {
    const { service } = await aService();
    expect((await send(service, 'createContactProperty', { body: tier })).body).toEqual({
      ...shared,
      ...timestamps,
      serviceDefined: false,
      deleted: false,
    });
  });

  it('lacks serviceDefined, deleted and timestamps in v1 companies (interface 2.3)', async () => {
    const { service } = await aService();
    const body = { ...tier, groupName: 'companyinformation' };
    await send(service, 'createProperty', { params: { object_type: 'companies' }, body });
    const reply = { ...shared, groupName: 'companyinformation', type: 'enumeration', fieldType: 'select' };
    const list = (await send(service, 'listCompanyProperties')).body;
    expect(list.find((property: { name: string }) => property.name === 'tier')).toEqual(reply);
    const update = {
      params: { property_name: 'tier' },
      body: { groupName: 'companyinformation', type: 'enumeration' },
    };
    expect((await send(service, 'updateCompanyProperty', update)).body).toEqual(reply);
  });

  it('lacks fieldType and deleted in v1 deals (interface 2.3)', async () => {
    const { service } = await aService();
    const body = { ...tier, groupName: 'dealinformation' };
    await send(service, 'createProperty', { params: { object_type: 'deals' }, body });
    const { options: _, ...plain } = body;
    expect(
      (await send(service, 'updateDealProperty', { params: { property_name: 'tier' }, body: plain })).body,
    ).toEqual({
      ...shared,
      ...timestamps,
      groupName: 'dealinformation',
      type: 'enumeration',
      serviceDefined: false,
    });
  });
});

describe('creating a property', () => {
  it('refuses a name that exists, in both variants', async () => {
    const { service } = await aService();
    await send(service, 'createProperty', { params: contacts, body: tier });
    const refusal = {
      status: 'error',
      message: "A property named 'tier' already exists.",
      correlationId: 'id-1',
      category: 'OBJECT_ALREADY_EXISTS',
      subCategory: 'Properties.PROPERTY_WITH_NAME_EXISTS',
      context: { name: ['tier'] },
      propertiesErrorCode: 'PROPERTY_EXISTS',
    };
    const second = await send(service, 'createProperty', { params: contacts, body: tier });
    expect([second.status, second.body]).toEqual([409, refusal]);
    expect(second.headers['x-hubspot-correlation-id']).toBe(second.body.correlationId);
    expect((await send(service, 'createContactProperty', { body: tier })).status).toBe(409);
  });

  it.each([
    ['a group that does not exist', { groupName: 'nowhere' }, 'groupName'],
    ['a name with an upper-case letter', { name: 'Tier' }, 'name'],
    ['an empty label', { label: ' ' }, 'label'],
    ['an option value twice', { options: [stored('A', 'x', 0), stored('B', 'x', 1)].map(input) }, 'options.1.value'],
    ['an option label twice', { options: [stored('A', 'x', 0), stored('A', 'y', 1)].map(input) }, 'options.1.label'],
    ['an option without a value', { options: [{ label: 'A', value: '' }] }, 'options.0.value'],
    ['a bool without its options', { type: 'bool', fieldType: 'checkbox', options: [] }, 'options'],
    ['a type that only v1 has', { type: 'date' }, 'type'],
    ['a field type that only v1 has', { fieldType: 'booleancheckbox' }, 'fieldType'],
  ])('refuses %s', async (_, change, member) => {
    const { service } = await aService();
    const refused = await send(service, 'createProperty', { params: contacts, body: { ...tier, ...change } });
    expect(refused.status).toBe(400);
    expect(refused.body.errors.map((error: { in: string }) => error.in)).toEqual([member]);
    const names = (await service.snapshot(1001)).properties['contacts']?.map((property) => property.name);
    expect(names).not.toContain('tier');
  });

  it('takes a bool with the options true and false, whatever their labels', async () => {
    const { service } = await aService();
    const options = [
      { label: 'Ja', value: 'true' },
      { label: 'Nein', value: 'false', displayOrder: 1 },
    ];
    const body = { ...tier, type: 'bool', fieldType: 'checkbox', options };
    const created = await send(service, 'createProperty', { params: contacts, body });
    expect(created.body.options).toEqual([stored('Ja', 'true', 2), stored('Nein', 'false', 1)]);
  });

  it('names everything that is missing at once', async () => {
    const { service } = await aService();
    const { body } = await send(service, 'createProperty', { params: contacts, body: {} });
    expect(body.message).toBe(
      'Invalid request body: name is required; label is required; groupName is required; type is required; fieldType is required',
    );
  });

  it('brings an archived property back with its creation time and the new definition', async () => {
    const { service, clock } = await aService();
    await send(service, 'createProperty', { params: contacts, body: { ...tier, description: 'Old' } });
    await service.admin(1001).archiveProperty('contacts', 'tier');
    clock.advance(5000);
    const { options: _, ...rest } = tier;
    const body = { ...rest, type: 'string', fieldType: 'text', label: 'Back' };
    const created = await send(service, 'createProperty', { params: contacts, body });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      label: 'Back',
      description: '',
      type: 'string',
      options: [],
      deleted: false,
      createdAt: START,
      updatedAt: START + 5000,
    });
  });
});

describe('updating a property', () => {
  it('replaces the whole option list and keeps omitted members (interface 4.3 rule 1)', async () => {
    const { service, clock } = await aService();
    await send(service, 'createProperty', {
      params: contacts,
      body: { ...tier, description: 'Kept', formField: true },
    });
    clock.advance(1000);
    const options = [{ label: 'Gold', value: 'gold' }];
    const patched = await send(service, 'patchProperty', { params: named, body: { options } });
    expect(patched.body).toMatchObject({
      label: 'Tier',
      description: 'Kept',
      formField: true,
      options: [stored('Gold', 'gold', 0)],
      createdAt: START,
      updatedAt: START + 1000,
    });
    const listed = (await send(service, 'listProperties', { params: contacts })).body;
    expect(listed.find((property: { name: string }) => property.name === 'tier')).toEqual(patched.body);
  });

  it('keeps the timestamps if the values are equal', async () => {
    const { service, clock } = await aService();
    const created = await send(service, 'createProperty', { params: contacts, body: tier });
    clock.advance(1000);
    const patched = await send(service, 'patchProperty', { params: named, body: { label: 'Tier' } });
    expect(patched.body).toEqual(created.body);
  });

  it('has no type in the v2 patch', async () => {
    const { service } = await aService();
    await send(service, 'createProperty', { params: contacts, body: tier });
    const refused = await send(service, 'patchProperty', { params: named, body: { type: 'string' } });
    expect([refused.status, refused.body.errors[0].in]).toEqual([400, 'type']);
  });

  it('over v1 changes the type and keeps the options until they are sent', async () => {
    const { service } = await aService();
    const params = { property_name: 'industry' };
    const body = { groupName: 'companyinformation', type: 'string', fieldType: 'booleancheckbox' };
    const kept = (await send(service, 'updateCompanyProperty', { params, body })).body;
    expect([kept.type, kept.fieldType, kept.options.length]).toEqual(['string', 'booleancheckbox', 5]);
    const cleared = await send(service, 'updateCompanyProperty', { params, body: { ...body, options: [] } });
    expect(cleared.body.options).toEqual([]);
  });

  it('over v1 takes only the path form of a name (interface 4.3 rule 2)', async () => {
    const { service } = await aService();
    const body = { groupName: 'companyinformation', type: 'number' };
    const refused = await send(service, 'updateCompanyProperty', { params: { property_name: 'shoe_size' }, body });
    expect([refused.status, refused.body.errors[0].in]).toEqual([400, 'property_name']);
  });

  it('refuses an unknown or archived name with a 404', async () => {
    const { service } = await aService();
    await send(service, 'createProperty', { params: contacts, body: tier });
    await service.admin(1001).archiveProperty('contacts', 'tier');
    for (const property_name of ['tier', 'never']) {
      const params = { ...contacts, property_name };
      const refused = await send(service, 'patchProperty', { params, body: { label: 'X' } });
      expect(refused.body).toMatchObject({
        message: `Couldn't find a Property with the given name '${property_name}'`,
        category: 'OBJECT_NOT_FOUND',
      });
    }
  });

  it('refuses definitions that are read-only or calculated (assumption A30)', async () => {
    const { service } = await aService();
    for (const property_name of ['email', 'num_conversion_events']) {
      const params = { ...contacts, property_name };
      const refused = await send(service, 'patchProperty', { params, body: { label: 'X' } });
      expect([refused.status, refused.body.category]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  it('marks a changed default as customized', async () => {
    const { service } = await aService();
    const params = { ...contacts, property_name: 'phone' };
    const { body } = await send(service, 'patchProperty', { params, body: { label: 'Telephone' } });
    expect([body.serviceDefined, body.isCustomizedDefault]).toEqual([true, true]);
  });
});

describe('an object type', () => {
  it.each([
    ['contacts', '0-1', 'CONTACT', 'Contacts'],
    ['2-3451', 'memberships', 'p1001_memberships', 'MEMBERSHIPS'],
  ])('has every spelling: %s, %s, %s and %s', async (...spellings) => {
    const { service } = await aService();
    const lists = await Promise.all(
      spellings.map(async (object_type) => (await send(service, 'listProperties', { params: { object_type } })).body),
    );
    expect(lists[0].length).toBeGreaterThan(0);
    expect(lists.slice(1)).toEqual([lists[0], lists[0], lists[0]]);
  });

  it.each([
    ['calls', '0-48', 'call', 'Calls'],
    ['tasks', '0-27', 'task', 'TASKS'],
    ['0-999', 'My.Objects', 'p1001_My.Objects', 'my.objects'],
  ])('has only the groups of the seed if it has no default groups: %s', async (...spellings) => {
    const [objectType = ''] = spellings;
    const property = {
      objectType,
      name: 'outcome',
      label: 'Outcome',
      groupName: 'own',
      type: 'string',
      fieldType: 'text',
    };
    const groups = [{ objectType, name: 'own', displayName: 'Own' }];
    const objectTypes = [{ id: '0-999', name: 'My.Objects' }];
    const { service } = await aService({
      seed: { accounts: [{ hubId: 1001, objectTypes, groups, properties: [property] }] },
    });
    for (const object_type of spellings) {
      const { body } = await send(service, 'listProperties', { params: { object_type } });
      expect(body.map(({ name }: { name: string }) => name)).toContain('outcome');
    }
    expect((await service.snapshot(1001)).groups[objectType]?.map(({ name }) => name)).toContain('own');
  });

  it.each(['pets', '2-9999', '0-99'])('is refused if the account lacks it: %s', async (object_type) => {
    const { service } = await aService();
    const refused = await send(service, 'listProperties', { params: { object_type } });
    expect([refused.status, refused.body.message]).toEqual([400, `Unable to infer object type from: ${object_type}`]);
  });
});

function input({ label, value }: { readonly label: string; readonly value: string }) {
  return { label, value };
}
