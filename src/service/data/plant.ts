/** Adds a seed to the store in one transaction. A seed with a problem adds nothing. */

import { SCHEMA_LAG_MS } from '../../contract/association-labels.ts';
import { canonicalObjectType, isStandardObjectType, OBJECT_TYPE_ID } from '../../contract/object-types.ts';
import { KNOWN_SCOPES } from '../../contract/scopes.ts';
import { EVENT_FIELD_TYPES } from '../model/event-members.ts';
import { newProperty, storedOptions } from '../model/property.ts';
import { Refusal } from '../model/refusal.ts';
import { resolveObjectType } from '../store/accounts.ts';
import { addEventDefinition, insertEventProperty } from '../store/event-properties.ts';
import { insertProperties } from '../store/properties.ts';
import { findRow, insertNew, listRows, updateRows } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';
import { findAccessToken, hashToken } from '../store/tokens.ts';
import { insertAccount, type Registry, saveApp } from './accounts.ts';
import { findGroup, nextGroupOrder } from './group-writes.ts';
import { createLabel, type NewLabel } from './label-writes.ts';
import { deriveOwner } from './people.ts';
import { plantPipelines } from './plant-pipelines.ts';
import { plantTypes, reportTypes } from './plant-types.ts';
import { checkOptions } from './property-writes.ts';
import { parsedSeed, type Seed, type SeedAccount, SeedError, type SeedIssue, splitPath } from './seed.ts';

/** Adds the parts of the seed that the store lacks. Throws SeedError that names every problem of an invalid seed. */
export async function plant({ db, clock }: Registry, seed: Seed): Promise<void> {
  const { accounts, apps } = parsedSeed(seed);
  await db.transaction().execute(async (tx) => {
    const issues: SeedIssue[] = [];
    for (const [index, account] of accounts.entries()) {
      await insertAccount(tx, account, clock.now());
      await plantAccount({ db: tx, now: clock.now(), hubId: account.hubId }, account, (path, message) =>
        issues.push({ path: ['accounts', index, ...path], message }),
      );
    }
    const typeNames = accounts.flatMap(({ objectTypes }) => objectTypes.map(({ name }) => name));
    for (const [index, { eventTemplates = [], ...app }] of apps.entries()) {
      const { appId: app_id, clientId: client_id } = app;
      const owner = (await findRow(tx, 'apps', { client_id }))?.app_id ?? app_id;
      if (owner === app_id) await saveApp(tx, app);
      else issues.push({ path: ['apps', index, 'clientId'], message: `app ${owner} already has this client id` });
      for (const [at, { id, objectType }] of eventTemplates.entries()) {
        const object_type = canonicalObjectType(objectType);
        // The accounts of the app are unknown here, so a custom type is any id or a name of the seed.
        const isKnown =
          isStandardObjectType(object_type) || typeNames.includes(objectType) || OBJECT_TYPE_ID.test(objectType);
        const path = ['apps', index, 'eventTemplates', at, 'objectType'];
        if (!isKnown) issues.push({ path, message: `object type ${objectType} does not exist` });
        await insertNew(tx, 'event_templates', { app_id, id, object_type });
      }
    }
    if (issues.length > 0) throw new SeedError(issues);
  });
}

interface Planting {
  readonly db: Db;
  readonly now: number;
  readonly hubId: number;
}

/** Reports a problem. The path starts at the account. */
type Report = (path: SeedIssue['path'], message: string) => void;

async function plantAccount(planting: Planting, account: SeedAccount, report: Report): Promise<void> {
  const { db, hubId } = planting;
  if (account.sensitiveData) await updateRows(db, 'accounts', { hub_id: hubId }, { sensitive_data: 1 });
  await plantTokens(planting, account.privateAppTokens, report);
  const addedTypes = await plantTypes({ ...planting, report }, account);
  for (const [index, definition] of account.eventDefinitions.entries()) {
    await plantEventDefinition(planting, definition, (path, message) =>
      report(['eventDefinitions', index, 'properties', ...path], message),
    );
  }
  const findType = async (path: SeedIssue['path'], spelling: string) => {
    const type = await resolveObjectType(db, hubId, spelling);
    if (type === undefined) report(path, `account ${hubId} has no object type ${spelling}`);
    return type;
  };
  for (const [index, { objectType, name, displayName: display_name, displayOrder }] of account.groups.entries()) {
    const type = await findType(['groups', index, 'objectType'], objectType);
    if (type === undefined) continue;
    const display_order = displayOrder ?? (await nextGroupOrder(db, hubId, type));
    const row = { hub_id: hubId, object_type: type, name, display_name, display_order, service_defined: 0 };
    await insertNew(db, 'property_groups', row);
  }
  for (const [index, label] of account.associationLabels.entries()) {
    const path = ['associationLabels', index];
    const from = await findType([...path, 'from'], label.from);
    const to = await findType([...path, 'to'], label.to);
    if (from === undefined || to === undefined) continue;
    await plantLabel(planting, { ...label, from, to }, (message) => report(path, message));
  }
  for (const [index, { objectType: spelling, ...given }] of account.properties.entries()) {
    const { groupName, options = [], type } = given;
    reportOptions(options, type, (path, message) => report(['properties', index, ...path], message));
    const objectType = await findType(['properties', index, 'objectType'], spelling);
    if (objectType === undefined) continue;
    if ((await findGroup(db, hubId, objectType, groupName)) === undefined) {
      report(['properties', index, 'groupName'], `account ${hubId} has no group ${groupName} for ${spelling}`);
    }
    const property = newProperty(given, planting.now, deriveOwner(hubId));
    await insertProperties(db, hubId, [{ objectType, property }]);
  }
  await reportTypes({ ...planting, report }, account.objectTypes, addedTypes);
  await plantPipelines({ db, hubId, now: planting.now, userId: deriveOwner(hubId), typeAt: findType, report }, account);
}

/** Tokens of private apps and service keys do not expire. Their app has an id and no client. */
async function plantTokens(
  { db, hubId }: Planting,
  tokens: SeedAccount['privateAppTokens'],
  report: Report,
): Promise<void> {
  for (const [index, { token, scopes = KNOWN_SCOPES }] of tokens.entries()) {
    await insertNew(db, 'access_tokens', {
      hash: hashToken(token),
      hub_id: hubId,
      app_id: 60_000_000 + hubId,
      user_id: deriveOwner(hubId),
      scopes: scopes.join(' '),
      expires_at: Number.MAX_SAFE_INTEGER,
    });
    const owner = (await findAccessToken(db, hashToken(token)))?.hub_id;
    if (owner !== hubId) report(['privateAppTokens', index, 'token'], `the account ${owner} has this token`);
  }
}

/** Keeps a label that exists. A new label is old enough for schema reads to show it. */
async function plantLabel(
  { db, hubId, now }: Planting,
  label: NewLabel,
  report: (message: string) => void,
): Promise<void> {
  const { from, to, name } = label;
  const held = await listRows(db, 'association_types', { hub_id: hubId, from_type: from, to_type: to, name });
  if (held.some((type) => type.label !== null)) return;
  try {
    await createLabel({ db, hubId, now: now - SCHEMA_LAG_MS }, label);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    report(error.message);
  }
}

/** Keeps the parts of the definition that the account has already. */
async function plantEventDefinition(
  { db, hubId, now }: Planting,
  { name, label, properties, newProperties }: SeedAccount['eventDefinitions'][number],
  report: Report,
): Promise<void> {
  if ((await findRow(db, 'event_definitions', { hub_id: hubId, name })) === undefined) {
    await addEventDefinition(db, {
      hub_id: hubId,
      name,
      label: label ?? name,
      description: '',
      primary_object: 'CONTACT',
      created_at: now,
      created_user_id: deriveOwner(hubId),
      updated_at: now,
      new_members: newProperties === undefined ? null : JSON.stringify(newProperties),
    });
  }
  for (const [index, given] of properties.entries()) {
    const { name: property, label: shown, type, description = '', options = [], ...members } = given;
    const { externalOptions = false, referencedObjectType } = members;
    // Options and external options belong to enumerations (interface 2.9).
    if (type !== 'enumeration' && options.length > 0) report([index, 'options'], `type ${type} does not take options`);
    reportOptions(options, type, (path, message) => report([index, ...path], message));
    if (externalOptions && (type !== 'enumeration' || referencedObjectType !== 'OWNER')) {
      const message = 'external options require type enumeration and referencedObjectType OWNER';
      report([index, 'externalOptions'], message);
    }
    await insertEventProperty(db, hubId, name, {
      name: property,
      label: shown,
      type,
      fieldType: members.fieldType ?? EVENT_FIELD_TYPES[type],
      description,
      options: storedOptions(options),
      createdAt: members.createdAt === undefined ? now : Date.parse(members.createdAt),
      createdUserId: deriveOwner(hubId),
      members,
    });
  }
}

function reportOptions(options: Parameters<typeof checkOptions>[0], type: string, report: Report): void {
  try {
    checkOptions(options, type);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const { in: member = '', message = '' } of error.body?.errors ?? []) {
      report(splitPath(member ?? ''), (message ?? '').replace(/\.$/, ''));
    }
  }
}
