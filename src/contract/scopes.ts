/** Scopes an endpoint needs, as far as they are known (spec 5.6 does not show them; assumption A08). */

import type { EndpointId } from './endpoints.ts';
import { canonicalObjectType } from './object-types.ts';

/** Any one of these scopes is enough; an empty list means the endpoint needs none or none is known. */
export function scopesFor(endpoint: EndpointId, params: Readonly<Record<string, string>>): readonly string[] {
  switch (endpoint) {
    case 'issueToken':
    case 'readAccessToken':
    case 'deleteRefreshToken':
      return [];
    case 'listCompanyProperties':
      return schemaScopes('companies', 'read');
    case 'listProperties':
      return schemaScopes(params['object_type'] ?? '', 'read');
    case 'updateCompanyGroup':
    case 'updateCompanyProperty':
      return schemaScopes('companies', 'write');
    case 'updateContactGroup':
    case 'createContactProperty':
      return schemaScopes('contacts', 'write');
    case 'updateDealProperty':
      return schemaScopes('deals', 'write');
    case 'createGroup':
    case 'updateGroup':
    case 'createProperty':
    case 'patchProperty':
      return schemaScopes(params['object_type'] ?? '', 'write');
    case 'sendTimelineEvent':
    case 'sendLegacyTimelineEvent':
      return ['timeline'];
    case 'createSubscription':
      return ['developers-write'];
    case 'createEventProperty':
      return ['behavioral_events.event_definitions.read_write'];
    case 'updateAssociationLimits':
    case 'purgeAssociationLimits':
      return [params['fromObjectType'] ?? '', params['toObjectType'] ?? ''].flatMap((type) => [
        ...schemaScopes(type, 'read'),
        ...schemaScopes(type, 'write'),
      ]);
  }
}

/** Every scope that scopesFor can name for the standard object types and custom ones. */
export const KNOWN_SCOPES: readonly string[] = [
  'oauth',
  'tickets',
  'e-commerce',
  'timeline',
  'developers-read',
  'developers-write',
  'behavioral_events.event_definitions.read_write',
  ...['contacts', 'companies', 'deals', 'custom', 'quotes'].flatMap((type) => [
    `crm.schemas.${type}.read`,
    `crm.schemas.${type}.write`,
    `crm.objects.${type}.read`,
    `crm.objects.${type}.write`,
  ]),
];

function schemaScopes(objectType: string, access: 'read' | 'write'): readonly string[] {
  const type = canonicalObjectType(objectType);
  switch (type) {
    case 'contacts':
    case 'companies':
    case 'deals':
    case 'quotes':
      return access === 'read'
        ? [`crm.schemas.${type}.read`, `crm.objects.${type}.read`, `crm.objects.${type}.write`]
        : [`crm.schemas.${type}.write`];
    case 'tickets':
      return ['tickets'];
    case 'products':
    case 'line_items':
      return ['e-commerce'];
    default:
      return access === 'read' ? ['crm.schemas.custom.read', 'crm.objects.custom.read'] : ['crm.schemas.custom.write'];
  }
}
