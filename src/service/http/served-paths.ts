/** Which paths a running service answers, and which of the others it knows to be somewhere else or gone. */

import { ENDPOINT_IDS, ENDPOINTS, type EndpointId, endpointsOf, templatesOf } from '../../contract/endpoints.ts';
import type { Surface } from '../../contract/surfaces.ts';
import { oldPathsOf } from './old-paths.ts';
import { isGone, type Sunset } from './sunset.ts';

export interface ServedPath {
  readonly endpoint: EndpointId;
  /** Its parameters in braces. */
  readonly template: string;
}

export interface Serving {
  readonly surface: Surface | 'all';
  readonly sunset: Sunset;
}

/** Older paths of dated endpoints belong to neither surface. */
export function servedPaths({ surface, sunset }: Serving): readonly ServedPath[] {
  const all = endpointsOf(surface).flatMap((endpoint) =>
    [...templatesOf(endpoint), ...(surface === 'all' ? oldPathsOf(endpoint) : [])].map((template) => ({
      endpoint,
      template,
    })),
  );
  return all.filter(({ template }) => !isGone(template, sunset));
}

/** Methods that this path is served with. */
export function methodsOf(served: readonly ServedPath[], path: string): readonly string[] {
  return served
    .filter(({ template }) => matcher(template).test(path))
    .map(({ endpoint }) => ENDPOINTS[endpoint].method);
}

/** Whether a service with everything has the path. */
export function isKnown(path: string): boolean {
  return EVERYTHING.some((template) => matcher(template).test(path));
}

const EVERYTHING: readonly string[] = ENDPOINT_IDS.flatMap((id) => [...templatesOf(id), ...oldPathsOf(id)]);

function matcher(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
}
