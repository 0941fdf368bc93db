/** The routes of the dated surface (interface 11). */

import {
  archiveDatedGroup,
  createDatedGroup,
  listDatedGroups,
  readDatedGroup,
  updateDatedGroup,
} from '../handlers/dated-groups.ts';
import {
  archiveDatedProperty,
  createDatedProperty,
  listDatedProperties,
  readDatedProperty,
  updateDatedProperty,
} from '../handlers/dated-properties.ts';
import {
  archiveDatedProperties,
  createDatedProperties,
  readDatedProperties,
} from '../handlers/dated-property-batches.ts';
import { listDatedSchemas, readDatedSchema } from '../handlers/dated-schemas.ts';
import { sendDatedTimelineEvent } from '../handlers/dated-timeline.ts';
import { archiveSchemaAssociation, createSchemaAssociation } from '../handlers/schema-links.ts';
import { archiveDatedSchema, createDatedSchema, updateDatedSchema } from '../handlers/schema-writes.ts';
import { DATED_EVENT_ROUTES } from './dated-event-routes.ts';
import { DATED_LIMIT_ROUTES } from './dated-limit-routes.ts';
import { DATED_OAUTH_ROUTES } from './dated-oauth-routes.ts';
import { DATED_WEBHOOK_ROUTES } from './dated-webhook-routes.ts';
import { route } from './route.ts';

export const DATED_ROUTES = {
  ...DATED_OAUTH_ROUTES,
  listDatedGroups: route('listDatedGroups', listDatedGroups),
  readDatedGroup: route('readDatedGroup', readDatedGroup),
  createDatedGroup: route('createDatedGroup', createDatedGroup),
  updateDatedGroup: route('updateDatedGroup', updateDatedGroup),
  archiveDatedGroup: route('archiveDatedGroup', archiveDatedGroup),
  listDatedProperties: route('listDatedProperties', listDatedProperties),
  readDatedProperty: route('readDatedProperty', readDatedProperty),
  createDatedProperty: route('createDatedProperty', createDatedProperty),
  updateDatedProperty: route('updateDatedProperty', updateDatedProperty),
  archiveDatedProperty: route('archiveDatedProperty', archiveDatedProperty),
  createDatedProperties: route('createDatedProperties', createDatedProperties),
  readDatedProperties: route('readDatedProperties', readDatedProperties),
  archiveDatedProperties: route('archiveDatedProperties', archiveDatedProperties),
  listDatedSchemas: route('listDatedSchemas', listDatedSchemas),
  readDatedSchema: route('readDatedSchema', readDatedSchema),
  createDatedSchema: route('createDatedSchema', createDatedSchema),
  updateDatedSchema: route('updateDatedSchema', updateDatedSchema),
  archiveDatedSchema: route('archiveDatedSchema', archiveDatedSchema),
  createSchemaAssociation: route('createSchemaAssociation', createSchemaAssociation),
  archiveSchemaAssociation: route('archiveSchemaAssociation', archiveSchemaAssociation),
  ...DATED_WEBHOOK_ROUTES,
  ...DATED_EVENT_ROUTES,
  ...DATED_LIMIT_ROUTES,
  sendDatedTimelineEvent: route('sendDatedTimelineEvent', sendDatedTimelineEvent),
};
