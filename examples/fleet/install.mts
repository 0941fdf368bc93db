/** Installs the app in accounts of the embedded service, as their owners would, and prints them: `node install.mts 20 | trueup fleet import -`. */

import { fileURLToPath } from 'node:url';
import { APP } from './seed.mts';

const REDIRECT = APP.redirectUris[0];

/** An account as `trueup fleet import` takes it: what the callback of an app has in hand. */
export interface Installed {
  readonly hubId: number;
  readonly appId: string;
  readonly refreshToken: string;
  readonly scopes: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

/** One account in nine is a canary: it gets each release first. */
export async function install(url: string, hubId: number): Promise<Installed> {
  const token = await exchange(url, await consent(url, hubId));
  const labels = { ring: hubId % 9 === 0 ? 'canary' : 'rest' };
  return {
    hubId: token.hub_id,
    appId: String(APP.appId),
    refreshToken: token.refresh_token,
    scopes: token.scopes,
    labels,
  };
}

/** The owner opens the install page and allows the app; the browser is sent back to the app with a code. */
async function consent(url: string, hubId: number): Promise<string> {
  const query = new URLSearchParams({ client_id: APP.clientId, redirect_uri: REDIRECT, scope: APP.scopes.join(' ') });
  const page = await fetch(`${url}/oauth/${hubId}/authorize?${query}`);
  if (!page.ok) throw new Error(`The install page of account ${hubId} answered ${page.status}.`);
  await page.text();
  const form = new URLSearchParams([...query, ['hub_id', String(hubId)], ['decision', 'allow']]);
  const allowed = await fetch(`${url}/oauth/${hubId}/authorize`, { method: 'POST', body: form, redirect: 'manual' });
  await allowed.text();
  const code = new URL(allowed.headers.get('location') ?? REDIRECT).searchParams.get('code');
  if (code === null) throw new Error(`Account ${hubId} gave no code: ${allowed.status}.`);
  return code;
}

interface Token {
  readonly hub_id: number;
  readonly refresh_token: string;
  readonly scopes: readonly string[];
}

/** What the app's own callback does with the code. */
async function exchange(url: string, code: string): Promise<Token> {
  const reply = await fetch(`${url}/oauth/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: APP.clientId, client_secret: APP.clientSecret },
      ...{ redirect_uri: REDIRECT, code },
    }),
  });
  if (!reply.ok) throw new Error(`The code was not exchanged: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Token;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const url = process.env['TRUEUP_BASE_URL'] ?? 'http://127.0.0.1:4010';
  for (let hubId = 5001; hubId < 5001 + Number(process.argv[2] ?? 20); hubId += 1) {
    console.log(JSON.stringify(await install(url, hubId)));
  }
}
