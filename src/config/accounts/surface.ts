/** The surface of an account, and the versions that it names; a faulty value has a finding already and counts as left out. */

import {
  DEFAULT_VERSIONS,
  SURFACES,
  VERSIONS,
  type VersionedResource,
  type Versions,
} from '../../contract/surfaces.ts';
import type { Account } from '../../model/account.ts';
import { type Json, mapping } from '../../model/json.ts';

export function surfaceOf(fields: Readonly<Record<string, Json>>): Pick<Account, 'surface' | 'versions'> {
  const { surface, versions } = fields;
  return { surface: SURFACES.find((one) => one === surface) ?? SURFACES[0], versions: versionsOf(versions) };
}

function versionsOf(given: Json | undefined): Versions {
  const asked = Object.entries(mapping(given) ?? {}).filter(([resource, version]) => isAttested(resource, version));
  return { ...DEFAULT_VERSIONS, ...Object.fromEntries(asked) };
}

function isAttested(resource: string, version: Json | undefined): boolean {
  const attested: readonly string[] = Object.hasOwn(VERSIONS, resource) ? VERSIONS[resource as VersionedResource] : [];
  return typeof version === 'string' && attested.includes(version);
}
