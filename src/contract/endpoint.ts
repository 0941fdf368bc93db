/** The description of an endpoint for client, kinds and service. */

import type { z } from 'zod';
import type { Lazy } from './lazy.ts';
import type { Surface, VersionedResource } from './surfaces.ts';

/**
 * Effect of a repeated call. `read`: no effect. `set`: the same result again. `natural-key-create`: the service refuses a second resource
 * of the same name. `server-id-create`: a second resource with a second id. `purge`: the resource stays absent. `token`: a new grant.
 */
export type EffectClass = 'read' | 'set' | 'natural-key-create' | 'server-id-create' | 'purge' | 'token';

/** True if a repeated call changes nothing beyond the first call. */
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
  /** Surface of the endpoint. `both`: both surfaces use it. */
  readonly surface: Surface | 'both';
  /** The resource whose version the path names as `{version}`. */
  readonly version?: VersionedResource;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template of the interface, parameters in braces. Some versions move its beginning (surfaces.ts). */
  readonly path: string;
  readonly effect: EffectClass;
  /**
   * True if the request has `Authorization: Bearer` (assumption A07). `optional`: a client sends it, but the service may not need it.
   * `app`: the developer key of the app in the path replaces it, if there is a key.
   */
  readonly authorized: boolean | 'optional' | 'app';
  /** Encoding of the body. */
  readonly encoding: 'none' | 'json' | 'form';
  /** Strict: an unknown member is a bug of trueup (assumption A77). Undefined if the endpoint has no body. */
  readonly body: Lazy<z.ZodType> | undefined;
  /** Forms of names in path and body that only a client checks. */
  readonly names?: { readonly path?: Lazy<z.ZodType>; readonly body?: Lazy<z.ZodType> };
  /** Query members that are accepted, if any. */
  readonly query: Lazy<z.ZodType> | undefined;
  /** Query members that every call of a client has, because the default of the service is not safe in each version. */
  readonly sends?: Readonly<Record<string, string>>;
  /** Loose: the service may add members. Undefined if the reply has no body. A schema that accepts undefined allows a missing body. */
  readonly reply: Lazy<z.ZodType> | undefined;
  /** Success status of the embedded service. A client accepts any 2xx (assumption A01). */
  readonly status: 200 | 201 | 204;
  /** Section of the interface. */
  readonly section: string;
}
