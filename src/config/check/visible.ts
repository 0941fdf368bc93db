/** Which variables the files may use and where: all of them, or those that the caller lists, each list in its own place. */

import type { Finding } from '../../model/finding.ts';
import type { Env, Failure } from './variables.ts';

/** credential: a field of `auth` or `apps`. */
export type Place = 'credential' | 'elsewhere';

export interface Listing {
  /** Usable in credential fields. */
  readonly credentials?: readonly string[] | undefined;
  /** Usable anywhere else. Undefined: every variable of the environment is visible everywhere. */
  readonly environment?: readonly string[] | undefined;
}

/** With a code: it is always reported. */
export type Refusal = Failure & { readonly code: string };

export interface Visible {
  /** What can be read in the place. */
  readonly in: Readonly<Record<Place, Env>>;
  /** What trueup itself reads: the variables that start with TRUEUP_. */
  readonly own: Env;
  /** Why the variable may not be used in the place; undefined if it may. */
  refusal(name: string, place: Place): Refusal | undefined;
}

const OWN_SECRETS = [
  'TRUEUP_ACCESS_TOKEN',
  'TRUEUP_CLIENT_ID',
  'TRUEUP_CLIENT_SECRET',
  'TRUEUP_REFRESH_TOKEN',
] as const;
const OWN_SETTINGS = ['TRUEUP_BASE_URL', 'TRUEUP_HUB_ID', 'TRUEUP_SURFACE'] as const;

export function visibleOf(env: Env, { credentials = [], environment }: Listing): Visible {
  if (environment === undefined) {
    return { in: { credential: env, elsewhere: env }, own: env, refusal: () => undefined };
  }
  const lists = { credential: new Set(credentials), elsewhere: new Set(environment) };
  const read = { credential: pick(env, lists.credential), elsewhere: pick(env, lists.elsewhere) };
  return {
    in: read,
    // Settings may be passed together with the token that they belong to.
    own: { ...pick({ ...read.credential, ...read.elsewhere }, OWN_SETTINGS), ...pick(read.credential, OWN_SECRETS) },
    refusal: (name, place) => {
      if (lists[place].has(name)) return undefined;
      return lists[place === 'credential' ? 'elsewhere' : 'credential'].has(name)
        ? inTheOther(name, place)
        : inNone(name, place);
    },
  };
}

const LIST: Readonly<Record<Place, string>> = { credential: 'credentials', elsewhere: 'environment' };

function inNone(name: string, place: Place): Refusal {
  return {
    code: 'env-not-listed',
    message: `The variable ${name} is not listed in \`${LIST[place]}\`, so it cannot be used here.`,
    hint: `Add ${name} to \`${LIST[place]}\` only if the files are meant to have it: the input of the Action, or the option of the library.`,
  };
}

function inTheOther(name: string, place: Place): Refusal {
  return place === 'credential'
    ? {
        code: 'env-not-listed',
        message: `The variable ${name} is listed in \`environment\`, so it cannot be used as a credential.`,
        hint: `Move ${name} to \`credentials\`.`,
      }
    : {
        code: 'env-not-listed',
        message: `The variable ${name} is listed in \`credentials\`, so it can be used only in \`auth\` and \`apps\`.`,
        hint: 'Use another variable, and add it to `environment`.',
      };
}

/**
 * Variables of trueup itself that are set and not listed: to go on without them would use another address, account or surface than
 * the one that was meant.
 */
export function unlistedFindings(
  env: Env,
  { own }: Visible,
  used: 'all' | 'surface',
  severity: 'error' | 'info',
): readonly Finding[] {
  const names = used === 'all' ? [...OWN_SECRETS, ...OWN_SETTINGS] : (['TRUEUP_SURFACE'] as const);
  return names
    .filter((name) => (env[name] ?? '') !== '' && own[name] === undefined)
    .map((name) => {
      const list = LIST[OWN_SECRETS.some((one) => one === name) ? 'credential' : 'elsewhere'];
      return {
        code: 'env-not-listed',
        severity,
        message: `The variable ${name} is set, but not listed in \`${list}\`, so it is not used.`,
        hint: `Add ${name} to \`${list}\`: the input of the Action, or the option of the library. Or unset it.`,
      };
    });
}

function pick(env: Env, names: Iterable<string>): Env {
  return Object.fromEntries([...names].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
