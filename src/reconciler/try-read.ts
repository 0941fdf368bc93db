/** One read of an account, to test its surface. */

import type { Client } from '../client/index.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { isStandardObjectType } from '../contract/object-types.ts';
import { type Performed, performRead } from '../engine/observe/perform-read.ts';
import { findMissingHolder, readFailed } from '../engine/observe/read-failed.ts';
import { ApiError } from '../errors.ts';
import { listKinds } from '../kinds/index.ts';
import type { Resolution } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import { isUnsupported, type Kind } from '../model/kind.ts';
import { NOTHING_WANTED, type PlannedRead } from '../model/kind-reader.ts';

type Declared = Pick<Resolution, 'account' | 'desired'>;

/**
 * Makes a read of a plan. Returns an error if the surface does not answer, and a warning if the token is refused. Throws AuthError and
 * TransportError.
 */
export async function tryRead(
  { account, desired }: Declared,
  client: Pick<Client, 'read'>,
): Promise<Finding | undefined> {
  const kinds = listKinds(account.surface);
  const wanted = kinds.flatMap(({ name }) => {
    const addresses = desired.resources.flatMap(({ kind, address }) => (kind === name ? [address] : []));
    return addresses.length === 0 ? [] : [{ name, addresses }];
  });
  const reads = [
    ...wanted.flatMap(({ name, addresses }) =>
      readsOf(kinds, name, (reader) => reader.reads(addresses, NOTHING_WANTED)),
    ),
    // Every account has contacts.
    ...readsOf(kinds, 'property', (reader) => reader.lists('contacts')),
  ];
  const read = reads.find(isPlain);
  if (read === undefined) return undefined;
  try {
    const { path, result } = await performRead(read, 1, { reader: client, versions: account.versions });
    return 'error' in result ? failureOf(read, kinds, path, result.error) : undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return failureOf(read, kinds, ENDPOINTS[read.call.endpoint].path, error);
  }
}

/** True for a read that needs only a token, and no id of a custom object. */
function isPlain({ call, optional }: PlannedRead): boolean {
  const type = call.params['object_type'];
  return (
    optional === undefined &&
    ENDPOINTS[call.endpoint].authorized !== 'app' &&
    (type === undefined || isStandardObjectType(type) || type.startsWith('0-'))
  );
}

function readsOf(
  kinds: readonly Kind[],
  name: Kind['name'],
  reads: (reader: Exclude<Kind['reader'], { readonly reason: string }>) => readonly PlannedRead[],
): readonly PlannedRead[] {
  return kinds.flatMap((kind) => (kind.name === name && !isUnsupported(kind.reader) ? reads(kind.reader) : []));
}

type Failure = Extract<Performed['result'], { readonly error: unknown }>['error'];

/** A missing resource, or a read that the token may not make, says nothing about the surface. */
function failureOf(read: PlannedRead, kinds: readonly Kind[], path: string, error: Failure): Finding | undefined {
  if (findMissingHolder({ ...read, kinds }, error) !== undefined) return undefined;
  const isOfToken = error instanceof ApiError && !error.gone && error.status < 500;
  return { ...readFailed(path, read.call, error), severity: isOfToken ? 'warning' : 'error' };
}
