/** The routes of the install URL: show consent, take the choice, redirect the user back to the app. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallContext } from '../http/handle-call.ts';
import { FORM_BYTES, readText } from '../http/request-text.ts';
import { type Authorization, buildRedirect, giveCode, readAuthorization } from '../oauth/authorization.ts';
import { type Html, html, page, pageHeaders } from './html.ts';

/** Members that the form adds to the query of the address. */
const CHOICES: readonly string[] = ['decision', 'hub_id', 'granted'];

export function addAuthorizePages(app: FastifyInstance, context: CallContext): void {
  for (const url of ['/oauth/authorize', '/oauth/:hubId/authorize']) {
    app.get(url, (request, reply) => showConsent(context, request, reply));
    app.post(url, (request, reply) => takeChoice(context, request, reply));
  }
}

async function showConsent(context: CallContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = readQuery(request);
  const authorization = await readAuthorization(context.db, query, readHubId(request));
  if ('problem' in authorization) return showProblem(reply, 400, authorization.problem);
  return reply
    .headers(pageHeaders(formTarget(authorization.redirectUri)))
    .send(consentPage(authorization, without(query, CHOICES)));
}

async function takeChoice(context: CallContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!sameOrigin(request)) return showProblem(reply, 403, 'The form was submitted from another page.');
  const form = new URLSearchParams(await readText(request.raw, FORM_BYTES, context.closing));
  const authorization = await readAuthorization(context.db, form, readHubId(request));
  if ('problem' in authorization) return showProblem(reply, 400, authorization.problem);
  const decision = form.get('decision');
  if (decision === 'deny') return sendBack(reply, authorization, { error: 'access_denied' });
  const account = authorization.accounts.find(({ hub_id }) => String(hub_id) === form.get('hub_id'));
  if (decision !== 'allow' || account === undefined) {
    return showProblem(reply, 400, 'The form contains no decision, or an account that cannot be chosen.');
  }
  const granted = form.getAll('granted');
  const code = await giveCode({ db: context.db, now: context.clock.now(), newId: context.newId }, authorization, {
    account,
    optionalScopes: authorization.optionalScopes.filter((scope) => granted.includes(scope)),
  });
  return sendBack(reply, authorization, { code });
}

function sendBack(
  reply: FastifyReply,
  authorization: Authorization,
  members: Readonly<Record<string, string>>,
): FastifyReply {
  return reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(buildRedirect(authorization, members), 302);
}

function showProblem(reply: FastifyReply, status: number, problem: string): FastifyReply {
  return reply.code(status).headers(pageHeaders()).send(problemPage(problem));
}

function readQuery(request: FastifyRequest): URLSearchParams {
  const start = request.url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : request.url.slice(start));
}

function without(values: URLSearchParams, names: readonly string[]): URLSearchParams {
  return new URLSearchParams([...values].filter(([name]) => !names.includes(name)));
}

/** Returns NaN if the path has an invalid account id, which no account matches. */
function readHubId(request: FastifyRequest): number | undefined {
  const { hubId } = request.params as { readonly hubId?: string };
  if (hubId === undefined) return undefined;
  return /^\d{1,15}$/.test(hubId) ? Number(hubId) : Number.NaN;
}

/** A browser names the page a form came from; other programs name none. */
function sameOrigin({ headers }: FastifyRequest): boolean {
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}

/** Browsers apply form-action to the redirect after the form too. The policy knows no IPv6 addresses, so those go by scheme. */
function formTarget(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri);
  const byOrigin = (protocol === 'http:' || protocol === 'https:') && !hostname.startsWith('[');
  return byOrigin ? origin : protocol;
}

/** `request` is the query of the address. It returns with the person's choice and is checked again. */
function consentPage(authorization: Authorization, request: URLSearchParams): string {
  const { clientId, scopes, optionalScopes, accounts, redirectUri } = authorization;
  return page(
    `Connect ${clientId}`,
    html`<main class="card">
<h1>Connect ${clientId}</h1>
<p>The app requests access to an account of this embedded service. You return to <code>${redirectUri}</code> afterwards.</p>
<form method="post">
${[...request].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<h2 id="account">Account</h2>
${accountChoice(authorization)}
${accounts.length === 0 ? html`<p>No accounts exist.</p>` : undefined}
<h2>The app may</h2>
<ul>${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul>
${optionalScopes.length === 0 ? undefined : html`<h2>If you agree, also</h2>`}
${optionalScopes.map((scope) => html`<label><input type="checkbox" name="granted" value="${scope}" checked> <code>${scope}</code></label>`)}
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
</main>`,
  );
}

function problemPage(problem: string): string {
  return page(
    'Authorization failed',
    html`<main class="card"><h1>Authorization failed</h1><p>${problem}</p>
<p>The app was given no access. Close this page, or go back and try again.</p></main>`,
  );
}

function accountChoice({ accounts }: Authorization): Html {
  return html`<select name="hub_id" aria-labelledby="account">${accounts.map(
    ({ hub_id, domain }) => html`<option value="${hub_id}">${hub_id} (${domain})</option>`,
  )}</select>`;
}
