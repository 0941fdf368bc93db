/** A project resolved for one account: desired state, policy, and every finding of one run. */

import { SURFACES, type Surface } from '../contract/surfaces.ts';
import { houseRules } from '../engine/rules/index.ts';
import type { Account } from '../model/account.ts';
import type { Resolution } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import { withinLimit } from '../model/finding-limit.ts';
import { mapping } from '../model/json.ts';
import type { Kind } from '../model/kind.ts';
import type { Project } from '../model/project.ts';
import { accountFindings, accountOf, filledAccounts, noAccount, valuesOf } from './accounts/account.ts';
import { type Choice, chooseAccount, declaredAccounts } from './accounts/accounts.ts';
import { declaredApps, readApps } from './accounts/apps.ts';
import { accountFromEnv } from './accounts/env-account.ts';
import { type KnownSecrets, knownSecrets } from './accounts/secrets.ts';
import { surfaceOfAny } from './accounts/surface.ts';
import { type CheckedFile, checkFile, reliable } from './check/check.ts';
import { collect } from './check/collect.ts';
import { interpolate } from './check/interpolate.ts';
import { valueAt } from './check/issues.ts';
import { misspeltFindings } from './check/mentions.ts';
import type { Env, Scope, Values } from './check/variables.ts';
import { placesOf } from './files/places.ts';
import { policyOf } from './policy/policy.ts';
import { SECRET_FIELDS } from './schema/account.ts';
import { documentSchema } from './schema/document-schema.ts';
import type { ParsedFile } from './yaml/document.ts';
import type { Path } from './yaml/position.ts';
import { isSecretPath } from './yaml/shown.ts';
import { documentsOf } from './yaml/source.ts';

export { accountNames } from './accounts/accounts.ts';

export interface ResolveOptions {
  /** Of a surface. Places and shapes are the same on each; what can be declared at them may differ. */
  readonly kindsOn: (surface: Surface) => readonly Kind[];
  /** Name of the account; optional if the files declare at most one. */
  readonly account?: string;
  /** What `${env.NAME}` reads. */
  readonly env: Env;
  /** No calls will be made: variables that the accounts lack are only a note. */
  readonly offline?: boolean;
  /** Names of variables that are credentials, in addition to those in `auth`. */
  readonly credentials?: readonly string[];
}

/** Never throws for the contents of files: findings of severity error mean that the result must not be used. */
export function resolveProject(project: Project, options: ResolveOptions): Resolution {
  const documents = documentsOf(project);
  const whole = project.findings.length === 0 && documents.every(isWhole);
  const declared = declaredAccounts(documents);
  const choice = chooseAccount(declared, options.account, whole);
  const schema = documentSchema(options.kindsOn(SURFACES[0]));
  const apps = declaredApps(documents);
  const secrets = knownSecrets({ accounts: declared, apps }, options.env, options.credentials);
  const scope = scopes(choice, options, secrets);
  const isSecret = (text: string, path: Path) => !isSecretPath(path) && secrets.isIn(text);
  const files = documents.map((document) => checkFile(document, schema, scope, isSecret));
  const accounts = filledAccounts(declared, files);
  const chosen = accountFor(choice, accounts, options);
  const kinds = options.kindsOn(chosen.account.surface);
  const collected = collect(files, kinds);
  const policy = policyOf(files, {
    accounts: declared.map(({ name }) => name),
    chosen: typeof choice.chosen === 'string' ? undefined : choice.chosen.name,
    rules: houseRules(kinds),
  });
  const { keys, findings: appFindings } = readApps(apps, options.env, options.offline === true ? 'info' : 'error');
  const findings = [
    ...project.findings,
    ...documents.flatMap((document) => document.findings),
    ...files.flatMap((file) => file.findings),
    ...choice.findings,
    ...versionFindings(files, whole),
    ...accountFindings(accounts),
    ...chosen.findings,
    ...appFindings,
    ...policy.findings,
    ...collected.findings,
    ...misspeltFindings(collected.declared, kinds),
  ];
  return {
    account: chosen.account,
    desired: { resources: collected.declared.map(({ resource }) => resource).sort(byAddress) },
    policy: policy.policy,
    // An empty file lost its content: what stood in it is as gone as with the file itself.
    places: placesOf({ ...project, files: project.files.filter((_, index) => documents[index]?.value !== undefined) }),
    developerKeys: keys,
    secrets: secrets.values,
    findings: withinLimit(inOrder(documents, findings)),
  };
}

/** False if a part of the file may not have been read. */
function isWhole(document: ParsedFile): boolean {
  const sound = document.reliableBefore === Number.POSITIVE_INFINITY;
  return sound && (document.value !== undefined || document.findings.length === 0);
}

function accountFor(
  choice: Choice,
  accounts: ReturnType<typeof filledAccounts>,
  { account, env, offline = false }: ResolveOptions,
): { readonly account: Account; readonly findings: readonly Finding[] } {
  const missing = offline ? 'info' : 'error';
  if (choice.chosen === 'environment') return accountFromEnv(env, offline);
  const { chosen } = choice;
  const found = chosen === 'undecided' ? undefined : accounts.find((one) => one.path === chosen.path);
  return found === undefined
    ? {
        account: noAccount(
          account ?? '',
          surfaceOfAny(
            accounts.map(({ filled }) => filled),
            env,
          ),
        ),
        findings: [],
      }
    : accountOf(found, env, missing);
}

/** What may be interpolated where. Secrets stay as written; accounts that are not chosen may lack their variables. */
function scopes(
  choice: Choice,
  { env, offline = false }: ResolveOptions,
  secrets: KnownSecrets,
): (path: Path) => Scope | undefined {
  const { chosen } = choice;
  const name = typeof chosen === 'string' ? undefined : chosen.name;
  const inAccounts = (path: Path): Scope | undefined => {
    if (path[2] === 'auth' && SECRET_FIELDS.some((field) => field === path[3])) return undefined;
    return {
      env,
      values: 'none',
      lenient: path[1] !== name,
      unset: path[2] === 'auth' ? 'credential-unset' : 'env-unset',
      missing: offline ? 'info' : 'error',
      secrets: path[2] === 'auth' ? secrets.fields : secrets.variables,
    };
  };
  const values = chosen === 'undecided' ? 'unknown' : chosen === 'environment' ? {} : chosenValues(chosen, inAccounts);
  const elsewhere: Scope = {
    env,
    values,
    lenient: false,
    unset: 'env-unset',
    missing: 'error',
    secrets: secrets.variables,
  };
  return (path) => {
    if (path[0] === 'accounts') return inAccounts(path);
    // Includes are read before any account is known. A secret is read as one.
    return path[0] === 'include' || (path[0] === 'apps' && path[2] === 'developerKey') ? undefined : elsewhere;
  };
}

function chosenValues(
  { document, path }: { readonly document: ParsedFile; readonly path: Path },
  inAccounts: (path: Path) => Scope | undefined,
): Values {
  const filled = interpolate(document, (at) => (at[0] === 'accounts' ? inAccounts(at) : undefined));
  const unfilled = filled.unfilled.filter((at) => at.length === 4 && at[1] === path[1] && at[2] === 'values');
  return {
    ...valuesOf(mapping(valueAt(filled.value, path)) ?? {}),
    ...Object.fromEntries(unfilled.map((at) => [String(at[3]), undefined])),
  };
}

/** Files share their sections, so one of them has to specify the format. */
function versionFindings(files: readonly CheckedFile[], whole: boolean): readonly Finding[] {
  const said = files.some((file) => Object.hasOwn(mapping(file.value) ?? {}, 'version'));
  const file = files.find((one) => one.document.value !== undefined) ?? files[0];
  const mappings = files.every(({ document }) => document.value === undefined || mapping(document.value) !== undefined);
  if (said || !whole || !mappings || file === undefined) return [];
  const message = 'No file specifies the format version.';
  const provenance = { file: file.document.path, line: 1, column: 1 };
  return [
    { code: 'version-missing', severity: 'error', message, hint: 'Start the file with `version: 1`.', provenance },
  ];
}

/** By file and position; equal findings, such as those of a repeated alias, once. */
function inOrder(documents: readonly ParsedFile[], findings: readonly Finding[]): readonly Finding[] {
  const rank = new Map(documents.map((document, index) => [document.path, index]));
  const kept = new Map<string, Finding>();
  const byFile = Map.groupBy(findings, (finding) => finding.provenance?.file);
  const sound = [...byFile].flatMap(([path, some]) => {
    const document = documents.find((one) => one.path === path);
    return document === undefined ? some : keepSyntax(document, some);
  });
  for (const finding of sound) {
    const { code, message, provenance } = finding;
    const key = JSON.stringify([code, message, provenance]);
    if (!kept.has(key)) kept.set(key, finding);
  }
  const fileRank = ({ provenance }: Finding) => (provenance === undefined ? -1 : (rank.get(provenance.file) ?? -1));
  return [...kept.values()].sort((a, b) => {
    return (
      fileRank(a) - fileRank(b) ||
      (a.provenance?.line ?? 0) - (b.provenance?.line ?? 0) ||
      (a.provenance?.column ?? 0) - (b.provenance?.column ?? 0)
    );
  });
}

function keepSyntax(document: ParsedFile, findings: readonly Finding[]): readonly Finding[] {
  const own = new Set(document.findings);
  return [
    ...findings.filter((one) => own.has(one)),
    ...reliable(
      document,
      findings.filter((one) => !own.has(one)),
    ),
  ];
}

function byAddress(a: { readonly address: string }, b: { readonly address: string }): number {
  return a.address < b.address ? -1 : a.address > b.address ? 1 : 0;
}
