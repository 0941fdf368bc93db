/**
 * Scopes that an endpoint probably needs. They are only advice, because the interface does not specify them (interface 5.6; assumption
 * A08).
 */

import type { EndpointId } from './endpoints.ts';
import { canonicalObjectType, isStandardObjectType, type StandardObjectType } from './object-types.ts';

/**
 * Returns scopes of which one is enough, the scope with the fewest rights first. The list is empty if the endpoint needs no scope, or none
 * is known.
 */
export function listScopes(endpoint: EndpointId, params: Readonly<Record<string, string>>): readonly string[] {
  switch (endpoint) {
    case 'issueToken':
    case 'readAccessToken':
    case 'deleteRefreshToken':
    case 'readAccountDetails':
    case 'readTokenInfo':
    case 'readRefreshToken':
    case 'issueDatedToken':
    case 'introspectToken':
    case 'revokeToken':
    case 'readDatedAccountDetails':
    case 'readPipelineLimits':
      return [];
    case 'listCompanyProperties':
      return definitionScopes('companies').read;
    case 'listProperties':
    case 'listDatedGroups':
    case 'readDatedGroup':
    case 'listDatedProperties':
    case 'readDatedProperty':
    case 'readDatedProperties':
    case 'readDatedSchema':
    case 'listPipelines':
    case 'readPipeline':
    case 'readPipelineAudit':
    case 'listStages':
    case 'readStage':
    case 'readStageAudit':
      return definitionScopes(params['object_type'] ?? '').read;
    case 'listValidationRules':
    case 'readPropertyValidationRules':
    case 'readValidationRule':
      return definitionScopes(params['objectTypeId'] ?? '').read;
    case 'setValidationRule':
      return definitionScopes(params['objectTypeId'] ?? '').write;
    case 'listDatedSchemas':
    case 'readDatedSchemas':
      return definitionScopes('').read;
    case 'createDatedSchema':
    case 'updateDatedSchema':
    case 'archiveDatedSchema':
    case 'createSchemaAssociation':
    case 'archiveSchemaAssociation':
      return definitionScopes('').write;
    case 'updateCompanyGroup':
    case 'updateCompanyProperty':
      return definitionScopes('companies').write;
    case 'updateContactGroup':
    case 'createContactProperty':
      return definitionScopes('contacts').write;
    case 'updateDealProperty':
      return definitionScopes('deals').write;
    case 'createGroup':
    case 'createDatedGroup':
    case 'updateDatedGroup':
    case 'archiveDatedGroup':
    case 'createDatedProperty':
    case 'updateDatedProperty':
    case 'archiveDatedProperty':
    case 'createDatedProperties':
    case 'archiveDatedProperties':
    case 'updateGroup':
    case 'createProperty':
    case 'patchProperty':
    case 'createPipeline':
    case 'updatePipeline':
    case 'replacePipeline':
    case 'deletePipeline':
    case 'createStage':
    case 'updateStage':
    case 'deleteStage':
      return definitionScopes(params['object_type'] ?? '').write;
    case 'sendTimelineEvent':
    case 'sendLegacyTimelineEvent':
    case 'readTimelineEvent':
    case 'sendTimelineEvents':
      return ['timeline'];
    case 'sendDatedTimelineEvent':
      return TIMELINE_EVENTS;
    case 'listSubscriptions':
    case 'readSubscription':
    case 'readWebhookSettings':
      return ['developers-read', 'developers-write', 'private-apps-read', 'private-apps-write'];
    case 'updateSubscription':
    case 'deleteSubscription':
    case 'updateSubscriptions':
    case 'setWebhookSettings':
    case 'deleteWebhookSettings':
    case 'createSubscription':
      return ['developers-write', 'private-apps-write'];
    case 'listEventDefinitions':
    case 'readEventDefinition':
    case 'createEventDefinition':
    case 'updateEventDefinition':
    case 'deleteEventDefinition':
    case 'createDatedEventProperty':
    case 'updateDatedEventProperty':
    case 'deleteDatedEventProperty':
    case 'createEventProperty':
      return [EVENT_DEFINITIONS];
    case 'readAssociationLimits':
    case 'readAllAssociationLimits':
    case 'createDatedLimits':
    case 'updateDatedLimits':
    case 'purgeDatedLimits':
    case 'listAssociationLabels':
    case 'listAssociationTypes':
    case 'createAssociationLabel':
    case 'updateAssociationLabel':
    case 'deleteAssociationLabel':
    case 'updateAssociationLimits':
    case 'purgeAssociationLimits':
      return limitScopes(params['fromObjectType'] ?? '', params['toObjectType'] ?? '');
    case 'readLabelLimits':
    case 'readObjectTypeLimit':
      return KNOWN_SCOPES.filter((scope) => scope.startsWith('crm.objects.'));
  }
}

/** Returns the scope that the create of a sensitive property needs in addition to a scope for definitions. */
export function sensitiveScope(objectType: string, level: 'sensitive' | 'highly_sensitive'): string {
  const type = canonicalObjectType(objectType);
  const name = isStandardObjectType(type) ? (SCHEMA_SCOPED[type] ?? type) : 'custom';
  return `crm.objects.${name}.${level}.write`;
}

const MOST_NAMED = 4;

/** Returns a list of scopes for a message. Of a long list, it names the first scopes and the number of the others. */
export function formatAnyScope(scopes: readonly string[]): string {
  const others = scopes.length - MOST_NAMED;
  return others < 2 ? scopes.join(', ') : `${scopes.slice(0, MOST_NAMED).join(', ')}, or one of ${others} others`;
}

interface DefinitionScopes {
  readonly read: readonly string[];
  readonly write: readonly string[];
}

const EVENT_DEFINITIONS = 'behavioral_events.event_definitions.read_write';

/** On the dated surface, the scopes that write the records of most events are enough too. */
const TIMELINE_EVENTS: readonly string[] = [
  'timeline',
  'tickets',
  ...['contacts', 'companies', 'deals'].flatMap((name) => [`crm.objects.${name}.write`, `crm.schemas.${name}.write`]),
];

/** Object types with separate scopes for their definitions, by the names in the scopes. */
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

/** Scopes that are enough in addition to the common scopes of such types. */
const BESIDE: Readonly<Partial<Record<StandardObjectType, Partial<DefinitionScopes>>>> = {
  // Private apps that are older than the scopes of single object types have this scope.
  contacts: { read: ['contacts'], write: ['contacts'] },
  orders: { write: ['crm.objects.orders.write', 'crm.pipelines.orders.write'] },
  carts: { write: ['crm.objects.carts.write'] },
};

/** Object types whose definitions are read with the scope of their records. The scope of a write is known only for users. */
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

const NONE: DefinitionScopes = { read: [], write: [] };

function definitionScopes(objectType: string): DefinitionScopes {
  const type = canonicalObjectType(objectType);
  if (!isStandardObjectType(type)) return ownScopes('custom');
  if (type === 'tickets') {
    const { read, write } = ownScopes('tickets');
    return { read: ['tickets', ...read], write: ['tickets', ...write] };
  }
  if (type === 'line_items') return { read: ['e-commerce', ...ownScopes(type).read], write: ['e-commerce'] };
  if (type === 'products') return { read: ['e-commerce', ...recordScopes(type)], write: ['e-commerce'] };
  if (RECORD_SCOPED.includes(type)) {
    return { read: [`crm.objects.${type}.read`], write: type === 'users' ? ['crm.objects.users.write'] : [] };
  }
  const own = SCHEMA_SCOPED[type];
  if (own === undefined) return NONE;
  const { read, write } = ownScopes(own);
  return { read: [...read, ...(BESIDE[type]?.read ?? [])], write: [...write, ...(BESIDE[type]?.write ?? [])] };
}

function ownScopes(name: string): DefinitionScopes {
  return { read: [`crm.schemas.${name}.read`, ...recordScopes(name)], write: [`crm.schemas.${name}.write`] };
}

function recordScopes(name: string): readonly string[] {
  return [`crm.objects.${name}.read`, `crm.objects.${name}.write`];
}

/** Every scope that listScopes can return for standard and custom object types. */
export const KNOWN_SCOPES: readonly string[] = [
  ...new Set([
    'oauth',
    'tickets',
    'e-commerce',
    'timeline',
    'developers-read',
    'developers-write',
    'private-apps-read',
    'private-apps-write',
    EVENT_DEFINITIONS,
    ...[...Object.keys(SCHEMA_SCOPED), 'custom', 'tickets', 'line_items', 'products', ...RECORD_SCOPED]
      .map(definitionScopes)
      .flatMap(({ read, write }) => [...read, ...write]),
  ]),
];

/** Returns the scopes of both ends, then the scopes of all other object types. Each of them is known to be enough for every pair. */
function limitScopes(from: string, to: string): readonly string[] {
  const ends = [from, to].map(definitionScopes).flatMap(({ read, write }) => [...read, ...write]);
  const others = KNOWN_SCOPES.filter((scope) => /^crm\.(objects|schemas)\./.test(scope));
  return [...new Set([...ends, ...others])];
}
