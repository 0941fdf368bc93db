/**
 * Lists the paths of versions 3 and 4 that endpoints also have. Only the service has them, for clients without dated
 * paths.
 */

import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS, type EndpointId, listEndpoints, listTemplates } from '../../contract/endpoints.ts';

/** Beginning of a path and its older forms. The vendor moved `v4` within the path of associations. */
const BEGINNINGS: readonly (readonly [now: string, older: readonly string[]])[] = [
  ['/oauth/{version}/', ['/oauth/v3/']],
  ['/crm/properties/{version}/', ['/crm/v3/properties/']],
  ['/crm-object-schemas/{version}/', ['/crm-object-schemas/v3/']],
  ['/webhooks/{version}/', ['/webhooks/v3/']],
  ['/events/{version}/', ['/events/v3/']],
  ['/crm/associations/{version}/', ['/crm/associations/v4/', '/crm/v4/associations/']],
  ['/crm/associations/v4/', ['/crm/v4/associations/']],
];

/** Without those that the documented surface has, or an older path of it: its endpoint answers them as version 4 does. */
export function listOldPaths(endpoint: EndpointId): readonly string[] {
  const { surface, method }: Endpoint = ENDPOINTS[endpoint];
  const older = olderPaths(endpoint);
  return surface === 'dated' ? older.filter((path) => !DOCUMENTED.has(buildKey(method, path))) : older;
}

function olderPaths(endpoint: EndpointId): readonly string[] {
  const { path } = ENDPOINTS[endpoint];
  return BEGINNINGS.flatMap(([now, older]) =>
    path.startsWith(now) ? older.map((beginning) => path.replace(now, beginning)) : [],
  );
}

/** Members that a body may omit on its older paths, with their values. */
const DEFAULTS: Readonly<Partial<Record<EndpointId, Readonly<Record<string, unknown>>>>> = {
  readDatedProperties: { dataSensitivity: 'non_sensitive' },
  createSubscription: { active: false },
};

/** The body as the dated path would have it. */
export function withOldDefaults(endpoint: EndpointId, version: string | undefined, body: unknown): unknown {
  const defaults = DEFAULTS[endpoint];
  const isOld = version?.startsWith('v') === true;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return defaults !== undefined && isOld && isObject ? { ...defaults, ...body } : body;
}

/** Key of a path without the names of its parameters. */
function buildKey(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`;
}

const DOCUMENTED: ReadonlySet<string> = new Set(
  listEndpoints('documented').flatMap((id) =>
    [...listTemplates(id), ...olderPaths(id)].map((path) => buildKey(ENDPOINTS[id].method, path)),
  ),
);
