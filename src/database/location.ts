/** Location of data: a folder or a PostgreSQL database. Only host and database of an address are shown. */

import { type Secret, secret } from '../contract/secret.ts';
import { UsageError } from '../errors.ts';

export type StoreLocation =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 'database';
      /** May hold the password. */
      readonly address: Secret;
      /** Such as `the database crm on db.example:5432`. */
      readonly shown: string;
    };

const PLACE = 'Use a folder, or the postgres:// address of a database.';

/** Parses the location that a person wrote. Throws UsageError for a malformed or other address; the message does not repeat the address. */
export function storeLocation(text: string): StoreLocation {
  const scheme = /^(?:([a-z][a-z0-9+.-]+):\/\/|(postgres(?:ql)?):)/i.exec(text.trim());
  if (text.trim() === '') {
    throw new UsageError('database-address-invalid', 'The place where data is stored is empty.', { hint: PLACE });
  }
  if (scheme === null) return { kind: 'folder', path: text };
  const name = (scheme[1] ?? scheme[2] ?? '').toLowerCase();
  if (name === 'postgres' || name === 'postgresql') return databaseLocation(text);
  throw new UsageError('database-address-invalid', `Data cannot be stored in an address that starts with ${name}://.`, {
    hint: PLACE,
  });
}

/** Throws UsageError when the address is not one of PostgreSQL. */
export function databaseLocation(text: string): StoreLocation & { readonly kind: 'database' } {
  const address = text.trim();
  const rest = /^postgres(?:ql)?:\/\/(.*)$/is.exec(address)?.[1];
  // A password with one of these characters would end up in the host or the database, and be shown.
  const strays = rest?.replace(/^[^/?#]*/, '') ?? '';
  // The library that connects takes an empty host behind a user; the parser of addresses does not.
  const hostless = /^[^/?#]*@(?=[/?]|$)/.test(rest ?? '');
  const parsable = hostless ? address.replace(/@(?=[/?]|$)/, '@localhost') : address;
  if (rest === undefined || /[@#]/.test(strays) || !URL.canParse(parsable)) {
    throw new UsageError('database-address-invalid', 'The database address is malformed.', {
      hint: 'Write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE. Percent-encode special characters in a password (@ is %40, / is %2F, # is %23, ? is %3F), or set PGPASSWORD instead.',
    });
  }
  const { hostname, port, pathname, searchParams } = new URL(parsable);
  const host = searchParams.get('host') ?? (hostless ? '' : decoded(hostname));
  const shownPort = searchParams.get('port') ?? port;
  const database = decoded(pathname.slice(1));
  const what = database === '' ? 'the default database' : `the database ${database}`;
  const where = host === '' ? '' : ` on ${host}${shownPort === '' ? '' : `:${shownPort}`}`;
  return { kind: 'database', address: secret(address), shown: `${what}${where}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
