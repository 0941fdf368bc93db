/** Finds the endpoint of a served path, and distinguishes unknown paths from removed paths. */

import { ENDPOINT_IDS, ENDPOINTS, type EndpointId, listEndpoints, listTemplates } from '../../contract/endpoints.ts';
import { HIDDEN } from '../../contract/scrub.ts';
import type { Surface } from '../../contract/surfaces.ts';
import { listOldPaths } from './old-paths.ts';
import { isGone, type Sunset } from './sunset.ts';

export interface ServedPath {
  readonly endpoint: EndpointId;
  /** Path with its parameters in braces. */
  readonly template: string;
  /** Has a group for each parameter. */
  readonly pattern: RegExp;
  /** Parameters in the order of the groups. */
  readonly names: readonly string[];
  /** The version in the path, `2026-03` or `v3`. Undefined if it names none. */
  readonly version: string | undefined;
  /** Older paths of dated endpoints belong to neither surface. */
  readonly isOld: boolean;
}

export interface Serving {
  readonly surface: Surface | 'all';
  readonly sunset: Sunset;
}

export function servedPaths({ surface, sunset }: Serving): readonly ServedPath[] {
  const endpoints = new Set(listEndpoints(surface));
  return EVERYTHING.filter(
    ({ endpoint, template, isOld }) =>
      endpoints.has(endpoint) &&
      (isOld ? surface === 'all' : listTemplates(endpoint, surface).includes(template)) &&
      !isGone(template, sunset),
  );
}

export interface FoundPath extends Pick<ServedPath, 'endpoint' | 'version'> {
  /** Parameters as they are in the path, percent-encoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** Returns undefined if the path is not served with this method. Of two templates that match, a word wins over a parameter. */
export function findPath(served: readonly ServedPath[], method: string, path: string): FoundPath | undefined {
  for (const { endpoint, pattern, names, version } of served) {
    if (ENDPOINTS[endpoint].method !== method) continue;
    const values = pattern.exec(path);
    if (values === null) continue;
    return {
      endpoint,
      version,
      params: Object.fromEntries(names.map((name, index) => [name, values[index + 1] ?? ''])),
    };
  }
  return undefined;
}

/** Methods that this path is served with. */
export function listMethods(served: readonly ServedPath[], path: string): readonly string[] {
  return served.filter(({ pattern }) => pattern.test(path)).map(({ endpoint }) => ENDPOINTS[endpoint].method);
}

/** True if a service with all paths has this path. */
export function isKnown(path: string): boolean {
  return EVERYTHING.some(({ pattern }) => pattern.test(path));
}

/** Shows the words of the interface, and the parameters of a known path except tokens. Masks every other part. */
export function maskedPath(path: string): string {
  const template = EVERYTHING.find(({ pattern }) => pattern.test(path))?.template.split('/');
  return path
    .split('/')
    .map((part, index) =>
      WORDS.has(part) || (template !== undefined && template[index] !== '{token}') ? part : HIDDEN,
    )
    .join('/');
}

const PARAMETER = /\{([^}]+)\}/g;

/** At each position, words come before parameters. */
const EVERYTHING: readonly ServedPath[] = ENDPOINT_IDS.flatMap((id) => [
  ...listTemplates(id).map((template) => servedPath(id, template, false)),
  ...listOldPaths(id).map((template) => servedPath(id, template, true)),
]).toSorted((a, b) => (wordsFirst(a.template) < wordsFirst(b.template) ? -1 : 1));

const WORDS: ReadonlySet<string> = new Set(
  EVERYTHING.flatMap(({ template }) => template.split('/').filter((part) => !part.startsWith('{'))),
);

function servedPath(endpoint: EndpointId, template: string, isOld: boolean): ServedPath {
  const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(PARAMETER, '([^/]+)')}$`);
  const names = [...template.matchAll(PARAMETER)].map(([, name = '']) => name);
  return { endpoint, template, pattern, names, version: /\/(v\d|\d{4}-\d{2})\//.exec(template)?.[1], isOld };
}

/** Every word of a path sorts before this character. */
function wordsFirst(template: string): string {
  return template.replaceAll(PARAMETER, '~');
}
