import { describe, expect, it } from 'vitest';
import { DATA_SENSITIVITIES, DATE_DISPLAY_HINTS } from '../../src/contract/event-definitions.ts';
import type { Seed } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';

type Account = NonNullable<Seed['accounts']>[number];

function seeding(account: Omit<Account, 'hubId'>): { readonly seed: Seed } {
  return { seed: { accounts: [{ hubId: 1001, ...account }] } };
}

const TIER = {
  objectType: 'contacts',
  name: 'tier',
  label: 'Tier',
  groupName: 'contactinformation',
  type: 'enumeration',
  fieldType: 'select',
};

/** Members of interface 2.3 that calls cannot set, all with values other than their defaults. */
const MEMBERS = {
  favorited: true,
  favoritedOrder: 3,
  externalOptions: true,
  displayMode: 'all_unique_versions',
  showCurrencySymbol: true,
  currencyPropertyName: 'currency_code',
  textDisplayHint: 'multi_line',
  numberDisplayHint: 'formatted',
  optionsAreMutable: false,
  referencedObjectType: 'OWNER',
  searchableInGlobalSearch: true,
  hasUniqueValue: true,
  readOnlyValue: true,
  mutableDefinitionNotDeletable: true,
  isCustomizedDefault: true,
  createdAt: 1_600_000_000_000,
  updatedAt: 1_700_000_000_000,
  createdUserId: 11,
  updatedUserId: 12,
} as const;

const OPTIONS = [
  { label: 'Won', value: 'won', displayOrder: 0, readOnly: true, doubleData: 1 },
  { label: 'Lost', value: 'lost', displayOrder: 1, doubleData: 0 },
];

describe('a seeded property', () => {
  it('shows every member that the seed gives it, in the variants that have it', async () => {
    const companies = { ...TIER, objectType: 'companies', groupName: 'companyinformation' };
    const { service } = await aService(
      seeding({
        properties: [
          { ...TIER, ...MEMBERS, options: OPTIONS },
          { ...companies, ...MEMBERS, options: OPTIONS },
        ],
      }),
    );
    const options = [
      { ...OPTIONS[0], description: '', hidden: false, readOnly: true },
      { ...OPTIONS[1], description: '', hidden: false, readOnly: false },
    ];
    const { objectType: _, ...named } = TIER;
    const listed = await send(service, 'listProperties', { params: { object_type: 'contacts' } });
    const found = listed.body.find(({ name }: { name: string }) => name === 'tier');
    expect(found).toMatchObject({ ...named, ...MEMBERS, options, deleted: false });
    const v1 = await send(service, 'listCompanyProperties');
    expect(v1.body.find(({ name }: { name: string }) => name === 'tier')).toMatchObject({
      favorited: true,
      favoritedOrder: 3,
      externalOptions: true,
      displayMode: 'all_unique_versions',
      createdUserId: 11,
      options,
    });
  });

  it('keeps members of an option that requests do not have, while the option stays', async () => {
    const { service } = await aService(seeding({ properties: [{ ...TIER, options: OPTIONS }] }));
    const changed = await send(service, 'patchProperty', {
      params: { object_type: 'contacts', property_name: 'tier' },
      body: {
        options: [
          { label: 'Won!', value: 'won' },
          { label: 'Open', value: 'open' },
        ],
      },
    });
    const found = changed.body.options.map(({ value, readOnly, doubleData }: Record<string, unknown>) => [
      value,
      readOnly,
      doubleData,
    ]);
    expect(found).toEqual([
      ['won', true, 1],
      ['open', false, null],
    ]);
  });

  it('is hidden if it is deleted, and a create restores its creation time', async () => {
    const { service } = await aService(
      seeding({ properties: [{ ...TIER, deleted: true, createdAt: 1_600_000_000_000 }] }),
    );
    const listed = await send(service, 'listProperties', { params: { object_type: 'contacts' } });
    expect(listed.body.map(({ name }: { name: string }) => name)).not.toContain('tier');
    const { objectType: _, ...body } = TIER;
    const created = await send(service, 'createProperty', { params: { object_type: 'contacts' }, body });
    expect([created.status, created.body.createdAt]).toEqual([201, 1_600_000_000_000]);
  });
});

describe('an event-definition property', () => {
  const created = {
    params: { eventName: 'shipped' },
    body: { name: 'at', label: 'At', type: 'datetime' },
  };
  const all = {
    fieldType: 'calendar',
    groupName: 'shipping',
    archived: true,
    archivedAt: '2026-01-31T09:30:00Z',
    calculated: true,
    calculationFormula: 'now()',
    createdAt: '2026-01-01T00:00:00Z',
    createdUserId: '11',
    dataSensitivity: 'sensitive',
    dateDisplayHint: 'time_since',
    displayOrder: 4,
    externalOptions: true,
    externalOptionsReferenceType: 'OWNER',
    formField: true,
    hasUniqueValue: true,
    hidden: true,
    serviceDefined: true,
    referencedObjectType: 'OWNER',
    sensitiveDataCategories: ['HIPAA'] as string[],
    showCurrencySymbol: true,
    updatedAt: '2026-01-02T00:00:00Z',
    updatedUserId: '12',
  } as const;

  it('shows the members that the seed gives to new properties', async () => {
    const { service } = await aService(seeding({ eventDefinitions: [{ name: 'shipped', newProperties: all }] }));
    const { status, body } = await send(service, 'createEventProperty', created);
    expect([status, body]).toEqual([
      201,
      { name: 'at', label: 'At', type: 'datetime', description: '', options: [], ...all },
    ]);
  });

  it.each([
    ...DATA_SENSITIVITIES.map((dataSensitivity) => ({ dataSensitivity })),
    ...DATE_DISPLAY_HINTS.map((dateDisplayHint) => ({ dateDisplayHint })),
  ])('takes each value of its enumerations: %j', async (newProperties) => {
    const { service } = await aService(seeding({ eventDefinitions: [{ name: 'shipped', newProperties }] }));
    expect((await send(service, 'createEventProperty', created)).body).toMatchObject(newProperties);
  });

  it('exists if the seed names it, and its name is taken', async () => {
    const property = { name: 'at', label: 'At', type: 'datetime', dateDisplayHint: 'absolute' } as const;
    const { service } = await aService(seeding({ eventDefinitions: [{ name: 'shipped', properties: [property] }] }));
    expect((await service.snapshot(1001)).eventProperties['shipped']).toMatchObject([
      { name: 'at', fieldType: 'date', members: { dateDisplayHint: 'absolute' } },
    ]);
    expect((await send(service, 'createEventProperty', created)).status).toBe(409);
  });

  it.each([
    [{ dataSensitivity: 'secret' }, 'dataSensitivity'],
    [{ dateDisplayHint: 'soon' }, 'dateDisplayHint'],
    [{ externalOptions: true }, 'externalOptions'],
    [{ options: [{ label: 'A', value: 'a' }] }, 'options'],
  ])('is checked in a seed: %j', async (given, member) => {
    const property = { name: 'at', label: 'At', type: 'datetime', ...given };
    const seed = { accounts: [{ hubId: 1001, eventDefinitions: [{ name: 'shipped', properties: [property] }] }] };
    await expect(aService({ seed: seed as Seed })).rejects.toMatchObject({
      code: 'seed-invalid',
      issues: [{ path: ['accounts', 0, 'eventDefinitions', 0, 'properties', 0, member] }],
    });
  });
});
