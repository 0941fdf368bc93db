/** The surface of an account and its versions. A faulty value in a file already has a finding and counts as missing. */

import {
  DEFAULT_SURFACE,
  DEFAULT_VERSIONS,
  SURFACES,
  type Surface,
  VERSIONS,
  type VersionedResource,
  type Versions,
} from '../../contract/surfaces.ts';
import type { Account } from '../../model/account.ts';
import type { Finding } from '../../model/finding.ts';
import { type Json, mapping } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import type { Env } from '../check/variables.ts';

export interface ReadSurface extends Pick<Account, 'surface' | 'versions'> {
  readonly findings: readonly Finding[];
}

/** Returns the surface that declarations are checked against before an account is chosen. The dated surface accepts the most. */
export function surfaceOfAny(accounts: readonly Readonly<Record<string, Json>>[], env: Env): Account['surface'] {
  const areDocumented = accounts.every((fields) => readSurface(fields, env).surface === 'documented');
  return areDocumented && accounts.length > 0 ? 'documented' : 'dated';
}

/** TRUEUP_SURFACE applies only to accounts without a surface. */
export function readSurface(fields: Readonly<Record<string, Json>>, env: Env): ReadSurface {
  const declared = SURFACES.find((one) => one === fields['surface']);
  const asked = env['TRUEUP_SURFACE'];
  const given = SURFACES.find((one) => one === asked);
  const unknown = declared === undefined && given === undefined && asked !== undefined && asked !== '';
  const surface = declared ?? given ?? DEFAULT_SURFACE;
  return {
    surface,
    versions: selectVersions(surface, fields['versions']),
    findings: unknown ? [unknownSurface(asked)] : [],
  };
}

function unknownSurface(asked: string): Finding {
  const near = nearest(asked, SURFACES);
  return {
    code: 'surface-unknown',
    severity: 'error',
    message: `TRUEUP_SURFACE must be ${SURFACES.join(' or ')}.`,
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}Set it to one of them, or unset it for ${DEFAULT_SURFACE}.`,
  };
}

/** An account on the documented surface may keep its versions, but they name paths of the dated surface alone. */
function selectVersions(surface: Surface, given: Json | undefined): Versions {
  return surface === 'documented' ? DEFAULT_VERSIONS : { ...DEFAULT_VERSIONS, ...namedVersions(given) };
}

/** Returns the named versions that are attested. */
export function namedVersions(given: Json | undefined): Partial<Versions> {
  return Object.fromEntries(
    Object.entries(mapping(given) ?? {}).filter(([resource, version]) => isAttested(resource, version)),
  );
}

function isAttested(resource: string, version: Json | undefined): boolean {
  const attested: readonly string[] = Object.hasOwn(VERSIONS, resource) ? VERSIONS[resource as VersionedResource] : [];
  return typeof version === 'string' && attested.includes(version);
}
