/** Defines a complete call of each endpoint with every member, and the seed that it needs. */

import type { EndpointId } from '../../../src/contract/endpoints.ts';
import type { Seed } from '../../../src/service/index.ts';
import { DATED_OAUTH_CALLS, REVOKE } from '../../client/dated-oauth-calls.ts';
import { DATED_SCHEMA_CALLS } from '../../client/dated-schema-calls.ts';
import { DATED_TIMELINE_CALLS } from '../../client/dated-timeline-calls.ts';
import { BEFORE_WEBHOOKS, DATED_WEBHOOK_CALLS } from '../../client/dated-webhook-calls.ts';
import { CARRIERS, DATED_EVENT_SAMPLES } from './dated-event-samples.ts';
import { DATED_LIMIT_SAMPLES, LABELS } from './dated-limit-samples.ts';
import { PIPELINE_SAMPLES, SEEDED_PIPELINES } from './pipeline-samples.ts';
import { SEEDED_FIELDS, VALIDATION_SAMPLES } from './validation-samples.ts';

type SeedProperty = NonNullable<NonNullable<Seed['accounts']>[number]['properties']>[number];

interface Sample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const OPTION = { label: 'Gold', value: 'gold', description: 'The best', displayOrder: 0, hidden: false };

const GIVEN = {
  label: 'Tier',
  groupName: 'held',
  type: 'enumeration',
  fieldType: 'select',
  description: 'How loyal',
  options: [OPTION],
  displayOrder: 2,
};

const PAIR = { fromObjectType: 'contacts', toObjectType: 'companies' };

export const SAMPLES: Readonly<Record<EndpointId, Sample>> = {
  ...DATED_OAUTH_CALLS,
  revokeToken: REVOKE,
  ...DATED_WEBHOOK_CALLS,
  ...DATED_EVENT_SAMPLES,
  ...DATED_LIMIT_SAMPLES,
  ...DATED_TIMELINE_CALLS,
  ...PIPELINE_SAMPLES,
  ...VALIDATION_SAMPLES,
  createDatedSchema: DATED_SCHEMA_CALLS.createDatedSchema,
  updateDatedSchema: {
    params: { object_type: '2-3451' },
    body: { labels: { singular: 'Membership', plural: 'Memberships' }, description: 'Paid', restorable: true },
  },
  archiveDatedSchema: { params: { object_type: '2-3451' } },
  createSchemaAssociation: {
    params: { object_type: '2-3451' },
    body: { fromObjectTypeId: '2-3451', toObjectTypeId: '0-2', name: 'membership_of' },
  },
  archiveSchemaAssociation: { params: { object_type: '2-3451', associationIdentifier: '3' } },
  issueToken: {
    body: {
      grant_type: 'refresh_token',
      client_id: 'trueup-dev',
      client_secret: 'trueup-dev-secret',
      refresh_token: 'trueup-dev-refresh',
      code: 'none',
      redirect_uri: 'http://localhost/callback',
      code_verifier: 'none',
      scope: 'oauth',
    },
  },
  readAccessToken: { params: { token: 'trueup-dev-token' } },
  deleteRefreshToken: { params: { token: 'trueup-dev-refresh' } },
  readAccountDetails: {},
  readRefreshToken: { params: { token: 'trueup-dev-refresh' } },
  listAssociationTypes: { params: PAIR },
  sendTimelineEvents: {
    body: {
      inputs: [
        {
          eventTemplateId: 'template-1',
          id: 'batch-1',
          tokens: { total: 10 },
          customObjectTypeId: '2-3451',
          domain: 'shop.example',
          email: 'ada@example.com',
          extraData: { note: 'x' },
          objectId: '5',
          timelineIFrame: { headerLabel: 'H', linkLabel: 'L', url: 'https://shop.example', width: 10, height: 10 },
          timestamp: '2026-01-31T09:30:00Z',
          utk: 'visitor-1',
        },
      ],
    },
  },
  readTimelineEvent: { params: { eventTemplateId: 'template-1', eventId: 'batch-1' } },
  readTokenInfo: { body: { tokenKey: 'pat-na1-trueup-dev' } },
  listDatedGroups: { params: { object_type: 'contacts' } },
  readDatedGroup: { params: { object_type: 'contacts', group_name: 'held' } },
  createDatedGroup: {
    params: { object_type: 'contacts' },
    body: { name: 'loyalty', label: 'Loyalty', displayOrder: 3 },
  },
  updateDatedGroup: {
    params: { object_type: 'contacts', group_name: 'held' },
    body: { label: 'Held', displayOrder: 3 },
  },
  archiveDatedGroup: { params: { object_type: 'contacts', group_name: 'unused' } },
  listDatedProperties: { params: { object_type: 'contacts' } },
  readDatedProperty: {
    params: { object_type: 'contacts', property_name: 'abwhole' },
    query: { archived: 'true', dataSensitivity: 'sensitive' },
  },
  createDatedProperty: {
    params: { object_type: 'contacts' },
    body: {
      ...GIVEN,
      name: 'newtier',
      formField: true,
      hidden: true,
      hasUniqueValue: true,
      dataSensitivity: 'non_sensitive',
      numberDisplayHint: 'formatted',
      textDisplayHint: 'multi_line',
      dateDisplayHint: 'absolute',
      showCurrencySymbol: true,
      currencyPropertyName: 'currency_code',
    },
  },
  updateDatedProperty: {
    params: { object_type: 'contacts', property_name: 'aatier' },
    body: {
      ...GIVEN,
      name: 'aatier',
      formField: true,
      hidden: true,
      numberDisplayHint: 'formatted',
      textDisplayHint: 'multi_line',
      dateDisplayHint: 'absolute',
      showCurrencySymbol: true,
      currencyPropertyName: 'currency_code',
      hasUniqueValue: true,
      dataSensitivity: 'sensitive',
      referencedObjectType: 'OWNER',
      externalOptions: true,
    },
  },
  archiveDatedProperty: { params: { object_type: 'contacts', property_name: 'abspare' } },
  createDatedProperties: {
    params: { object_type: 'contacts' },
    body: { inputs: [{ ...GIVEN, name: 'newtier' }] },
  },
  readDatedProperties: {
    params: { object_type: 'contacts' },
    body: { inputs: [{ name: 'abwhole' }], archived: true, dataSensitivity: 'sensitive' },
  },
  archiveDatedProperties: { params: { object_type: 'contacts' }, body: { inputs: [{ name: 'abspare' }] } },
  listDatedSchemas: {},
  readDatedSchemas: DATED_SCHEMA_CALLS.readDatedSchemas,
  readObjectTypeLimit: {},
  readDatedSchema: { params: { object_type: 'contacts' } },
  updateCompanyGroup: {
    params: { group_name: 'held' },
    query: { includeProperties: 'true' },
    body: { displayName: 'Held', displayOrder: 3 },
  },
  updateContactGroup: {
    params: { group_name: 'held' },
    query: { includeProperties: 'true' },
    body: { displayName: 'Held', displayOrder: 3 },
  },
  createGroup: {
    params: { object_type: 'contacts' },
    body: { name: 'loyalty', displayName: 'Loyalty', displayOrder: 3 },
  },
  updateGroup: {
    params: { object_type: 'contacts', group_name: 'held' },
    body: { displayName: 'Held', displayOrder: 3 },
  },
  listCompanyProperties: {},
  updateCompanyProperty: { params: { property_name: 'aatier' }, body: GIVEN },
  updateDealProperty: { params: { property_name: 'aatier' }, body: { ...GIVEN, name: 'aatier', formField: true } },
  createContactProperty: { body: { ...GIVEN, name: 'newtier', formField: true } },
  listProperties: { params: { object_type: 'contacts' } },
  createProperty: { params: { object_type: 'contacts' }, body: { ...GIVEN, name: 'newtier', formField: true } },
  patchProperty: {
    params: { object_type: 'contacts', property_name: 'aatier' },
    body: {
      label: 'Tier',
      groupName: 'held',
      description: 'How loyal',
      options: [OPTION],
      displayOrder: 2,
      formField: true,
    },
  },
  sendTimelineEvent: {
    body: {
      eventTemplateId: 'template-1',
      id: 'e1',
      tokens: { total: '10' },
      customObjectTypeId: '2-3451',
      domain: 'shop.example',
      email: 'ada@example.com',
      extraData: { note: 'x' },
      objectId: '5',
      timelineIFrame: { headerLabel: 'H', linkLabel: 'L', url: 'https://shop.example', width: 10, height: 10 },
      timestamp: '2026-01-31T09:30:00Z',
      utk: 'visitor-1',
    },
  },
  sendLegacyTimelineEvent: {
    params: { 'application-id': '2001' },
    body: {
      id: 'e2',
      eventTypeId: 'template-1',
      objectId: 5,
      extraData: { note: 'x' },
      presentationId: 'p1',
      timelineIFrame: { linkLabel: 'L', iframeLabel: 'I', iframeUri: 'https://shop.example', width: 10, height: 10 },
    },
  },
  createSubscription: {
    params: { appId: '2001' },
    body: {
      eventType: 'contact.propertyChange',
      active: true,
      propertyName: 'tier',
      objectTypeId: '0-1',
      eventTypeName: 'A contact changed',
    },
  },
  createEventProperty: {
    params: { eventName: 'shipped' },
    body: { name: 'at', label: 'At', type: 'enumeration', description: 'When', options: [OPTION], fieldType: 'select' },
  },
  updateAssociationLimits: {
    params: PAIR,
    body: { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279, maxToObjectIds: 5 }] },
  },
  purgeAssociationLimits: { params: PAIR, body: { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279 }] } },
};

const TYPES = ['contacts', 'companies', 'deals'];

/** Property with a distinct value for each member. It is first in every list. */
const WHOLE = {
  name: 'aatier',
  label: 'Tier',
  groupName: 'held',
  type: 'enumeration',
  fieldType: 'select',
  description: 'How loyal',
  options: [{ ...OPTION, readOnly: true, doubleData: 0.5 }],
  currencyPropertyName: 'currency_code',
  textDisplayHint: 'multi_line',
  numberDisplayHint: 'formatted',
  referencedObjectType: 'OWNER',
};

const NUMBER = { type: 'number', fieldType: 'number' };
const CHOICE = { type: 'enumeration', fieldType: 'select', options: [OPTION] };

/** Properties that the documented surface cannot create. Their names come after the others. */
const DATED_PROPERTIES: readonly Omit<SeedProperty, 'objectType' | 'groupName'>[] = [
  {
    name: 'abbuiltin',
    label: 'Built in',
    ...CHOICE,
    serviceDefined: true,
    readOnlyDefinition: true,
    optionsAreMutable: true,
  },
  { name: 'abformula', label: 'Formula', ...NUMBER, calculationFormula: 'abnumber + 1' },
  { name: 'abgone', label: 'Gone', ...NUMBER, deleted: true, createdAt: 1_600_000_000_000 },
  { name: 'ablocked', label: 'Locked', ...CHOICE, serviceDefined: true, readOnlyDefinition: true },
  { name: 'abnumber', label: 'Number', ...NUMBER },
  { name: 'absecret', label: 'Secret', ...NUMBER, dataSensitivity: 'sensitive' },
  { name: 'abspare', label: 'Spare', ...NUMBER },
  {
    name: 'abused',
    label: 'Used',
    ...NUMBER,
    usedIn: [
      { parentType: 'WORKFLOW', parentName: 'Welcome' },
      { parentType: 'LIST', parentName: 'Regulars' },
    ],
  },
  {
    ...WHOLE,
    name: 'abwhole',
    calculationFormula: 'abnumber + 1',
    dateDisplayHint: 'absolute',
    showCurrencySymbol: true,
    dataSensitivity: 'sensitive',
    sensitiveDataCategories: ['HIPAA'],
    deleted: true,
  },
];

const MOMENT = '2026-01-31T09:30:00Z';

/** Endpoint whose sample must succeed before the sample of the key. */
export const BEFORE: { readonly [E in EndpointId]?: EndpointId } = {
  ...BEFORE_WEBHOOKS,
  readTimelineEvent: 'sendTimelineEvents',
  archiveSchemaAssociation: 'createSchemaAssociation',
};

export const SEED: Seed = {
  accounts: [
    {
      hubId: 1001,
      associationLabels: LABELS,
      groups: [
        ...TYPES.map((objectType) => ({ objectType, name: 'held', displayName: 'Held' })),
        { objectType: 'contacts', name: 'unused', displayName: 'Unused' },
      ],
      sensitiveData: true,
      ...SEEDED_PIPELINES,
      properties: [
        ...TYPES.map((objectType) => ({ objectType, ...WHOLE })),
        ...DATED_PROPERTIES.map((given) => ({ objectType: 'contacts', groupName: 'held', ...given })),
        ...SEEDED_FIELDS,
      ],
      eventDefinitions: [
        {
          name: 'shipped',
          properties: CARRIERS,
          newProperties: {
            archivedAt: MOMENT,
            calculationFormula: 'now()',
            dateDisplayHint: 'absolute',
            externalOptionsReferenceType: 'OWNER',
            referencedObjectType: 'OWNER',
            sensitiveDataCategories: ['HIPAA'],
          },
        },
      ],
    },
    { hubId: 7007 },
  ],
};
