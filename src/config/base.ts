/** The common input for all accounts of a project: the documents, the declared accounts and apps, and the secrets. */

import { relative, resolve, sep } from 'node:path';
import { normalize } from 'node:path/posix';
import type { z } from 'zod';
import { DEFAULT_SURFACE, type Surface } from '../contract/surfaces.ts';
import type { Resolution } from '../model/desired.ts';
import type { Kind } from '../model/kind.ts';
import type { Project } from '../model/project.ts';
import { type DeclaredAccount, declaredAccounts } from './accounts/accounts.ts';
import type { AllowedHosts } from './accounts/allowed-hosts.ts';
import { type DeclaredApp, declaredApps } from './accounts/apps.ts';
import type { AccountContext } from './accounts/read-account.ts';
import { type KnownSecrets, knownSecrets } from './accounts/secrets.ts';
import type { Env } from './check/variables.ts';
import { type Listing, selectVisible } from './check/visible.ts';
import { documentSchema, plainSchema } from './schema/document-schema.ts';
import type { ParsedFile } from './yaml/parsed-file.ts';
import { parseDocuments } from './yaml/source.ts';

export interface ResolveOptions extends Listing {
  /** Returns the kinds of a surface. Positions and shapes are the same on all surfaces. The values that can be declared may differ. */
  readonly kindsOn: (surface: Surface) => readonly Kind[];
  /** Name of the account. It is optional if the files declare at most one account. */
  readonly account?: string | undefined;
  /** Variables for `${env.NAME}`. */
  readonly env: Env;
  /** True if no calls will be made. Unset variables of the accounts are then only reported as info. */
  readonly offline?: boolean | undefined;
  /** True if the result for all accounts is sufficient when no account is chosen. */
  readonly shared?: boolean | undefined;
  /** Hosts that a credential may be sent to. Undefined if the hosts are not checked. */
  readonly allowed?: AllowedHosts | undefined;
}

export interface Base {
  readonly project: Project;
  readonly documents: readonly ParsedFile[];
  /** False if a file could not be read completely. */
  readonly whole: boolean;
  readonly declared: readonly DeclaredAccount[];
  readonly apps: readonly DeclaredApp[];
  readonly secrets: KnownSecrets;
  readonly schema: z.ZodType;
  readonly context: AccountContext;
  readonly places: Resolution['places'];
}

export function buildBase(project: Project, options: ResolveOptions): Base {
  const documents = parseDocuments(project);
  const declared = declaredAccounts(documents);
  const anyKinds = options.kindsOn(DEFAULT_SURFACE);
  const overrides = declared.some(({ fields }) => fields['overrides'] !== undefined);
  const apps = declaredApps(documents);
  return {
    ...{ project, documents, declared, apps },
    whole: isWhole(project),
    secrets: knownSecrets({ accounts: declared, apps }, options.env, options),
    schema: overrides ? documentSchema(anyKinds) : plainSchema(anyKinds),
    context: {
      visible: selectVisible(options.env, options),
      missing: options.offline === true ? 'info' : 'error',
      allowed: options.allowed,
    },
    // An empty file lost its contents, so its resources are missing, as if the file were missing.
    places: indexPlaces({
      ...project,
      files: project.files.filter((_, index) => documents[index]?.value !== undefined),
    }),
  };
}

/** Returns false if a file could not be read completely. */
export function isWhole(project: Project): boolean {
  return project.findings.length === 0 && parseDocuments(project).every(isWholeFile);
}

function isWholeFile(document: ParsedFile): boolean {
  const sound = document.reliableBefore === Number.POSITIVE_INFINITY;
  return sound && (document.value !== undefined || document.findings.length === 0);
}

/** Returns the path for records by displayed path. Files that do not come from a disk keep the path that the caller passed. */
export function indexPlaces({ files, location }: Pick<Project, 'files' | 'location'>): ReadonlyMap<string, string> {
  return new Map(
    files.map(({ path, realPath }) => [
      path,
      location === undefined
        ? normalize(path)
        : relative(location.root.folder, realPath ?? resolve(location.root.cwd, path))
            .split(sep)
            .join('/'),
    ]),
  );
}
