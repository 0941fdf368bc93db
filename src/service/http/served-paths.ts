/** Which paths a running service answers, and which of the others it knows to be somewhere else or gone. */

import { ENDPOINT_IDS, ENDPOINTS, type EndpointId, endpointsOf, templatesOf } from '../../contract/endpoints.ts';
import { HIDDEN } from '../../contract/scrub.ts';
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
  return EVERYTHING.some(({ pattern }) => pattern.test(path));
}

/** Shows the words of the interface, and the parameters of a known path except tokens. Masks every other part. */
export function maskedPath(path: string): string {
  const template = EVERYTHING.find(({ pattern }) => pattern.test(path))?.parts;
  return path
    .split('/')
    .map((part, index) =>
      WORDS.has(part) || (template !== undefined && template[index] !== '{token}') ? part : HIDDEN,
    )
    .join('/');
}

const EVERYTHING = ENDPOINT_IDS.flatMap((id) => [...templatesOf(id), ...oldPathsOf(id)]).map((template) => ({
  pattern: matcher(template),
  parts: template.split('/'),
}));

const WORDS: ReadonlySet<string> = new Set(
  EVERYTHING.flatMap(({ parts }) => parts.filter((part) => !part.startsWith('{'))),
);

function matcher(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
}
