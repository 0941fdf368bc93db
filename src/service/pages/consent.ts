/** The consent page of the install URL, and the error page if there is none. */

import type { Authorization } from '../oauth/authorization.ts';
import { type Html, html, page } from './html.ts';

/** `request` is what the address said; it comes back with the person's choice and is checked again. */
export function consentPage(authorization: Authorization, request: URLSearchParams): string {
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

export function problemPage(problem: string): string {
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
