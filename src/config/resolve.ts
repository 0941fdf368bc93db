/** A project resolved for one account: desired state, policy, and every finding of one run. */

import { DEFAULT_SURFACE, type Surface } from '../contract/surfaces.ts';
import type { Resolution } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import { withinLimit } from '../model/finding-limit.ts';
import { type Fields, mapping } from '../model/json.ts';
import type { Kind } from '../model/kind.ts';
import type { Project } from '../model/project.ts';
import { accountFindings, filledAccounts, listValues, noAccount, readAccount } from './accounts/account.ts';
import { type Choice, chooseAccount } from './accounts/accounts.ts';
import { readApps } from './accounts/apps.ts';
import { accountFromEnv } from './accounts/env-account.ts';
import type { AccountContext, ReadAccount } from './accounts/read-account.ts';
import { surfaceOfAny } from './accounts/surface.ts';
import { type Base, buildBase, type ResolveOptions } from './base.ts';
import { type CheckedFile, checkFile, reliable } from './check/check.ts';
import { interpolate } from './check/interpolate.ts';
import { objectNameFindings } from './check/object-names.ts';
import type { Scope } from './check/variables.ts';
import { unlistedFindings } from './check/visible.ts';
import { type Contents, readContents } from './contents.ts';
import { type ReadFleet, readFleet } from './fleet/section.ts';
import { positionKey } from './overrides/notes.ts';
import { NONE, type Overridden, withOverrides } from './overrides/override.ts';
import { branchesOf } from './schema/branches.ts';
import { scopes } from './scopes.ts';
import type { ParsedFile } from './yaml/parsed-file.ts';
import type { Path } from './yaml/position.ts';
import { isSecretPath } from './yaml/shown.ts';

export { accountNames } from './accounts/accounts.ts';

/** Resolution, with the fleet section of the files. */
export interface ProjectResolution extends Resolution {
  readonly fleet: Omit<ReadFleet, 'findings'>;
}

/** Never throws for the contents of files. If a finding has severity error, the result must not be used. */
export function resolveProject(project: Project, options: ResolveOptions): ProjectResolution {
  const base = buildBase(project, options);
  return resolveFor(base, chooseAccount(base.declared, options.account, base.whole), { options, kept: NOTHING_KEPT });
}

/** Results for other accounts that are the same for this account. */
export interface Kept {
  checked(document: ParsedFile, check: () => CheckedFile): CheckedFile;
  contents(surface: Surface, make: () => Contents): Contents;
}

export const NOTHING_KEPT: Kept = { checked: (_, check) => check(), contents: (_, make) => make() };

export function resolveFor(
  { project, documents, whole, declared, apps, secrets, schema, context, places }: Base,
  choice: Choice,
  { options, kept }: { readonly options: ResolveOptions; readonly kept: Kept },
): ProjectResolution {
  const anyKinds = options.kindsOn(DEFAULT_SURFACE);
  const scope = scopes(choice, context, secrets);
  const isSecret = (text: string, path: Path) => !isSecretPath(path) && secrets.isIn(text);
  // If a file cannot be read, it may declare the resources that the account overrides.
  const overridden = whole ? applyOverrides(documents, choice, anyKinds, scope) : { ...NONE, documents };
  const checked = (document: ParsedFile) => checkFile(document, schema, scope, isSecret);
  const files = overridden.documents.map((document) => kept.checked(document, () => checked(document)));
  const accounts = filledAccounts(declared, files);
  const fleets = files.map(({ value }) => mapping(mapping(value)?.['fleet'])).filter((one) => one !== undefined);
  const chosen = resolveAccount(choice, accounts, { ...context, options, fleets });
  const { name } = chosen.account;
  const kinds = options.kindsOn(chosen.account.surface);
  const contents = kept.contents(chosen.account.surface, () =>
    readContents({ files, originals: () => overridden.originals.map(checked), kinds, declared, choice }),
  );
  const { keys, declared: declaredKeys, findings: appFindings } = readApps(apps, context.visible, context.missing);
  const { findings: fleetFindings, ...fleet } = readFleet(files, apps, context);
  const findings = [
    ...project.findings,
    ...documents.flatMap((document) => document.findings),
    ...files.flatMap((file) => file.findings.map((finding) => hinted(finding, overridden.hints))),
    ...overridden.findings,
    ...(needsNoAccount(choice, documents, options) ? [] : choice.findings),
    ...versionFindings(files, whole),
    ...accountFindings(accounts),
    ...chosen.findings,
    ...appFindings,
    ...fleetFindings,
    ...contents.findings,
    ...objectNameFindings(contents.declared, chosen.account),
  ];
  return {
    account: chosen.account,
    others: accounts.filter((other) => other.name !== name).map((one) => readAccount(one, context).account),
    omitted: contents.omitted,
    moved: contents.moved,
    desired: { resources: contents.resources },
    values: listValues(accounts.find((one) => one.name === name)?.filled ?? {}),
    valuesOfOthers: accounts.filter((other) => other.name !== name).map(({ filled }) => listValues(filled)),
    holders: contents.holders,
    policy: contents.policy,
    places,
    fleet,
    developerKeys: keys,
    declaredKeys,
    secrets: secrets.values,
    addressFaults: chosen.addressFaults.filter(({ severity }) => severity === 'error'),
    findings: withinLimit(inOrder(documents, findings)),
  };
}

/** True if the shared contents are sufficient, because no account is chosen and no document uses values. */
function needsNoAccount({ findings }: Choice, documents: readonly ParsedFile[], { shared }: ResolveOptions): boolean {
  const isOpen = findings.some(({ code }) => code === 'account-required');
  return shared === true && isOpen && !documents.some(usesValues);
}

/** True if a document uses a value outside of the accounts section, which cannot use values. An escaped `\${` does not count. */
export function usesValues({ value }: ParsedFile): boolean {
  const { accounts: _defined, ...shared } = mapping(value) ?? {};
  return /(?<!\\)\$\{values\./.test(JSON.stringify(shared));
}

/** Returns the documents with the overrides of the chosen account. */
function applyOverrides(
  documents: readonly ParsedFile[],
  { chosen }: Choice,
  kinds: readonly Kind[],
  scope: (path: Path) => Scope | undefined,
): Overridden {
  if (typeof chosen === 'string' || chosen.fields['overrides'] === undefined) {
    return { ...NONE, documents };
  }
  return withOverrides(documents, chosen, branchesOf(kinds), (document) => interpolate(document, scope).value);
}

/** Adds a hint that a key missing in a new definition may belong to a definition with a similar name. */
function hinted(finding: Finding, hints: Overridden['hints']): Finding {
  const hint = finding.code === 'missing-key' ? hints.get(positionKey(finding.provenance)) : undefined;
  return hint === undefined ? finding : { ...finding, hint };
}

function resolveAccount(
  choice: Choice,
  accounts: ReturnType<typeof filledAccounts>,
  {
    options,
    fleets,
    ...context
  }: AccountContext & { readonly options: ResolveOptions; readonly fleets: readonly Fields[] },
): ReadAccount {
  const { visible, missing } = context;
  const unlisted = (used: 'all' | 'surface') => unlistedFindings(options.env, visible, used, missing);
  if (choice.chosen === 'environment') return withFindings(accountFromEnv(context), unlisted('all'));
  const { chosen } = choice;
  const found = chosen === 'undecided' ? undefined : accounts.find((one) => one.path === chosen.path);
  if (found !== undefined) {
    return withFindings(readAccount(found, context), found.filled['surface'] === undefined ? unlisted('surface') : []);
  }
  const any = [...accounts.map(({ filled }) => filled), ...fleets];
  const account = noAccount(options.account ?? '', surfaceOfAny(any, visible.own));
  return { account, findings: [], addressFaults: [] };
}

function withFindings(read: ReadAccount, findings: readonly Finding[]): ReadAccount {
  return { ...read, findings: [...read.findings, ...findings] };
}

/** Files share their sections, so at least one file must specify the format. */
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

/** Sorts by file and position. Equal findings, such as those of a repeated alias, are reported once. */
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
