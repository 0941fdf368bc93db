/** Routes a call to the handler of its endpoint after checking it against the contract. The compiler rejects an endpoint without a handler. */

import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS, type EndpointId } from '../../contract/endpoints.ts';
import { faulted, withRefused } from '../faults/batch-inputs.ts';
import type { FaultRule } from '../faults/rule.ts';
import * as accountInfo from '../handlers/account-info.ts';
import * as associationLabels from '../handlers/association-labels.ts';
import * as associationLimits from '../handlers/association-limits.ts';
import * as associationTypes from '../handlers/association-types.ts';
import * as datedEvents from '../handlers/dated-events.ts';
import * as datedGroups from '../handlers/dated-groups.ts';
import * as datedLimits from '../handlers/dated-limits.ts';
import * as datedOauth from '../handlers/dated-oauth.ts';
import * as datedProperties from '../handlers/dated-properties.ts';
import * as datedPropertyBatches from '../handlers/dated-property-batches.ts';
import * as datedSchemas from '../handlers/dated-schemas.ts';
import * as datedTimeline from '../handlers/dated-timeline.ts';
import * as datedWebhooks from '../handlers/dated-webhooks.ts';
import * as eventDefinitions from '../handlers/event-definitions.ts';
import * as groups from '../handlers/groups.ts';
import type { Handler, HandlerCall } from '../handlers/handler.ts';
import * as oauth from '../handlers/oauth.ts';
import * as pipelines from '../handlers/pipelines.ts';
import * as properties from '../handlers/properties.ts';
import * as schemaLinks from '../handlers/schema-links.ts';
import * as schemaWrites from '../handlers/schema-writes.ts';
import * as stages from '../handlers/stages.ts';
import * as timeline from '../handlers/timeline.ts';
import * as timelineBatches from '../handlers/timeline-batches.ts';
import * as validationRules from '../handlers/validation-rules.ts';
import * as webhooks from '../handlers/webhooks.ts';
import { withOldDefaults } from './old-paths.ts';
import { validated } from './validate.ts';

/** Each handler is exported under the id of its endpoint. */
const HANDLERS: { readonly [E in EndpointId]: Handler<E> } = {
  ...accountInfo,
  ...associationLabels,
  ...associationLimits,
  ...associationTypes,
  ...datedEvents,
  ...datedGroups,
  ...datedLimits,
  ...datedOauth,
  ...datedProperties,
  ...datedPropertyBatches,
  ...datedSchemas,
  ...datedTimeline,
  ...datedWebhooks,
  ...eventDefinitions,
  ...groups,
  ...oauth,
  ...pipelines,
  ...properties,
  ...schemaLinks,
  ...schemaWrites,
  ...stages,
  ...timeline,
  ...timelineBatches,
  ...validationRules,
  ...webhooks,
};

/** The query of an endpoint without parameters (assumption A02). */
const NO_QUERY = z.strictObject({});

/** A call as it arrived, with an unchecked body and query. */
interface RawCall extends Omit<HandlerCall<EndpointId>, 'params' | 'query' | 'body' | 'identity' | 'db'> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly identity: HandlerCall<'listProperties'>['identity'] | undefined;
}

export interface RouteReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Checks the call and throws a 400 if it is invalid. Returns the rest of its work, which runs in a transaction. Faults change the checked body. */
export function routed<E extends EndpointId>(
  endpoint: E,
  raw: RawCall,
  faults: readonly FaultRule[],
): (db: HandlerCall<EndpointId>['db']) => Promise<RouteReply> {
  const { body, query, status, surface, encoding }: Endpoint = ENDPOINTS[endpoint];
  const what = surface === 'dated' && encoding === 'json' ? 'dated body' : 'body';
  const checked = {
    ...raw,
    query: validated(query?.() ?? NO_QUERY, raw.query ?? {}, 'query'),
    body: body === undefined ? undefined : validated(body(), withOldDefaults(endpoint, raw.version, raw.body), what),
  };
  const given = faulted(checked.body, faults);
  const handler: Handler<E> = HANDLERS[endpoint];
  return async (db) => {
    // The schemas of this endpoint just gave these types; the path has its parameters by the route that matched.
    const reply = await handler({ ...checked, body: given.body, db } as unknown as HandlerCall<E>);
    const { headers = {} } = reply;
    return { ...withRefused(endpoint, { status: reply.status ?? status, body: reply.body }, given), headers };
  };
}
