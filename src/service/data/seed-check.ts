/** Inconsistencies in a seed, or between a seed and the store: found before anything of the seed is added. */

import { canonicalObjectType, isStandardObjectType, OBJECT_TYPE_ID } from '../../contract/object-types.ts';
import { Refusal } from '../model/refusal.ts';
import { listObjectTypes, resolveObjectType, spellsObjectType } from '../store/accounts.ts';
import { findRow } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';
import { findAccessToken, hashOf } from '../store/tokens.ts';
import { defaultGroups } from './defaults.ts';
import { listGroups } from './group-writes.ts';
import { checkOptions } from './property-writes.ts';
import type { ParsedSeed, SeedAccount, SeedEventProperty, SeedIssue } from './seed.ts';

export async function seedIssues(db: Db, { accounts, apps }: ParsedSeed): Promise<readonly SeedIssue[]> {
  const found: (readonly SeedIssue[])[] = [];
  for (const [index, account] of accounts.entries()) {
    // What an entry before this one adds to the same account is there by then.
    const entries = accounts.slice(0, index + 1).filter(({ hubId }) => hubId === account.hubId);
    found.push(below(['accounts', index], await accountIssues(db, account, entries)));
  }
  return [
    ...found.flat(),
    ...(await tokenIssues(db, accounts)),
    ...below(['apps'], await clientIssues(db, apps)),
    ...templateIssues(apps, accounts),
  ];
}

async function accountIssues(
  db: Db,
  { hubId, objectTypes, groups, properties, eventDefinitions, associationLabels }: SeedAccount,
  entries: readonly SeedAccount[],
): Promise<readonly SeedIssue[]> {
  const types = new Map(entries.flatMap(({ objectTypes }) => objectTypes).map(({ id, name }) => [id, name]));
  const typeOf = async (spelling: string) =>
    (await resolveObjectType(db, hubId, spelling)) ??
    [...types].find(([id, name]) => spellsObjectType({ hub_id: hubId, id, name }, spelling))?.[0];
  const seeded = new Set<string>();
  for (const group of entries.flatMap((entry) => entry.groups)) {
    seeded.add(keyOf((await typeOf(group.objectType)) ?? '', group.name));
  }
  const issues: SeedIssue[] = [
    ...standardIssues(objectTypes),
    ...eventDefinitions.flatMap((definition, index) =>
      definition.properties.flatMap((property, at) =>
        below(['eventDefinitions', index, 'properties', at], eventPropertyIssues(property)),
      ),
    ),
    ...properties.flatMap(({ options = [], type }, index) => below(['properties', index], optionIssues(options, type))),
  ];
  for (const [index, { objectType }] of groups.entries()) {
    if ((await typeOf(objectType)) === undefined)
      issues.push(unknownType(['groups', index, 'objectType'], objectType, hubId));
  }
  for (const [index, label] of associationLabels.entries()) {
    for (const end of ['from', 'to'] as const) {
      if ((await typeOf(label[end])) !== undefined) continue;
      issues.push(unknownType(['associationLabels', index, end], label[end], hubId));
    }
  }
  for (const [index, { objectType, groupName }] of properties.entries()) {
    const path = ['properties', index];
    const found = await typeOf(objectType);
    if (found === undefined) {
      issues.push(unknownType([...path, 'objectType'], objectType, hubId));
      continue;
    }
    const own = await groupsOf(db, { hubId, objectType: found, customName: types.get(found) });
    if (seeded.has(keyOf(found, groupName)) || own.includes(groupName)) continue;
    const message = `account ${hubId} has no group ${groupName} for ${objectType}`;
    issues.push({ path: [...path, 'groupName'], message });
  }
  return issues;
}

/** A type of the seed would never be found under a spelling of a standard one. */
function standardIssues(types: SeedAccount['objectTypes']): readonly SeedIssue[] {
  return types.flatMap((type, index) =>
    (['id', 'name'] as const)
      .filter((member) => isStandardObjectType(canonicalObjectType(type[member])))
      .map((member) => ({
        path: ['objectTypes', index, member],
        message: `${type[member]} is ${canonicalObjectType(type[member])}, which every account already has`,
      })),
  );
}

/** Groups that a type has before the seed adds any: those of the store, or those that a new type is born with. */
async function groupsOf(
  db: Db,
  {
    hubId,
    objectType,
    customName,
  }: { readonly hubId: number; readonly objectType: string; readonly customName: string | undefined },
): Promise<readonly string[]> {
  const known =
    (await findRow(db, 'accounts', { hub_id: hubId })) !== undefined &&
    (await listObjectTypes(db, hubId)).includes(objectType);
  const groups = known ? await listGroups(db, hubId, objectType) : defaultGroups(objectType, customName);
  return groups.map(({ name }) => name);
}

function optionIssues(options: Parameters<typeof checkOptions>[0], type: string): readonly SeedIssue[] {
  try {
    checkOptions(options, type);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return (error.body.errors ?? []).map((detail) => ({
      path: (detail.in ?? '').split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
      message: (detail.message ?? '').replace(/\.$/, ''),
    }));
  }
}

/** Options, and external ones too, go with enumerations only (interface 2.9). */
function eventPropertyIssues(property: SeedEventProperty): readonly SeedIssue[] {
  const { type, options = [], externalOptions = false, referencedObjectType } = property;
  const misplaced = type !== 'enumeration' && options.length > 0;
  return [
    ...(misplaced ? [{ path: ['options'], message: `type ${type} does not take options` }] : []),
    ...optionIssues(options, type),
    ...(externalOptions && (type !== 'enumeration' || referencedObjectType !== 'OWNER')
      ? [
          {
            path: ['externalOptions'],
            message: 'external options require type enumeration and referencedObjectType OWNER',
          },
        ]
      : []),
  ];
}

/** A client id belongs to one app: in the seed, and in the store. */
async function clientIssues(db: Db, apps: ParsedSeed['apps']): Promise<readonly SeedIssue[]> {
  const owners = new Map<string, number>();
  const issues: SeedIssue[] = [];
  for (const [index, { appId, clientId }] of apps.entries()) {
    const owner = owners.get(clientId) ?? (await findRow(db, 'apps', { client_id: clientId }))?.app_id ?? appId;
    owners.set(clientId, owner);
    if (owner !== appId) issues.push({ path: [index, 'clientId'], message: `app ${owner} already has this client id` });
  }
  return issues;
}

/** A token of a private app is of one account: in the seed, and in the store. */
async function tokenIssues(db: Db, accounts: ParsedSeed['accounts']): Promise<readonly SeedIssue[]> {
  const owners = new Map<string, number>();
  const issues: SeedIssue[] = [];
  for (const [index, { hubId, privateAppTokens }] of accounts.entries()) {
    for (const [at, { token }] of privateAppTokens.entries()) {
      const owner = owners.get(token) ?? (await findAccessToken(db, hashOf(token)))?.hub_id ?? hubId;
      owners.set(token, owner);
      const path = ['accounts', index, 'privateAppTokens', at, 'token'];
      if (owner !== hubId) issues.push({ path, message: `the account ${owner} has this token` });
    }
  }
  return issues;
}

/** An app is in no account yet: a template is for a standard type, or for a custom one by its id or a name of the seed. */
function templateIssues(apps: ParsedSeed['apps'], accounts: readonly SeedAccount[]): readonly SeedIssue[] {
  const names = new Set(accounts.flatMap(({ objectTypes }) => objectTypes.map(({ name }) => name)));
  return apps.flatMap(({ eventTemplates = [] }, app) =>
    eventTemplates.flatMap(({ objectType }, template) => {
      const isStandard = isStandardObjectType(canonicalObjectType(objectType));
      if (isStandard || names.has(objectType) || OBJECT_TYPE_ID.test(objectType)) return [];
      const path = ['apps', app, 'eventTemplates', template, 'objectType'];
      return [{ path, message: `object type ${objectType} does not exist` }];
    }),
  );
}

function unknownType(path: SeedIssue['path'], objectType: string, hubId: number): SeedIssue {
  return { path, message: `account ${hubId} has no object type ${objectType}` };
}

function below(path: SeedIssue['path'], issues: readonly SeedIssue[]): readonly SeedIssue[] {
  return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

function keyOf(objectType: string, groupName: string): string {
  return `${objectType}/${groupName}`;
}
