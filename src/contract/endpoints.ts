/** The table of all endpoints: interface 4, the vendor's other endpoints (10), and the dated surface (11). */

import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { DATED_EVENTS } from './endpoints/dated-events.ts';
import { DATED_GROUPS } from './endpoints/dated-groups.ts';
import { DATED_LIMITS } from './endpoints/dated-limits.ts';
import { DATED_OAUTH } from './endpoints/dated-oauth.ts';
import { DATED_PROPERTIES } from './endpoints/dated-properties.ts';
import { DATED_PROPERTY_BATCHES } from './endpoints/dated-property-batches.ts';
import { DATED_SCHEMAS } from './endpoints/dated-schemas.ts';
import { DATED_TIMELINE } from './endpoints/dated-timeline.ts';
import { DATED_WEBHOOKS } from './endpoints/dated-webhooks.ts';
import { DEFINITIONS } from './endpoints/definitions.ts';
import { EVENTS } from './endpoints/events.ts';
import { LIMITS } from './endpoints/limits.ts';
import { OAUTH } from './endpoints/oauth.ts';
import { PIPELINES } from './endpoints/pipelines.ts';
import { PROPERTY_VALIDATIONS } from './endpoints/property-validations.ts';
import { VENDORS_OWN } from './endpoints/vendors-own.ts';
import type { Lazy } from './lazy.ts';
import { DEFAULT_VERSIONS, type Surface, templateIn, VERSIONS, type Versions } from './surfaces.ts';

export const ENDPOINTS = {
  ...OAUTH,
  ...DEFINITIONS,
  ...EVENTS,
  ...LIMITS,
  ...VENDORS_OWN,
  ...DATED_OAUTH,
  ...DATED_GROUPS,
  ...DATED_PROPERTIES,
  ...DATED_PROPERTY_BATCHES,
  ...DATED_SCHEMAS,
  ...DATED_WEBHOOKS,
  ...DATED_EVENTS,
  ...DATED_LIMITS,
  ...DATED_TIMELINE,
  ...PIPELINES,
  ...PROPERTY_VALIDATIONS,
} as const satisfies Record<string, Endpoint>;

export type EndpointTable = typeof ENDPOINTS;
export type EndpointId = keyof EndpointTable;

/** Endpoints that only read, with any method. Observe may call no others. */
export type ReadEndpointId = { [E in EndpointId]: EndpointTable[E]['effect'] extends 'read' ? E : never }[EndpointId];

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Path parameters of an endpoint, by the names of the interface. The version is not a parameter of a call. */
export type ParamsOf<E extends EndpointId> = {
  readonly [N in Exclude<NamesIn<EndpointTable[E]['path']>, 'version'>]: string;
};
export type BodyOf<E extends EndpointId> =
  EndpointTable[E]['body'] extends Lazy<z.ZodType> ? z.input<ReturnType<EndpointTable[E]['body']>> : undefined;
export type QueryOf<E extends EndpointId> =
  EndpointTable[E]['query'] extends Lazy<z.ZodType> ? z.input<ReturnType<EndpointTable[E]['query']>> : undefined;
export type ReplyOf<E extends EndpointId> =
  EndpointTable[E]['reply'] extends Lazy<z.ZodType> ? z.output<ReturnType<EndpointTable[E]['reply']>> : undefined;

export const ENDPOINT_IDS = Object.keys(ENDPOINTS) as readonly EndpointId[];

/** Returns the endpoints of one surface, including shared endpoints, or the endpoints of both surfaces. */
export function listEndpoints(surface: Surface | 'all'): readonly EndpointId[] {
  return ENDPOINT_IDS.filter((id) => {
    const own: Endpoint['surface'] = ENDPOINTS[id].surface;
    return surface === 'all' || own === 'both' || own === surface;
  });
}

/** Returns the names of the parameters in the path, in order. */
export function pathParameters(endpoint: EndpointId): readonly string[] {
  return listParameterNames(ENDPOINTS[endpoint].path).filter((name) => name !== 'version');
}

/** Returns the path template for each version that the surface has. The documented surface has the default version alone. */
export function listTemplates(endpoint: EndpointId, surface: Surface | 'all' = 'all'): readonly string[] {
  const { path, version: resource }: Endpoint = ENDPOINTS[endpoint];
  if (resource === undefined) return [path];
  const versions = surface === 'documented' ? [DEFAULT_VERSIONS[resource]] : VERSIONS[resource];
  return versions.map((version) => templateIn(path, resource, version).replace('{version}', version));
}

/** Returns the path with its parameters. Each is percent-encoded, so that a value cannot add a segment. */
export function formatPath(
  endpoint: EndpointId,
  params: Readonly<Record<string, string>>,
  versions: Versions = DEFAULT_VERSIONS,
): string {
  const { path, version: resource }: Endpoint = ENDPOINTS[endpoint];
  const version = resource && versions[resource];
  return templateIn(path, resource, version).replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = name === 'version' && version !== undefined ? version : params[name];
    if (value === undefined || value === '' || value === '.' || value === '..') {
      throw new TypeError(`${endpoint} requires a value for the path parameter ${name}`);
    }
    return encodeURIComponent(value);
  });
}

function listParameterNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].flatMap(([, name]) => name ?? []);
}
