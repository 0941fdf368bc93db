/**
 * Calls that create and change object schemas (interface 11.4). A create makes the bare object. Its display members name properties, so an
 * update sets them once the properties exist.
 */

import type { ApiCall } from '../../../contract/calls.ts';
import { DatedSchemaDefinition } from '../../../contract/dated-schema-writes.ts';
import { DatedSchema } from '../../../contract/dated-schemas.ts';
import { DATED_SCHEMAS } from '../../../contract/endpoints/dated-schemas.ts';
import { qualifiedObject } from '../../../contract/object-types.ts';
import { parsedWith } from '../../../contract/parse-with.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Address } from '../../../model/address.ts';
import { equalJson, type Fields } from '../../../model/json.ts';
import type { CallDraft, DesiredChange, KindWriter, Naming, Settled, Unsupported } from '../../../model/kind.ts';
import { pick } from '../../bodies.ts';
import { isMoved, pathType } from '../../dated-definition-reads.ts';
import { blockChange, type Drafted, draftCall, draftEach } from '../../drafts.ts';
import { FIELD_HINTS, listProperties, NEW_OBJECT, type ObjectSchemaSpec, parseName } from '../spec.ts';
import { selectFields } from './read.ts';

type Change = DesiredChange<ObjectSchemaSpec>;

export const UPDATE_BODIES = [DATED_SCHEMAS.updateDatedSchema.body];

const MEMBERS = Object.keys(FIELD_HINTS);

const ROUTES = {
  create: 'The create makes the object with its labels; its properties follow (interface 11.4).',
  update: 'The update sends every member, because a missing member may fall back to an earlier value (interface 11.4).',
} as const;

const LEFT_TO_PEOPLE: Unsupported = {
  unsupported: true,
  reason: 'trueup deletes no object, because its properties, pipelines and labels would go with it.',
  section: '11.4',
  place: 'Settings > Objects > Custom Objects > [object] > Delete',
};

export function createWriter(names: AccountNames): KindWriter<ObjectSchemaSpec> {
  return {
    remove: LEFT_TO_PEOPLE,
    write: (changes) => draftEach(changes, (change) => buildDrafts(names, change), { remove: LEFT_TO_PEOPLE }),
    misses: (call, covers) => covers.filter((address) => isMoved(names, call, parseName(address))),
    names: listNamings,
    settle: (call, covers, reply) => covers.map((address) => settleCall(call, address, reply)),
  };
}

function buildDrafts(names: AccountNames, change: Change): Drafted {
  const { address, action, after, before = {} } = change;
  if (action !== 'create') return update(names, change, pick(before, MEMBERS));
  // The service would make an object whose plain name is the fully qualified name.
  const qualified = qualifiedObject(parseName(address));
  if (qualified !== undefined) {
    const reason = `${parseName(address)} is the fully qualified name of an object that the account lacks. Declare the schema under ${qualified.name}, and use that name everywhere.`;
    return blockChange(address, { reason, section: '11.4' });
  }
  const { labels, description = '' } = after;
  const made: Fields = { ...NEW_OBJECT, ...(labels === undefined ? {} : { labels }), description };
  const isComplete = Object.entries(after).every(([member, value]) => equalJson(made[member] ?? null, value));
  const created = isComplete ? after : pick(after, ['labels', 'description']);
  const creation = draftCall(address, created, {
    endpoint: 'createDatedSchema',
    params: {},
    body: { ...made, name: parseName(address), properties: [], associatedObjects: [] },
    route: ROUTES.create,
  });
  return isComplete ? creation : [creation, { ...update(names, change, made), before: { [address]: made } }];
}

function update(names: AccountNames, { address, after }: Change, before: Fields): CallDraft {
  const all = { ...before, ...after };
  const { description, ...others } = pick(all, MEMBERS);
  const call = draftCall(address, after, {
    endpoint: 'updateDatedSchema',
    params: { object_type: pathType(names, parseName(address)) },
    body: { ...others, ...(description === '' ? { clearDescription: true } : { description }) },
    writes: MEMBERS,
    route: ROUTES.update,
  });
  return { ...call, follows: listProperties(parseName(address), all) };
}

function listNamings({ endpoint, body }: ApiCall, covers: readonly Address[], reply: unknown): readonly Naming[] {
  const { name: shown } = parsedWith(DatedSchemaDefinition(), reply);
  const sent = endpoint === 'createDatedSchema' ? String(Object(body).name) : undefined;
  return covers.map((address) => ({ member: 'name', sent: sent ?? parseName(address), shown }));
}

function settleCall({ endpoint }: ApiCall, address: Address, reply: unknown): Settled {
  const schema = endpoint === 'createDatedSchema' ? DatedSchema() : DatedSchemaDefinition();
  const row = parsedWith(schema, reply);
  if (endpoint === 'createDatedSchema' && isOlder(row))
    return { address, status: 'failed', others: true, message: TAKEN };
  return { address, status: 'applied', id: row.objectTypeId, echo: selectFields(row) };
}

const TAKEN =
  'The account already had an object of this name. The service may have written the labels and display properties of the call to it instead of refusing the call: check them.';

/** A service can answer a create with the object that has the name already (assumption A67). */
function isOlder({ createdAt, updatedAt }: Pick<DatedSchema, 'createdAt' | 'updatedAt'>): boolean {
  return createdAt != null && updatedAt != null && Date.parse(updatedAt) - Date.parse(createdAt) > NEW_FOR_MS;
}

/** Milliseconds that a create can take. */
const NEW_FOR_MS = 60_000;
