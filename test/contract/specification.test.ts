/** The specification's tables, written down a second time by hand, against the schemas of the contract. */

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS, type EndpointId } from '../../src/contract/endpoints.ts';
import { OptionInput, OptionReply } from '../../src/contract/shapes.ts';
import { EVENT_TYPES } from '../../src/contract/webhooks.ts';

/** Members of request bodies (spec 4.1 to 4.5, 2.7 to 2.10); ! marks the required ones. */
const REQUESTS: readonly (readonly [EndpointId, string])[] = [
  ['issueToken', 'grant_type! client_id client_secret code redirect_uri refresh_token code_verifier scope'],
  ['updateCompanyGroup', 'displayName displayOrder'],
  ['updateContactGroup', 'displayName displayOrder'],
  ['createGroup', 'name! displayName! displayOrder'],
  ['updateGroup', 'displayName displayOrder'],
  ['updateCompanyProperty', 'groupName! type! label description fieldType options displayOrder'],
  ['updateDealProperty', 'name! groupName! type! fieldType! label description options displayOrder formField'],
  ['createContactProperty', 'name! label! groupName! type! fieldType! description options displayOrder formField'],
  ['createProperty', 'name! label! groupName! type! fieldType! description options displayOrder formField'],
  ['patchProperty', 'label description groupName displayOrder formField options'],
  [
    'sendTimelineEvent',
    'eventTemplateId! id tokens! customObjectTypeId domain email extraData objectId timelineIFrame timestamp utk',
  ],
  ['createSubscription', 'active! eventType! eventTypeName objectTypeId propertyName'],
  ['createEventProperty', 'label! type! description name options fieldType'],
  ['updateAssociationLimits', 'inputs!'],
  ['purgeAssociationLimits', 'inputs!'],
];

const V2_TYPES = 'string number bool datetime enumeration';

/** Spec 2.6, by the request that each row is about. */
const ALLOWED: readonly (readonly [EndpointId, string, string])[] = [
  ['createProperty', V2_TYPES, 'textarea select text date file number radio checkbox'],
  ['updateDealProperty', V2_TYPES, 'textarea select text date file number radio checkbox'],
  [
    'createContactProperty',
    'string number date datetime enumeration',
    'textarea text date file number select radio checkbox booleancheckbox',
  ],
  [
    'updateCompanyProperty',
    'string number date datetime enumeration',
    'textarea text date number select radio checkbox booleancheckbox',
  ],
];

const SHARED_BY_PROPERTIES =
  'name label description groupName options displayOrder formField readOnlyValue readOnlyDefinition hidden mutableDefinitionNotDeletable favorited favoritedOrder calculated externalOptions displayMode createdUserId updatedUserId';

/** Members of replies (spec 2.1 to 2.10), variant by variant. */
const REPLIES: readonly (readonly [EndpointId, string])[] = [
  ['issueToken', 'token_use token_type access_token refresh_token expires_in id_token hub_id scopes user_id'],
  ['readAccessToken', 'token user hub_domain scopes signed_access_token hub_id app_id expires_in user_id token_type'],
  ['updateCompanyGroup', 'name displayName displayOrder serviceDefined properties'],
  ['updateContactGroup', 'name displayName displayOrder serviceDefined properties'],
  ['createGroup', 'name displayName displayOrder serviceDefined portalId'],
  ['updateGroup', 'name displayName displayOrder serviceDefined portalId'],
  ['updateCompanyProperty', `${SHARED_BY_PROPERTIES} type fieldType`],
  ['updateDealProperty', `${SHARED_BY_PROPERTIES} type serviceDefined createdAt updatedAt`],
  ['createContactProperty', `${SHARED_BY_PROPERTIES} serviceDefined deleted createdAt updatedAt`],
  [
    'createProperty',
    `${SHARED_BY_PROPERTIES} type fieldType serviceDefined deleted createdAt updatedAt showCurrencySymbol currencyPropertyName textDisplayHint numberDisplayHint optionsAreMutable referencedObjectType isCustomizedDefault searchableInGlobalSearch hasUniqueValue`,
  ],
  [
    'sendTimelineEvent',
    'eventTemplateId id tokens objectType customObjectTypeId domain email extraData objectId timelineIFrame timestamp utk createdAt',
  ],
  ['createSubscription', 'active eventType eventTypeName objectTypeId propertyName id createdAt updatedAt'],
  [
    'createEventProperty',
    'description fieldType groupName label name options type archived archivedAt calculated calculationFormula createdAt createdUserId dataSensitivity dateDisplayHint displayOrder externalOptions externalOptionsReferenceType formField hasUniqueValue hidden serviceDefined referencedObjectType sensitiveDataCategories showCurrencySymbol updatedAt updatedUserId',
  ],
  ['updateAssociationLimits', 'requestedAt startedAt completedAt status results links'],
];

/** Spec 6. */
const EVENTS = `company: associationChange, creation, deletion, merge, propertyChange, restore
contact: associationChange, creation, deletion, merge, privacyDeletion, propertyChange, restore
conversation: creation, deletion, newMessage, privacyDeletion, propertyChange
deal: associationChange, creation, deletion, merge, propertyChange, restore
event: completed
line_item: associationChange, creation, deletion, merge, propertyChange, restore
object: associationChange, creation, deletion, merge, propertyChange, restore
product: creation, deletion, merge, propertyChange, restore
ticket: associationChange, creation, deletion, merge, propertyChange, restore`;

describe('the contract holds', () => {
  it.each(REQUESTS)('the body of %s: %s', (endpoint, members) => {
    const { body } = ENDPOINTS[endpoint];
    expect(membersOf(body)).toEqual(sorted(members));
  });

  it('bodies for these endpoints and the legacy timeline only', () => {
    const withBody = Object.entries(ENDPOINTS).filter(([, { body }]) => body !== undefined);
    expect(withBody.map(([id]) => id).toSorted()).toEqual(
      [...REQUESTS.map(([id]) => id), 'sendLegacyTimelineEvent'].toSorted(),
    );
  });

  it('the shapes of the legacy timeline event, one for each way to name the record (spec 2.7)', () => {
    const shapes = ENDPOINTS.sendLegacyTimelineEvent.body.options.map(membersOf);
    const rest = 'id! eventTypeId! extraData presentationId timelineIFrame';
    // The other two ways are in each shape only to be refused with words of their own.
    expect(shapes).toEqual(
      ['objectId! email utk', 'objectId email! utk', 'objectId email utk!'].map((record) =>
        sorted(`${rest} ${record}`),
      ),
    );
  });

  it('the inputs of association limits (spec 2.10)', () => {
    const { updateAssociationLimits, purgeAssociationLimits } = ENDPOINTS;
    expect(membersOf(updateAssociationLimits.body.shape.inputs.element)).toEqual(
      sorted('category! typeId! maxToObjectIds!'),
    );
    expect(membersOf(purgeAssociationLimits.body.shape.inputs.element)).toEqual(sorted('category! typeId!'));
  });

  it.each(ALLOWED)('the values that %s allows: %s with %s', (endpoint, types, fieldTypes) => {
    const { type, fieldType } = z.object(shapeOf(ENDPOINTS[endpoint].body)).shape;
    expect([optionsOf(type), optionsOf(fieldType)]).toEqual([sorted(types), sorted(fieldTypes)]);
  });

  it('the types of event-definition properties (spec 2.9)', () => {
    expect(optionsOf(ENDPOINTS.createEventProperty.body.shape.type)).toEqual(
      sorted('string number enumeration datetime'),
    );
  });

  it('options as requests send them and replies show them (spec 2.4)', () => {
    expect(membersOf(OptionInput)).toEqual(sorted('label! value! description displayOrder hidden'));
    expect(Object.keys(OptionReply.shape).toSorted()).toEqual(
      sorted('label value description displayOrder hidden readOnly doubleData'),
    );
  });

  it.each(REPLIES)('the reply of %s', (endpoint, members) => {
    expect(Object.keys(shapeOf(ENDPOINTS[endpoint].reply))).toEqual(expect.arrayContaining([...sorted(members)]));
  });

  it('no serviceDefined, deleted or timestamps of v1 company definitions (spec 2.3)', () => {
    const known = Object.keys(ENDPOINTS.updateCompanyProperty.reply.shape);
    expect(known.filter((member) => /^(serviceDefined|deleted|createdAt|updatedAt)$/.test(member))).toEqual([]);
  });

  it('the states of a limit batch (spec 3)', () => {
    expect(optionsOf(ENDPOINTS.updateAssociationLimits.reply.shape.status)).toEqual(
      sorted('CANCELED COMPLETE PENDING PROCESSING'),
    );
  });

  it('the statuses that spec 4 marks', () => {
    const marked = ['updateContactGroup', 'updateCompanyProperty', 'updateDealProperty', 'patchProperty'] as const;
    expect(marked.map((id) => ENDPOINTS[id].status)).toEqual([200, 200, 200, 200]);
    expect([ENDPOINTS.createContactProperty.status, ENDPOINTS.createProperty.status]).toEqual([201, 201]);
  });

  it('the event types of spec 6, by name', () => {
    const names = EVENTS.split('\n').flatMap((row) => {
      const [prefix, suffixes = ''] = row.split(': ');
      return suffixes.split(', ').map((suffix) => `${prefix}.${suffix}`);
    });
    expect(names).toHaveLength(48);
    expect(EVENT_TYPES.toSorted()).toEqual(names.toSorted());
  });
});

function sorted(words: string): readonly string[] {
  return words.split(' ').toSorted();
}

function shapeOf(schema: unknown): Readonly<Record<string, z.ZodType>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Names, those that may not be left out with !. */
function membersOf(schema: unknown): readonly string[] {
  return Object.entries(shapeOf(schema))
    .map(([name, member]) => (member.safeParse(undefined).success ? name : `${name}!`))
    .toSorted();
}

function optionsOf(schema: unknown): readonly string[] {
  const bare = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return bare instanceof z.ZodEnum ? bare.options.map(String).toSorted() : [];
}
