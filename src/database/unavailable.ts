/** Database failures that say nothing about the call: the connection is lost, or the server is shutting down or starting. */

/** Of connections, as Node.js names them; ENOENT is a socket file that is not there while the server restarts. */
const SYSTEM: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOENT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
]);

/**
 * SQLSTATE: connection exceptions, shutdown and startup, too many connections, and transactions that were rolled back in favour
 * of others.
 */
const STATES = /^(?:08...|57P0[1-5]|53300|40001|40P01)$/;

/** What pg says of a lost connection without a code of its own, and kysely of one that it gave up. */
const PHRASES =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Postgres connection has been discarded)/;

/** Whether the same call may succeed a moment later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return code === undefined ? PHRASES.test(error.message) : SYSTEM.has(code) || STATES.test(code);
}

/** The code of an error of the system or of the database. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
