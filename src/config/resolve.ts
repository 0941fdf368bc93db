/** A project resolved for one account: desired state, policy, and every finding of one run. */

import { SURFACES, type Surface } from '../contract/surfaces.ts';
import { houseRules } from '../engine/rules/index.ts';
import type { Resolution } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import { withinLimit } from '../model/finding-limit.ts';
import { mapping } from '../model/json.ts';
import type { Kind } from '../model/kind.ts';
import type { Project } from '../model/project.ts';
import { accountFindings, accountOf, filledAccounts, noAccount, valuesOf } from './accounts/account.ts';
import { type Choice, chooseAccount, declaredAccounts } from './accounts/accounts.ts';
import type { AllowedHosts } from './accounts/allowed-hosts.ts';
import { declaredApps, readApps } from './accounts/apps.ts';
import { accountFromEnv } from './accounts/env-account.ts';
import type { AccountContext, ReadAccount } from './accounts/read-account.ts';
import { knownSecrets } from './accounts/secrets.ts';
import { surfaceOfAny } from './accounts/surface.ts';
import { type CheckedFile, checkFile, reliable } from './check/check.ts';
import { type Collected, collect } from './check/collect.ts';
import { interpolate } from './check/interpolate.ts';
import { misspeltFindings } from './check/mentions.ts';
import { objectNameFindings } from './check/object-names.ts';
import type { Env, Scope } from './check/variables.ts';
import { type Listing, unlistedFindings, visibleOf } from './check/visible.ts';
import { placesOf } from './files/places.ts';
import { readMoved } from './moved/moved.ts';
import { positionKey } from './overrides/notes.ts';
import { NONE, type Overridden, withOverrides } from './overrides/override.ts';
import { policyOf } from './policy/policy.ts';
import { branchesOf } from './schema/branches.ts';
import { documentSchema, plainSchema } from './schema/document-schema.ts';
import { scopes } from './scopes.ts';
import type { ParsedFile } from './yaml/parsed-file.ts';
import type { Path } from './yaml/position.ts';
import { isSecretPath } from './yaml/shown.ts';
import { documentsOf } from './yaml/source.ts';

export { accountNames } from './accounts/accounts.ts';

export interface ResolveOptions extends Listing {
  /** Of a surface. Places and shapes are the same on each; what can be declared at them may differ. */
  readonly kindsOn: (surface: Surface) => readonly Kind[];
  /** Name of the account; optional if the files declare at most one. */
  readonly account?: string;
  /** What `${env.NAME}` reads. */
  readonly env: Env;
  /** No calls will be made: variables that the accounts lack are only a note. */
  readonly offline?: boolean;
  /** True: what the accounts share is enough, where none is chosen. */
  readonly shared?: boolean;
  /** Where a credential may be sent. Undefined: the hosts are not checked. */
  readonly allowed?: AllowedHosts;
}

/** Never throws for the contents of files: findings of severity error mean that the result must not be used. */
export function resolveProject(project: Project, options: ResolveOptions): Resolution {
  const documents = documentsOf(project);
  const whole = project.findings.length === 0 && documents.every(isWhole);
  const declared = declaredAccounts(documents);
  const choice = chooseAccount(declared, options.account, whole);
  const anyKinds = options.kindsOn(SURFACES[0]);
  const overrides = declared.some(({ fields }) => fields['overrides'] !== undefined);
  const schema = overrides ? documentSchema(anyKinds) : plainSchema(anyKinds);
  const apps = declaredApps(documents);
  const secrets = knownSecrets({ accounts: declared, apps }, options.env, options);
  const missing = options.offline === true ? 'info' : 'error';
  const context = { visible: visibleOf(options.env, options), missing, allowed: options.allowed } as const;
  const scope = scopes(choice, context, secrets);
  const isSecret = (text: string, path: Path) => !isSecretPath(path) && secrets.isIn(text);
  const overridden = overriddenIn(documents, choice, anyKinds, scope);
  const checked = (document: ParsedFile) => checkFile(document, schema, scope, isSecret);
  const files = overridden.documents.map(checked);
  const accounts = filledAccounts(declared, files);
  const chosen = accountFor(choice, accounts, { ...context, options });
  const kinds = options.kindsOn(chosen.account.surface);
  const collected = collect(files, kinds);
  const resources = collected.declared.map(({ resource }) => resource).sort(byAddress);
  const omitted = omittedFrom(overridden.originals.map(checked), kinds, collected);
  const moves = readMoved(files, kinds, resources, omitted);
  const policy = policyOf(files, {
    accounts: declared.map(({ name }) => name),
    chosen: typeof choice.chosen === 'string' ? undefined : choice.chosen.name,
    rules: houseRules(kinds),
  });
  const { keys, declared: declaredKeys, findings: appFindings } = readApps(apps, context.visible, missing);
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
    ...policy.findings,
    ...collected.findings,
    ...moves.findings,
    ...misspeltFindings(collected.declared, kinds),
    ...objectNameFindings(collected.declared, chosen.account),
  ];
  return {
    account: chosen.account,
    others: accounts.filter(({ name }) => name !== chosen.account.name).map((one) => accountOf(one, context).account),
    omitted,
    moved: moves.moved,
    desired: { resources },
    values: valuesOf(accounts.find(({ name }) => name === chosen.account.name)?.filled ?? {}),
    valuesOfOthers: accounts.filter(({ name }) => name !== chosen.account.name).map(({ filled }) => valuesOf(filled)),
    holders: collected.holders,
    policy: policy.policy,
    // An empty file lost its content: what stood in it is as gone as with the file itself.
    places: placesOf({ ...project, files: project.files.filter((_, index) => documents[index]?.value !== undefined) }),
    developerKeys: keys,
    declaredKeys,
    secrets: secrets.values,
    addressFaults: chosen.addressFaults.filter(({ severity }) => severity === 'error'),
    findings: withinLimit(inOrder(documents, findings)),
  };
}

/** What the files share is the same for every account that none of its values is of. */
function needsNoAccount({ findings }: Choice, documents: readonly ParsedFile[], { shared }: ResolveOptions): boolean {
  const isOpen = findings.some(({ code }) => code === 'account-required');
  return shared === true && isOpen && !documents.some(usesValues);
}

function usesValues({ value }: ParsedFile): boolean {
  const { accounts: _defined, ...shared } = mapping(value) ?? {};
  return JSON.stringify(shared).includes('${values.');
}

/** With what the chosen account overrides. */
function overriddenIn(
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

/** What the files declare and the account does not have. */
function omittedFrom(
  files: readonly CheckedFile[],
  kinds: readonly Kind[],
  { declared }: Collected,
): Resolution['omitted'] {
  const kept = new Set(declared.map(({ resource }) => resource.address));
  return collect(files, kinds).declared.flatMap(({ resource: { address, overrides = [] } }) => {
    const [by] = overrides;
    return by === undefined || kept.has(address) ? [] : [{ address, by }];
  });
}

/** A key that is missing in something new may be one of something else with a similar name. */
function hinted(finding: Finding, hints: Overridden['hints']): Finding {
  const hint = finding.code === 'missing-key' ? hints.get(positionKey(finding.provenance)) : undefined;
  return hint === undefined ? finding : { ...finding, hint };
}

/** False if a part of the file may not have been read. */
function isWhole(document: ParsedFile): boolean {
  const sound = document.reliableBefore === Number.POSITIVE_INFINITY;
  return sound && (document.value !== undefined || document.findings.length === 0);
}

function accountFor(
  choice: Choice,
  accounts: ReturnType<typeof filledAccounts>,
  { options, ...context }: AccountContext & { readonly options: ResolveOptions },
): ReadAccount {
  const { visible, missing } = context;
  const unlisted = (used: 'all' | 'surface') => unlistedFindings(options.env, visible, used, missing);
  if (choice.chosen === 'environment') return withFindings(accountFromEnv(context), unlisted('all'));
  const { chosen } = choice;
  const found = chosen === 'undecided' ? undefined : accounts.find((one) => one.path === chosen.path);
  if (found !== undefined) {
    return withFindings(accountOf(found, context), found.filled['surface'] === undefined ? unlisted('surface') : []);
  }
  const any = accounts.map(({ filled }) => filled);
  const account = noAccount(options.account ?? '', surfaceOfAny(any, visible.own));
  return { account, findings: [], addressFaults: [] };
}

function withFindings(read: ReadAccount, findings: readonly Finding[]): ReadAccount {
  return { ...read, findings: [...read.findings, ...findings] };
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
