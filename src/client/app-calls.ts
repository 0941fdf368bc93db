/** Calls of an app: they use its developer key if there is one, and a refusal of the credential has its own hint. */

import { defined } from '../contract/defined.ts';
import type { DeveloperKey, DeveloperKeys } from '../contract/developer-keys.ts';
import { ENDPOINTS, type EndpointId } from '../contract/endpoints.ts';
import type { HttpReply } from '../contract/http.ts';
import { type ApiError, type ErrorDetails, readAdvice } from '../errors.ts';
import { apiError } from './failure.ts';
import type { Carry, Job } from './job.ts';
import { mayHaveActed } from './refusal.ts';

type Advice = Omit<ErrorDetails, 'cause'>;

/** Sends the key in the query, as the service requires, instead of a token. */
export function withDeveloperKey(next: Carry, keys: DeveloperKeys, now: () => number): Carry {
  return async (job) => {
    const key = job.app === undefined ? undefined : keys.get(job.app);
    if (key === undefined) return next(job);
    const text = key.reveal();
    job.trail.hide(text);
    const url = new URL(job.request.url);
    url.searchParams.set('hapikey', text);
    const reply = await next({ ...job, request: { ...job.request, url: url.href } });
    const refused = reply.status === 401 || deniesApp(job, reply);
    if (!refused || mayHaveActed(ENDPOINTS[job.endpoint].effect, reply)) return reply;
    throw keyRefused(job, { app: job.app ?? '', ...defined({ variable: key.variable }) }, reply, now());
  };
}

/** True if the reply shows that this credential does not reach the app. A 401 does not count, because it may be about an expired token. */
export function deniesApp({ app, endpoint }: Job, { status }: HttpReply): boolean {
  return app !== undefined && (status === 403 || (status === 404 && OF_THE_APP.has(endpoint)));
}

/** Endpoints whose path contains nothing else that could be missing. */
const OF_THE_APP: ReadonlySet<EndpointId> = new Set(['listSubscriptions', 'createSubscription']);

/** The app already has a key, so the hint does not ask for a key, or for a token as the service may. */
function keyRefused(
  job: Job,
  { app, variable = 'the variable of the developer key' }: Pick<DeveloperKey, 'variable'> & { readonly app: string },
  reply: HttpReply,
  now: number,
): ApiError {
  const hint = `Set ${variable} to the developer API key of the account that owns the app.`;
  const error = refusedForApp(job, { reply, now, advice: { hint } });
  if (error.gone || reply.status !== 401) return error;
  const message = `${job.endpoint} was refused with 401: the service does not accept the developer key of app ${app}.`;
  return error.advising(readAdvice(error), message);
}

const TOKEN_REFUSED =
  'The service does not accept this token for the webhooks of an app: it needs the developer key of the account that owns the app. A project app has no such key; its webhooks are declared in the project.';

/** The token is valid for all other calls, so only this call fails. */
export function tokenRefusedForApp(job: Job, app: string, reply: HttpReply, now: number): ApiError {
  const fix: Advice['fix'] = [
    { action: 'set-developer-key', app },
    { action: 'export-webhooks', app },
  ];
  return refusedForApp(job, { reply, now, advice: { hint: TOKEN_REFUSED, fix } });
}

function refusedForApp(
  { endpoint, trail }: Job,
  { reply, now, advice }: { readonly reply: HttpReply; readonly now: number; readonly advice: Advice },
): ApiError {
  const [attempts, inDoubt] = [trail.sent(), trail.inDoubt()];
  const error = apiError({ endpoint, reply, attempts, inDoubt, now, scrub: trail.scrub });
  // A missing path is no evidence about a credential.
  if (error.gone) return error;
  // The hint about a required scope is more specific.
  const { hint } = error.requiredScopes.length > 0 ? error : advice;
  return error.advising({ ...advice, ...defined({ hint }) });
}
