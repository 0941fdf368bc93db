/** Scopes an endpoint needs, as far as they are known (interface 5.6 does not show them; assumption A08). */

import type { EndpointId } from './endpoints.ts';
import { canonicalObjectType, isStandardObjectType, type StandardObjectType } from './object-types.ts';

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

/** Object types with scopes of their own for their definitions, by the names that the scopes have. */
const SCHEMA_SCOPED: Readonly<Partial<Record<StandardObjectType, string>>> = {
  contacts: 'contacts',
  companies: 'companies',
  deals: 'deals',
  quotes: 'quotes',
  invoices: 'invoices',
  orders: 'orders',
  carts: 'carts',
  subscriptions: 'subscriptions',
  services: 'services',
  courses: 'courses',
  listings: 'listings',
  appointments: 'appointments',
  projects: 'projects',
  payments: 'commercepayments',
};

/** Object types whose definitions are read with the scope of their records; what a write needs is not known. */
const RECORD_SCOPED: readonly StandardObjectType[] = [
  'leads',
  'users',
  'goals',
  'calls',
  'emails',
  'meetings',
  'notes',
  'tasks',
];

/** Every scope that scopesFor can name for the standard object types and custom ones. */
export const KNOWN_SCOPES: readonly string[] = [
  'oauth',
  'tickets',
  'e-commerce',
  'timeline',
  'developers-read',
  'developers-write',
  'behavioral_events.event_definitions.read_write',
  ...[...Object.values(SCHEMA_SCOPED), 'custom'].flatMap((type) => [
    `crm.schemas.${type}.read`,
    `crm.schemas.${type}.write`,
    `crm.objects.${type}.read`,
    `crm.objects.${type}.write`,
  ]),
  ...RECORD_SCOPED.map((type) => `crm.objects.${type}.read`),
];

function schemaScopes(objectType: string, access: 'read' | 'write'): readonly string[] {
  const type = canonicalObjectType(objectType);
  if (!isStandardObjectType(type)) {
    return access === 'read' ? ['crm.schemas.custom.read', 'crm.objects.custom.read'] : ['crm.schemas.custom.write'];
  }
  if (type === 'tickets') return ['tickets'];
  if (type === 'products' || type === 'line_items') return ['e-commerce'];
  if (RECORD_SCOPED.includes(type)) return access === 'read' ? [`crm.objects.${type}.read`] : [];
  const own = SCHEMA_SCOPED[type];
  if (own === undefined) return [];
  return access === 'read'
    ? [`crm.schemas.${own}.read`, `crm.objects.${own}.read`, `crm.objects.${own}.write`]
    : [`crm.schemas.${own}.write`];
}
