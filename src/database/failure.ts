/** What a failure of a database says: in words of our own, since those of the driver may hold the login. */

import { codeOf, isUnavailable } from './unavailable.ts';

export interface DatabaseFailure {
  /** `lost`: the same may succeed a moment later. `refused`: somebody has to change something first. */
  readonly kind: 'lost' | 'read-only' | 'full' | 'refused';
  readonly reason: string;
  readonly hint: string;
  /** Of the driver, of the system, or SQLSTATE. */
  readonly code: string | undefined;
}

export function databaseFailure(error: unknown): DatabaseFailure {
  const code = codeOf(error);
  const known = isClosed(error) ? CLOSED : REASONS.find(([pattern]) => pattern.test(code ?? ''));
  const [, kind, reason, hint] = known ?? (isUnavailable(error) ? LOST : OTHER);
  return { kind, reason, hint, code };
}

/** Drivers say it without a code. */
function isClosed(error: unknown): boolean {
  return error instanceof Error && /^(?:driver has already been destroyed|PGlite is closed)/.test(error.message);
}

/** Of a code: what is wrong, and what to do about it. */
type Reason = readonly [code: RegExp, kind: DatabaseFailure['kind'], reason: string, hint: string];

const LOST: Reason = [
  /./,
  'lost',
  'it cannot be reached',
  'Check that PostgreSQL is running there, and that the host and port are correct.',
];
const CLOSED: Reason = [/./, 'refused', 'it was closed', 'Close it once everything that uses it has ended.'];
const OTHER: Reason = [/./, 'refused', 'an unexpected failure', 'Check the database log, or use another database.'];

const REASONS: readonly Reason[] = [
  [/^28/, 'refused', 'the user or password was rejected', 'Correct them in the address, or set PGUSER and PGPASSWORD.'],
  [/^3D000$/, 'refused', 'the database does not exist', 'Create it, or correct the name at the end of the address.'],
  [
    /^42501$/,
    'refused',
    'the user may not create tables in it',
    'Grant the user CREATE on its schema, or use another user.',
  ],
  [/^40(?:001|P01)$/, 'lost', 'another statement stood in the way', 'Try again.'],
  [/^53300$/, 'lost', 'it has no free connections', 'Close other connections to it, or raise its max_connections.'],
  [
    /^25006$/,
    'read-only',
    'it is read-only',
    'Use the address of the primary server, or end default_transaction_read_only. Nothing was written.',
  ],
  [
    /^(?:53100|ENOSPC|EDQUOT)$/,
    'full',
    'its disk is full',
    'Free space for the database, then start again. What was committed is there.',
  ],
  [
    /^(?:E?CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL)/,
    'refused',
    'the encrypted connection was refused',
    'Add its certificate authority with ?sslrootcert=FILE, or check sslmode in the address.',
  ],
  [/^ENOTFOUND$/, 'lost', 'the host does not exist', 'Correct the host in the address.'],
];
