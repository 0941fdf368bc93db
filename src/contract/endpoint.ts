/** What one endpoint of the interface is: everything client, kinds and service need to know about it. */

import type { z } from 'zod';
import type { Lazy } from './lazy.ts';
import type { Surface, VersionedResource } from './surfaces.ts';

/**
 * What repeating a call can do. read: nothing. set: the same result again. natural-key-create: the service refuses a second
 * one of the same name. server-id-create: a second resource, with a second id. purge: the same absence. token: a new grant.
 */
export type EffectClass = 'read' | 'set' | 'natural-key-create' | 'server-id-create' | 'purge' | 'token';

/** Whether making a call again changes nothing that the first one did not. */
export function isRepeatable(effect: EffectClass): boolean {
  switch (effect) {
    case 'read':
    case 'set':
    case 'purge':
      return true;
    case 'natural-key-create':
    case 'server-id-create':
    case 'token':
      return false;
  }
}

export interface Endpoint {
  /** The surface that it belongs to; both: a call that either needs. */
  readonly surface: Surface | 'both';
  /** The resource whose version the path names as `{version}`. */
  readonly version?: VersionedResource;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template of the interface, parameters in braces. */
  readonly path: string;
  readonly effect: EffectClass;
  /**
   * Whether the request carries `Authorization: Bearer` (assumption A07); `optional`: a client sends it, the service may do without;
   * `app`: the developer key of the app that the path names takes its place, where there is one.
   */
  readonly authorized: boolean | 'optional' | 'app';
  /** How the body is encoded. */
  readonly encoding: 'none' | 'json' | 'form';
  /** Strict: an unknown member is our bug (assumption A77). Undefined if the endpoint takes no body. */
  readonly body: Lazy<z.ZodType> | undefined;
  /** Forms of names in path and body that only a client checks. */
  readonly names?: { readonly path?: Lazy<z.ZodType>; readonly body?: Lazy<z.ZodType> };
  /** Query members that are accepted, if any. */
  readonly query: Lazy<z.ZodType> | undefined;
  /** Loose: the service may grow. Undefined where the reply has no body; a schema that takes undefined allows for none. */
  readonly reply: Lazy<z.ZodType> | undefined;
  /** Success status the embedded service answers with; a client accepts any 2xx (assumption A01). */
  readonly status: 200 | 201 | 204;
  /** Section of the interface. */
  readonly section: string;
}
