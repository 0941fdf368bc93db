/** The table of the interface's statements, section by section. */

import { AUTHENTICATION, BOUNDS, ERRORS, VERSIONS } from './around.ts';
import { DATED } from './dated.ts';
import { DATED_EVENTS } from './dated-events.ts';
import { DATED_GROUPS } from './dated-groups.ts';
import { DATED_LIMITS } from './dated-limits.ts';
import { DATED_OAUTH } from './dated-oauth.ts';
import { DATED_PROPERTIES } from './dated-properties.ts';
import { DATED_SCHEMAS } from './dated-schemas.ts';
import { DATED_TIMELINE } from './dated-timeline.ts';
import { DATED_WEBHOOKS } from './dated-webhooks.ts';
import { EVENT_PROPERTY } from './event-properties.ts';
import { ASSOCIATION_LIMITS, EVENTS_AND_SUBSCRIPTIONS, OPEN_POINTS } from './events.ts';
import { GROUPS, PROPERTIES } from './groups-properties.ts';
import { LIMITS, STATES } from './limits.ts';
import { ASSOCIATION_TYPES, TIMELINE_BATCH } from './older-calls.ts';
import { GROUP, OPTION, VALUES } from './options-groups.ts';
import { OAUTH, PARAMETERS } from './paths.ts';
import { PIPELINES } from './pipelines.ts';
import { PROPERTY } from './properties.ts';
import type { Section } from './row.ts';
import { PREAMBLE, SERVICE } from './service.ts';
import { TIMELINE } from './timeline.ts';
import { GRANT, METADATA } from './tokens.ts';
import { VALIDATIONS } from './validations.ts';
import { ACCOUNT_DETAILS, REFRESH_TOKEN, TOKEN_INFO, VENDORS_OWN } from './vendors-own.ts';
import { EVENTS, SUBSCRIPTION } from './webhooks.ts';

export const SECTIONS: readonly Section[] = [
  PREAMBLE,
  SERVICE,
  GRANT,
  METADATA,
  PROPERTY,
  OPTION,
  GROUP,
  VALUES,
  TIMELINE,
  SUBSCRIPTION,
  EVENT_PROPERTY,
  LIMITS,
  STATES,
  PARAMETERS,
  OAUTH,
  GROUPS,
  PROPERTIES,
  EVENTS_AND_SUBSCRIPTIONS,
  ASSOCIATION_LIMITS,
  OPEN_POINTS,
  AUTHENTICATION,
  EVENTS,
  ERRORS,
  BOUNDS,
  VERSIONS,
  VENDORS_OWN,
  ACCOUNT_DETAILS,
  TOKEN_INFO,
  REFRESH_TOKEN,
  ASSOCIATION_TYPES,
  TIMELINE_BATCH,
  DATED,
  DATED_OAUTH,
  DATED_GROUPS,
  DATED_PROPERTIES,
  DATED_SCHEMAS,
  DATED_WEBHOOKS,
  DATED_EVENTS,
  DATED_LIMITS,
  DATED_TIMELINE,
  PIPELINES,
  VALIDATIONS,
];
