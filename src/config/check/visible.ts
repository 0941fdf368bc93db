/** The variables that the files may use, by place. The caller can list them for each place. */

import type { Finding } from '../../model/finding.ts';
import type { Env, Failure } from './variables.ts';

/** `credential`: a field of `auth` or `apps`. */
export type Place = 'credential' | 'elsewhere';

export interface Listing {
  /** Variables for credential fields. */
  readonly credentials?: readonly string[] | undefined;
  /** Variables for all other fields. Undefined if every variable of the environment is visible everywhere. */
  readonly environment?: readonly string[] | undefined;
}

/** A refusal with a code, so that it is always reported. */
export type Refusal = Failure & { readonly code: string };

export interface Visible {
  /** Variables that can be read in each place. */
  readonly in: Readonly<Record<Place, Env>>;
  /** Variables that trueup itself reads. Their names start with TRUEUP_. */
  readonly own: Env;
  /** Returns why the variable may not be used in the place. Returns undefined if it may. */
  refusal(name: string, place: Place): Refusal | undefined;
}

const OWN_SECRETS = [
  'TRUEUP_ACCESS_TOKEN',
  'TRUEUP_CLIENT_ID',
  'TRUEUP_CLIENT_SECRET',
  'TRUEUP_REFRESH_TOKEN',
] as const;
const OWN_SETTINGS = ['TRUEUP_BASE_URL', 'TRUEUP_HUB_ID', 'TRUEUP_SURFACE'] as const;

export function selectVisible(env: Env, { credentials = [], environment }: Listing): Visible {
  if (environment === undefined) {
    return { in: { credential: env, elsewhere: env }, own: env, refusal: () => undefined };
  }
  const lists = { credential: new Set(credentials), elsewhere: new Set(environment) };
  const read = { credential: pick(env, lists.credential), elsewhere: pick(env, lists.elsewhere) };
  return {
    in: read,
    // Settings may be listed together with the token that they belong to.
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
    message: `The variable ${name} is missing in \`${LIST[place]}\`, so it cannot be used here.`,
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

/** Reports set but unlisted variables of trueup. To ignore them would use another address, account or surface than the user intended. */
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
        message: `The variable ${name} is set, but it is missing in \`${list}\`, so it is not used.`,
        hint: `Add ${name} to \`${list}\`: the input of the Action, or the option of the library. Or unset it.`,
      };
    });
}

function pick(env: Env, names: Iterable<string>): Env {
  return Object.fromEntries([...names].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
