/** The variables and values that each part of the documents can interpolate. */

import { mapping } from '../model/json.ts';
import { listValues } from './accounts/account.ts';
import type { Choice } from './accounts/accounts.ts';
import type { KnownSecrets } from './accounts/secrets.ts';
import { findValue } from './check/checked.ts';
import { interpolate } from './check/interpolate.ts';
import type { Scope, Values } from './check/variables.ts';
import type { Place, Visible } from './check/visible.ts';
import { SECRET_FIELDS } from './schema/account.ts';
import type { ParsedFile } from './yaml/parsed-file.ts';
import type { Path } from './yaml/position.ts';

/** Returns the scope of each path. Secrets stay as written. Variables of accounts that are not chosen may be unset. */
export function scopes(
  choice: Choice,
  { visible, missing }: { readonly visible: Visible; readonly missing: 'error' | 'info' },
  secrets: KnownSecrets,
): (path: Path) => Scope | undefined {
  const { chosen } = choice;
  const name = typeof chosen === 'string' ? undefined : chosen.name;
  const readIn = (place: Place) => ({
    env: visible.in[place],
    refusal: (variable: string) => visible.refusal(variable, place),
  });
  const inAccounts = (path: Path): Scope | undefined => {
    if (path[2] === 'auth' && SECRET_FIELDS.some((field) => field === path[3])) return undefined;
    const isAuth = path[2] === 'auth';
    return {
      ...readIn(isAuth ? 'credential' : 'elsewhere'),
      values: 'none',
      lenient: path[1] !== name,
      unset: isAuth ? 'credential-unset' : 'env-unset',
      missing,
      secrets: isAuth ? secrets.fields : secrets.variables,
    };
  };
  const values = chosen === 'undecided' ? 'unknown' : chosen === 'environment' ? {} : chosenValues(chosen, inAccounts);
  const elsewhere: Scope = {
    ...readIn('elsewhere'),
    values,
    lenient: false,
    unset: 'env-unset',
    missing: 'error',
    secrets: secrets.variables,
  };
  // Accounts that are not chosen have other values, and their variables may be unset.
  const ofAnother: Scope = { ...elsewhere, values: 'unknown', lenient: true };
  // Only a fleet needs these variables, and it reports unset variables itself.
  const ofFleet: Scope = { ...elsewhere, values: 'none', lenient: true };
  const ofApps: Scope = { ...ofFleet, ...readIn('credential'), unset: 'credential-unset', secrets: secrets.fields };
  return (path) => {
    if (path[0] === 'accounts' && path[2] === 'overrides') return path[1] === name ? elsewhere : ofAnother;
    if (path[0] === 'accounts') return inAccounts(path);
    if (path[0] === 'apps') return path[2] === 'clientId' ? ofApps : undefined;
    if (path[0] === 'fleet') return ofFleet;
    // Includes are read before any account is known.
    return path[0] === 'include' ? undefined : elsewhere;
  };
}

function chosenValues(
  { document, path }: { readonly document: ParsedFile; readonly path: Path },
  inAccounts: (path: Path) => Scope | undefined,
): Values {
  const filled = interpolate(document, (at) => (at[0] === 'accounts' ? inAccounts(at) : undefined));
  const unfilled = filled.unfilled.filter((at) => at.length === 4 && at[1] === path[1] && at[2] === 'values');
  return {
    ...listValues(mapping(findValue(filled.value, path)) ?? {}),
    ...Object.fromEntries(unfilled.map((at) => [String(at[3]), undefined])),
  };
}
