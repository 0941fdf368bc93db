/** `trueup auth login`: authorizes the app in the browser, exchanges the code, saves the tokens. */

import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { authorizeUrl, exchangeCode, pkcePair, secret } from '../../client/index.ts';
import { defined } from '../../contract/defined.ts';
import type { TokenGrant } from '../../contract/oauth.ts';
import { DEFAULT_SURFACE } from '../../contract/surfaces.ts';
import { AuthError, UsageError } from '../../errors.ts';
import type { Account } from '../../model/account.ts';
import { shellWord } from '../../report/command.ts';
import { AUTH_LOGIN_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { resolveAccount, withClient } from '../auth/account.ts';
import { authorizePage, requireApp, requireAuthorizePage } from '../auth/app.ts';
import { listenForRedirect } from '../auth/loopback.ts';
import { scopesToAsk } from '../auth/scopes.ts';
import { rowsText } from '../auth/show.ts';
import type { Context } from '../context.ts';
import { below } from '../directory.ts';
import type { LoginFlags } from '../group-flags.ts';
import { allowedPatterns } from '../hosts.ts';
import { readExistingText, savePrivately } from '../save.ts';

const DEFAULT_TIMEOUT_SECONDS = 300;

export async function login(context: Context, flags: LoginFlags): Promise<number> {
  if (flags.save === undefined && flags.showToken !== true) {
    throw new UsageError('nowhere-to-put', 'The tokens would be lost: no destination is given.', {
      hint: 'Add --save FILE (readable only by you) or --show-token.',
    });
  }
  const declared = await resolveAccount(context, flags);
  const { account } = declared;
  const page = flags.authorizeUrl ?? authorizePage(account.baseUrl, account.hubId);
  if (flags.authorizeUrl !== undefined) requireAuthorizePage(page, allowedPatterns(context.world, flags));
  const app = requireApp(account, context.world, flags.clientId);
  const scopes = scopeWords(flags.scopes ?? scopesToAsk(declared));
  const state = randomBytes(24).toString('base64url');
  const pkce = pkcePair();
  const loopback = await listenForRedirect({
    state,
    timeoutMs: (flags.timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    signal: context.signal,
    port: flags.port,
  });
  try {
    const { redirectUri } = loopback;
    const address = authorizeUrl({
      page,
      clientId: app.clientId,
      redirectUri,
      scopes,
      optionalScopes: scopeWords(flags.optionalScopes ?? []),
      state,
      challenge: pkce.challenge,
    });
    context.note(`The app must have this redirect URI: ${redirectUri}`);
    await showAddress(context, flags, address, account);
    const code = secret(await loopback.code);
    const { surface } = account;
    const grant = await withClient(context, flags, { account }, (client) =>
      exchangeCode(client, { ...app, code, redirectUri, codeVerifier: pkce.verifier }, { surface }),
    );
    for (const token of [grant.access_token, grant.refresh_token]) context.redaction.hide(token);
    requireHub(account, grant);
    const lines = envLines(account, app, grant);
    if (flags.save !== undefined) await saveLines(resolve(context.world.cwd, flags.save), lines);
    // As it is called where the person is, whatever -C says.
    const saved = flags.save === undefined ? undefined : below(flags.save, flags.directory);
    report(context, flags, { account, grant, asked: scopes, ...defined({ saved }) });
    return EXIT.done;
  } finally {
    loopback.close();
  }
}

/** Scopes can be passed one by one, or several in one string. */
function scopeWords(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(/[\s,]+/)).filter(Boolean);
}

async function showAddress(context: Context, flags: LoginFlags, address: string, account: Account): Promise<void> {
  const opened = flags.browser !== false && (await context.world.openBrowser(address));
  context.note(
    opened
      ? 'Authorize the app in the browser. If it did not open, go to:'
      : 'Go to this address to authorize the app:',
  );
  context.note(address);
  // A page set with --authorize-url may offer every account of the user.
  if (account.hubId !== undefined) context.note(`Choose account ${account.hubId} (${account.name}) there.`);
}

/** A token of another account is not saved: it would be used by mistake. */
function requireHub(account: Account, grant: TokenGrant): void {
  if (account.hubId === undefined || grant.hub_id === undefined || grant.hub_id === null) return;
  if (grant.hub_id === account.hubId) return;
  throw new AuthError(
    'wrong-account',
    `The app was authorized in account ${grant.hub_id}, but ${account.name} is account ${account.hubId}; the tokens were not saved.`,
    { hint: 'Choose the right account in the browser, or correct its hubId in the configuration.' },
  );
}

/** The variables that the account's auth entry names; the others define the account of a project without accounts. */
function envLines(account: Account, app: ReturnType<typeof requireApp>, grant: TokenGrant): readonly string[] {
  const hub = grant.hub_id ?? account.hubId;
  const { auth: named = {} } = account;
  // In a project with accounts the variable would speak of those that name no surface.
  const saysSurface = account.auth === undefined && account.surface !== DEFAULT_SURFACE;
  const values: readonly (readonly [string, string])[] = [
    ['TRUEUP_BASE_URL', account.baseUrl],
    ...(hub === undefined ? [] : [['TRUEUP_HUB_ID', String(hub)] as const]),
    ...(saysSurface ? [['TRUEUP_SURFACE', account.surface] as const] : []),
    [named.clientId ?? 'TRUEUP_CLIENT_ID', app.clientId],
    [named.clientSecret ?? 'TRUEUP_CLIENT_SECRET', app.clientSecret.reveal()],
    [named.refreshToken ?? 'TRUEUP_REFRESH_TOKEN', grant.refresh_token],
  ];
  return values.map(([name, value]) => `${name}=${shellWord(value)}`);
}

/** Appends the lines: of two assignments of a variable, a shell and a dotenv file take the last. */
async function saveLines(path: string, lines: readonly string[]): Promise<void> {
  const before = (await readExistingText(path)) ?? '';
  const end = before === '' || before.endsWith('\n') ? '' : '\n';
  await savePrivately(path, `${before}${end}${lines.map((line) => `${line}\n`).join('')}`);
}

interface Granted {
  readonly account: Account;
  readonly grant: TokenGrant;
  readonly asked: readonly string[];
  readonly saved?: string;
}

function report(context: Context, flags: LoginFlags, { account, grant, asked, saved }: Granted): void {
  const tokens = flags.showToken === true ? { accessToken: grant.access_token, refreshToken: grant.refresh_token } : {};
  const scopes = grant.scopes ?? asked;
  const print = flags.showToken === true ? context.reveal : context.out;
  if (flags.json === true) {
    const document = {
      format: AUTH_LOGIN_FORMAT,
      hubId: grant.hub_id ?? null,
      userId: grant.user_id ?? null,
      scopes: [...scopes],
      expiresIn: grant.expires_in,
      saved: saved ?? null,
      ...tokens,
    };
    print(json(document));
    return;
  }
  print(
    rowsText([
      ['account', String(grant.hub_id ?? 'unknown')],
      ['scopes', scopes.join(' ')],
      ...Object.entries(tokens),
      ...(saved === undefined ? [] : [['saved to', saved] as const]),
    ]),
  );
  if (saved === undefined || flags.quiet === true) return;
  context.out(afterLogin(account, saved));
}

/** Names the variables that were saved, never a value. */
function afterLogin({ auth }: Account, file: string): string {
  const load = `Load it before a run: set -a; . ${shellWord(file.includes('/') ? file : `./${file}`)}; set +a\n`;
  if (auth?.refreshToken !== undefined) return load;
  const entry = `auth: { clientId: "\${env.TRUEUP_CLIENT_ID}", clientSecret: "\${env.TRUEUP_CLIENT_SECRET}", refreshToken: "\${env.TRUEUP_REFRESH_TOKEN}" }`;
  return `${load}An account of the configuration names its variables in its auth entry:\n  ${entry}\n`;
}
