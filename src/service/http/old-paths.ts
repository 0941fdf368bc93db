/** The paths of versions 3 and 4 that a dated endpoint has as well: in the service alone, for clients that know no dated path. */

import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId, templatesOf } from '../../contract/endpoints.ts';

/** How the path of a dated endpoint begins, and how its older ones do. The vendor moved `v4` within the path of associations. */
const BEGINNINGS: readonly (readonly [dated: string, older: readonly string[]])[] = [
  ['/oauth/{version}/', ['/oauth/v3/']],
  ['/crm/properties/{version}/', ['/crm/v3/properties/']],
  ['/crm-object-schemas/{version}/', ['/crm-object-schemas/v3/']],
  ['/webhooks/{version}/', ['/webhooks/v3/']],
  // The documented surface has it as well, with a version that is part of the path.
  ['/webhooks/2026-03/', ['/webhooks/v3/']],
  ['/events/{version}/', ['/events/v3/']],
  ['/crm/associations/{version}/', ['/crm/associations/v4/', '/crm/v4/associations/']],
];

/** Without those that are the documented path of another endpoint: that one answers them. */
export function oldPathsOf(endpoint: EndpointId): readonly string[] {
  const { path, method }: Endpoint = ENDPOINTS[endpoint];
  const older = BEGINNINGS.flatMap(([dated, beginnings]) =>
    path.startsWith(dated) ? beginnings.map((beginning) => path.replace(dated, beginning)) : [],
  );
  return older.filter((one) => !DOCUMENTED.has(`${method} ${shapeOf(one)}`));
}

/** A path whatever its parameters are called. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]+\}/g, '{}');
}

const DOCUMENTED: ReadonlySet<string> = new Set(
  ENDPOINT_IDS.flatMap((id) => templatesOf(id).map((path) => `${ENDPOINTS[id].method} ${shapeOf(path)}`)),
);
