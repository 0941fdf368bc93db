/** Finds the record of a timeline event by objectId, email or utk, or creates a contact for it (interface 2.7). */

import type { Identity } from '../model/identity.ts';
import { conflicting, invalid, invalidMember } from '../model/refusal.ts';
import { nextNumber } from '../store/open.ts';
import { findRow, insertNew, saveRow } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';

export interface RecordKeys {
  readonly objectId?: string | undefined;
  readonly email?: string | undefined;
  readonly utk?: string | undefined;
}

interface Lookup {
  readonly db: Db;
  readonly identity: Identity;
}

/** Every objectId is taken to exist, since the interface has no records. Throws a 400 when nothing names the record. */
export async function resolveRecord(
  call: Lookup,
  objectType: string,
  keys: RecordKeys,
): Promise<{ readonly objectId: string }> {
  if (objectType === 'contacts') return { objectId: await resolveContact(call, keys) };
  if (keys.objectId !== undefined && keys.objectId !== '') return { objectId: keys.objectId };
  throw invalidMember('objectId', `An event on ${objectType} requires objectId.`, 'REQUIRED_FIELD');
}

/** objectId first; with an email too it changes the contact's address. A user token is tied to the contact found. */
async function resolveContact(call: Lookup, keys: RecordKeys): Promise<string> {
  const { db, identity } = call;
  const email = keys.email === undefined ? undefined : checkedEmail(keys.email);
  const objectId = await contactId(call, { ...keys, email });
  const contact = { hub_id: identity.hubId, object_id: objectId, email: email ?? null };
  if (email === undefined) await insertNew(db, 'contacts', contact);
  else await saveRow(db, 'contacts', contact);
  const { utk } = keys;
  if (utk !== undefined) await saveRow(db, 'visitors', { hub_id: identity.hubId, utk, object_id: objectId });
  return objectId;
}

async function contactId({ db, identity }: Lookup, { objectId, email, utk }: RecordKeys): Promise<string> {
  const hub = { hub_id: identity.hubId };
  const holder = email === undefined ? undefined : await findRow(db, 'contacts', { ...hub, email });
  if (objectId !== undefined && objectId !== '') {
    if (holder === undefined || holder.object_id === objectId) return objectId;
    throw conflicting(`The address belongs to another contact. Existing id: ${holder.object_id}`);
  }
  if (holder !== undefined) return holder.object_id;
  const visitor = utk === undefined ? undefined : await findRow(db, 'visitors', { ...hub, utk });
  if (visitor !== undefined) return visitor.object_id;
  if (email === undefined && utk === undefined) {
    throw invalidMember('objectId', 'An event on a contact requires objectId, email or utk.', 'REQUIRED_FIELD');
  }
  return newContactId(db, identity.hubId);
}

/** An id that no event named as its objectId before. */
async function newContactId(db: Db, hubId: number): Promise<string> {
  for (;;) {
    const id = String(await nextNumber(db, `contact-${hubId}`, 101));
    if ((await findRow(db, 'contacts', { hub_id: hubId, object_id: id })) === undefined) return id;
  }
}

function checkedEmail(email: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(email)) return email.toLowerCase();
  throw invalid(`'${email}' is not an email address.`, {
    errors: [{ message: 'email is not an email address', code: 'INVALID_EMAIL', in: 'email' }],
  });
}
