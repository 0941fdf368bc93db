/** The meaning of a project's files for all accounts. Processes whose files have the same meaning make the same plans. */

import { DEFAULT_SURFACE, DEFAULT_VERSIONS } from '../contract/surfaces.ts';
import type { Finding } from '../model/finding.ts';
import { type Json, mapping } from '../model/json.ts';
import type { Policy } from '../model/policy.ts';
import type { Base } from './base.ts';
import { interpolate } from './check/interpolate.ts';
import { type ProjectResolution, usesValues } from './resolve.ts';
import { scopes } from './scopes.ts';
import type { ParsedFile } from './yaml/parsed-file.ts';

/**
 * Returns parts in any order. Credentials, hosts, limits of a fleet, comments and positions do not count. A file with values of an account
 * counts as written, because its declarations are known only for one account at once.
 */
export function meaningOf(
  base: Base,
  { desired, holders, moved, policy, fleet }: ProjectResolution,
): readonly unknown[] {
  const { surface = DEFAULT_SURFACE, versions } = fleet.settings;
  return [
    { surface, versions: { ...DEFAULT_VERSIONS, ...versions } },
    ...desired.resources.map(({ address, spec }) => ({ address, spec })),
    ...holders.map(({ kind, name }) => ({ kind, name })),
    ...moved.map(({ from, to }) => ({ from, to })),
    ...partsOf(policy),
    ...base.documents.filter(usesValues).map((document) => writtenIn(document, base)),
  ];
}

function partsOf({ allow, maxChanges, rules, waivers }: Policy): readonly unknown[] {
  return [
    { maxChanges, rules },
    ...allow.map((consent) => ({ consent: withoutPlace(consent) })),
    ...waivers.map((waiver) => ({ waiver: withoutPlace(waiver) })),
  ];
}

/** The reason is only text for the user. */
function withoutPlace<T extends Pick<Finding, 'provenance'> & { readonly reason?: string }>(given: T): unknown {
  const { provenance: _place, reason: _reason, ...meant } = given;
  return meant;
}

/** Returns the value with environment variables, and without the settings that reach accounts. */
function writtenIn(document: ParsedFile, { context, secrets }: Base): Json {
  const { value } = interpolate(document, scopes({ chosen: 'undecided', findings: [] }, context, secrets));
  const {
    version: _version,
    include: _files,
    accounts: _own,
    apps: _credentials,
    fleet: _settings,
    ...declared
  } = mapping(value) ?? {};
  return declared;
}
