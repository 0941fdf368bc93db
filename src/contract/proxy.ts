/** The proxy in the environment, and the secret parts of its address. */

import { credentialForms } from './address-secrets.ts';
import { type Secret, secret } from './secret.ts';

export interface ProxyOptions {
  /** `http://HOST:PORT` or `https://HOST:PORT`. If the proxy requires it, `USER:PASSWORD@` precedes the host. */
  readonly url: Secret;
  /** Hosts that are reached without the proxy, in the form of NO_PROXY. */
  readonly except?: string | undefined;
  /** Name of the address in errors, such as its variable. The default is `proxy.url`. */
  readonly source?: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The first variable that is set is used. All calls to other machines use https, so the variables of https come first. */
export const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;
const NO_PROXY = ['no_proxy', 'NO_PROXY'] as const;

/** Returns undefined if no variable names a proxy. An empty variable counts as unset. */
export function environmentProxy(env: Environment): ProxyOptions | undefined {
  const [proxy] = given(env, PROXY_VARIABLES);
  if (proxy === undefined) return undefined;
  const [except] = given(env, NO_PROXY);
  return { url: secret(proxy.text), source: proxy.name, ...(except && { except: except.text }) };
}

/** Returns the credentials in proxy addresses, as written and as sent. */
export function proxySecrets(env: Environment): readonly string[] {
  return given(env, PROXY_VARIABLES).flatMap(({ text }) => {
    const [, user] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(.*)@/is.exec(text) ?? [];
    return user === undefined ? [] : credentialForms(user);
  });
}

function given(env: Environment, names: readonly string[]) {
  return names.map((name) => ({ name, text: (env[name] ?? '').trim() })).filter(({ text }) => text !== '');
}
