/** Defines a handler: the behaviour of an endpoint, given a checked call and a running transaction. */

import type { z } from 'zod';
import type { BatchState } from '../../contract/batches.ts';
import type { EndpointId, EndpointTable, ParamsOf, QueryOf } from '../../contract/endpoints.ts';
import type { Lazy } from '../../contract/lazy.ts';
import type { Identity } from '../model/identity.ts';
import type { StoredPipeline } from '../model/pipeline.ts';
import type { StoredProperty } from '../model/property.ts';
import type { Db, ObjectTypeRow } from '../store/tables.ts';

type ParsedBody<E extends EndpointId> =
  EndpointTable[E]['body'] extends Lazy<z.ZodType> ? z.output<ReturnType<EndpointTable[E]['body']>> : undefined;

/** Reply of a handler as it goes over the wire. */
type ReplyBody<E extends EndpointId> =
  EndpointTable[E]['reply'] extends Lazy<z.ZodType> ? z.input<ReturnType<EndpointTable[E]['reply']>> : undefined;

export interface HandlerCall<E extends EndpointId> extends SeenLists {
  /** Path parameters; object types in their one spelling. */
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: ParsedBody<E>;
  /** The OAuth endpoints have none, nor has a call that the developer key of its app speaks for. */
  readonly identity: EndpointTable[E]['authorized'] extends true
    ? Identity
    : EndpointTable[E]['authorized'] extends 'optional' | 'app'
      ? Identity | undefined
      : undefined;
  /** Version in the path of the call. Undefined if the path has no version. */
  readonly version: string | undefined;
  /** The transaction of this call. */
  readonly db: Db;
  readonly now: number;
  readonly newId: () => string;
  /** State of a batch reply. A batch fault can make it unfinished or canceled. */
  readonly batchState: BatchState | undefined;
  /** Treatment of a create whose subscription or object type exists already. */
  readonly duplicates: 'refused' | 'taken';
  /** Values of the members that an update of a schema omits: the current values, or the values before the last write. */
  readonly leftOut: 'current' | 'earlier';
}

/** Properties, pipelines and custom object types as this call may see them: a read-lag fault shows earlier versions. */
export interface SeenLists {
  /** Returns active properties by default, or archived properties. */
  readonly propertiesOf: (objectType: string, archived?: 'active' | 'archived') => Promise<readonly StoredProperty[]>;
  /** The one of this name, archived or not. */
  readonly propertyOf: (objectType: string, name: string) => Promise<StoredProperty | undefined>;
  readonly pipelinesOf: (objectType: string) => Promise<readonly StoredPipeline[]>;
  readonly customTypes: (which: 'active' | 'all') => Promise<readonly ObjectTypeRow[]>;
}

interface HandlerReply<E extends EndpointId> {
  /** Status if it differs from the endpoint table, as for a partly failed batch (207). */
  readonly status?: number;
  readonly body: ReplyBody<E>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Throws Refusal to answer with a failure; nothing it wrote then stays. */
export type Handler<E extends EndpointId> = (call: HandlerCall<E>) => Promise<HandlerReply<E>>;
