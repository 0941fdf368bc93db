/** A project for accounts that its files need not declare. The first account computes the common part for all accounts. */

import { DEFAULT_SURFACE, DEFAULT_VERSIONS, type Surface } from '../contract/surfaces.ts';
import type { Resolution } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import { type Json, mapping } from '../model/json.ts';
import type { Policy } from '../model/policy.ts';
import type { Project } from '../model/project.ts';
import { type GivenAccount, givenAccount } from './accounts/given.ts';
import { type Base, buildBase, type ResolveOptions } from './base.ts';
import type { CheckedFile } from './check/check.ts';
import { interpolate } from './check/interpolate.ts';
import type { Contents } from './contents.ts';
import { type Kept, NOTHING_KEPT, type ProjectResolution, resolveFor, usesValues } from './resolve.ts';
import { scopes } from './scopes.ts';
import type { ParsedFile } from './yaml/parsed-file.ts';
import { sourceFile } from './yaml/source.ts';

export interface ResolvedAccount {
  /** Project with the account as an additional file. */
  readonly project: Project;
  readonly resolution: Resolution;
}

export interface Resolver {
  /** Returns the meaning of the files for all accounts. Values are not resolved. */
  shared(): ProjectResolution;
  /** Returns the significant parts of the meaning, in any order. */
  meaning(shared: ProjectResolution): readonly unknown[];
  /** Resolves the project with the account as an additional file. Never throws for the contents of files. */
  forAccount(given: GivenAccount): ResolvedAccount;
}

export function createResolver(project: Project, options: Omit<ResolveOptions, 'account'>): Resolver {
  const base = buildBase(project, options);
  const kept = createKept(base.documents);
  return {
    shared: () => resolveFor(base, { chosen: 'undecided', findings: [] }, { options, kept: NOTHING_KEPT }),
    meaning: (shared) => listMeaning(base, shared),
    forAccount(given) {
      const account = givenAccount(given);
      const { document } = account;
      const whole = { ...base, documents: [...base.documents, document], declared: [...base.declared, account] };
      const own = { ...options, account: given.name };
      const file = sourceFile(document.path, document.text, undefined, document);
      return {
        project: { ...project, files: [...project.files, file] },
        resolution: resolveFor(whole, { chosen: account, findings: [] }, { options: own, kept }),
      };
    },
  };
}

/** A document without values is the same for every account. If all documents are, the declarations on a surface are the same too. */
function createKept(documents: readonly ParsedFile[]): Kept {
  const plain = new Set(documents.filter((document) => !usesValues(document)));
  const isShared = plain.size === documents.length;
  const checked = new Map<ParsedFile, CheckedFile>();
  const contents = new Map<Surface, Contents>();
  return {
    checked: (document, check) => (plain.has(document) ? findOrMake(checked, document, check) : check()),
    contents: (surface, make) => (isShared ? findOrMake(contents, surface, make) : make()),
  };
}

function findOrMake<K, V>(values: Map<K, V>, key: K, make: () => V): V {
  const found = values.get(key) ?? make();
  values.set(key, found);
  return found;
}

/**
 * Returns parts in any order. Credentials, hosts, limits of a fleet, comments and positions do not count. A file with values of an account
 * counts as written, because its declarations are known only for one account at once.
 */
function listMeaning(base: Base, { desired, holders, moved, policy, fleet }: ProjectResolution): readonly unknown[] {
  const { surface = DEFAULT_SURFACE, versions } = fleet.settings;
  return [
    { surface, versions: { ...DEFAULT_VERSIONS, ...versions } },
    ...desired.resources.map(({ address, spec }) => ({ address, spec })),
    ...holders.map(({ kind, name }) => ({ kind, name })),
    ...moved.map(({ from, to }) => ({ from, to })),
    ...listPolicyParts(policy),
    ...base.documents.filter(usesValues).map((document) => readWritten(document, base)),
  ];
}

function listPolicyParts({ allow, maxChanges, rules, waivers }: Policy): readonly unknown[] {
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
function readWritten(document: ParsedFile, { context, secrets }: Base): Json {
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
