/** Checks that ask the service: whose token it is, its scopes, the developer keys, and the clock. */

import { CLOCK_TOLERANCE_MS } from '../../contract/clock.ts';
import { defined } from '../../contract/defined.ts';
import { identifyToken, type TokenIdentity, tokenUse } from '../../faces.ts';
import type { Check } from '../../model/checkup.ts';
import type { Resolution } from '../../model/desired.ts';
import { formatSpan } from '../../model/moment.ts';
import { tryRead } from '../../reconciler/try-read.ts';
import { type GivenClient, requireCredentials, withClient, withToken } from '../auth/account.ts';
import { keyStates } from '../auth/developer-keys.ts';
import { checkIdentity, checkKeys } from '../auth/token-checks.ts';
import type { Context } from '../context.ts';
import type { CommonFlags } from '../flags.ts';
import { buildProblem, checkFound, ok, problem, problemFound, warning } from './checks.ts';

export interface Asked {
  readonly checks: readonly Check[];
  /** Undefined if the token proved nothing. */
  readonly identity?: TokenIdentity;
  /** What a read of the surface showed; undefined: none was made. */
  readonly tried?: readonly Check[];
}

/** Asks with the token only where the host is allowed, and reads only what is `meant`: an account that is the right one. */
export async function askService(
  context: Context,
  flags: CommonFlags,
  declared: Resolution,
  meant: (identity: TokenIdentity) => boolean,
): Promise<Asked> {
  const [fault] = declared.addressFaults;
  if (fault !== undefined) {
    const refused = problemFound('token', { ...fault, message: `Not sent: ${fault.message}` });
    return { checks: [refused, ...NOT_ASKED] };
  }
  const { account, developerKeys } = declared;
  let date: string | undefined;
  const replied = (headers: Readonly<Record<string, string>>) => {
    date = headers['date'] ?? date;
  };
  const proof = await proveToken(context, flags, { ...declared, replied }, meant);
  // A key needs no token, so it is checked whatever the token proves.
  const keys = await withClient(context, flags, { account, developerKeys, replied }, (client) =>
    keyStates(declared, client),
  ).then(checkKeys, (error: unknown) => [buildProblem('developer-key', error)]);
  const clock = checkClock(context.world.now(), date);
  if ('check' in proof) return { checks: [proof, SCOPES_UNKNOWN, ...keys, clock] };
  const { identity: token, tried } = proof;
  const checks = [...checkIdentity(context, flags, declared, token, keys), clock];
  return { identity: token, ...defined({ tried }), checks };
}

/** Whose token it is, or why that is not known. */
async function proveToken(
  context: Context,
  flags: CommonFlags,
  asking: Resolution & Pick<GivenClient, 'replied'>,
  meant: (identity: TokenIdentity) => boolean,
): Promise<(Pick<Required<Asked>, 'identity'> & Pick<Asked, 'tried'>) | Check> {
  try {
    requireCredentials(asking);
    return await withToken(context, flags, asking, async (client, token) => {
      const identity = await identifyToken(client, token, tokenUse(asking.account));
      if (!meant(identity)) return { identity };
      const tried = await tryRead(asking, client).then(
        (found) => (found === undefined ? [] : [checkFound('surface', found)]),
        (error: unknown) => [buildProblem('surface', error)],
      );
      return { identity, tried };
    });
  } catch (error) {
    return buildProblem('token', error);
  }
}

const SCOPES_UNKNOWN = warning('scopes', 'Skipped: the service did not name the account of the token.');
const NOT_ASKED: readonly Check[] = [
  SCOPES_UNKNOWN,
  warning('developer-key', 'Skipped: the service was not asked.'),
  warning('clock', 'Skipped: the service was not asked.'),
];

/** `date`: as the last reply of the service says it. */
export function checkClock(now: number, date: string | undefined): Check {
  const there = Date.parse(date ?? '');
  if (Number.isNaN(there)) return warning('clock', 'Skipped: no reply of the service had a date.');
  const ahead = now - there;
  const span = formatSpan(Math.abs(ahead));
  if (span === undefined) return ok('clock', 'The clock of this machine agrees with that of the service.');
  const message = `The clock of this machine is ${span} ${ahead > 0 ? 'ahead of' : 'behind'} that of the service.`;
  if (Math.abs(ahead) <= SMALL_MS) return ok('clock', message);
  const hint = 'Set the clock of this machine: tokens, locks and waivers are judged by it.';
  return Math.abs(ahead) > CLOCK_TOLERANCE_MS ? problem('clock', message, hint) : warning('clock', message, hint);
}

const SMALL_MS = 2 * 60_000;
