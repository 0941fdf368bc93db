/** The routes of event definitions and their properties on the dated surface (interface 11.6). */

import {
  createDatedEventProperty,
  createEventDefinition,
  deleteDatedEventProperty,
  deleteEventDefinition,
  listEventDefinitions,
  readEventDefinition,
  updateDatedEventProperty,
  updateEventDefinition,
} from '../handlers/dated-events.ts';
import { route } from './route.ts';

export const DATED_EVENT_ROUTES = {
  listEventDefinitions: route('listEventDefinitions', listEventDefinitions),
  readEventDefinition: route('readEventDefinition', readEventDefinition),
  createEventDefinition: route('createEventDefinition', createEventDefinition),
  updateEventDefinition: route('updateEventDefinition', updateEventDefinition),
  deleteEventDefinition: route('deleteEventDefinition', deleteEventDefinition),
  createDatedEventProperty: route('createDatedEventProperty', createDatedEventProperty),
  updateDatedEventProperty: route('updateDatedEventProperty', updateDatedEventProperty),
  deleteDatedEventProperty: route('deleteDatedEventProperty', deleteDatedEventProperty),
};
