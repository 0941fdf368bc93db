/** The route of one endpoint: checks the call against the contract, then passes it to the handler. */

import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS, type EndpointId } from '../../contract/endpoints.ts';
import { faulted, withRefused } from '../faults/batch-inputs.ts';
import type { FaultRule } from '../faults/rule.ts';
import type { Handler, HandlerCall } from '../handlers/handler.ts';
import { withOldDefaults } from './old-paths.ts';
import { validated } from './validate.ts';

/** Of an endpoint that takes none (assumption A02). */
const NO_QUERY = z.strictObject({});

/** A call as it arrived: nothing of its body and query is checked yet. */
interface RawCall extends Omit<HandlerCall<EndpointId>, 'params' | 'query' | 'body' | 'identity' | 'db'> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly identity: HandlerCall<'listProperties'>['identity'] | undefined;
}

/** Checks the call, throwing a 400, and gives what is left to do inside a transaction. Faults change a body that is checked. */
export type Route = (
  call: RawCall,
  faults: readonly FaultRule[],
) => (db: HandlerCall<EndpointId>['db']) => Promise<RouteReply>;

export interface RouteReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export function route<E extends EndpointId>(endpoint: E, handler: Handler<E>): Route {
  const { body, query, status, surface, encoding }: Endpoint = ENDPOINTS[endpoint];
  const what = surface === 'dated' && encoding === 'json' ? 'dated body' : 'body';
  return (raw, faults) => {
    const checked = {
      ...raw,
      query: validated(query?.() ?? NO_QUERY, raw.query ?? {}, 'query'),
      body: body === undefined ? undefined : validated(body(), withOldDefaults(endpoint, raw.version, raw.body), what),
    };
    const given = faulted(checked.body, faults);
    return async (db) => {
      // The schemas of this endpoint just gave these types; the path has its parameters by the route that matched.
      const reply = await handler({ ...checked, body: given.body, db } as unknown as HandlerCall<E>);
      const { headers = {} } = reply;
      return { ...withRefused(endpoint, { status: reply.status ?? status, body: reply.body }, given), headers };
    };
  };
}
