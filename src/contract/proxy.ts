/** The proxy that an environment names, and the parts of its address that are secret. */

import { credentialForms } from './address-secrets.ts';
import { type Secret, secret } from './secret.ts';

export interface ProxyOptions {
  /** `http://HOST:PORT` or `https://HOST:PORT`, with `USER:PASSWORD@` before the host where the proxy asks for it. */
  readonly url: Secret;
  /** Hosts that are reached without the proxy, in the form of NO_PROXY. */
  readonly except?: string | undefined;
  /** What an error calls the address, such as the variable it comes from; `proxy.url` when left out. */
  readonly source?: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The first that is set counts. Everything that is sent to another machine is https, so that its variables come first. */
export const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;
const NO_PROXY = ['no_proxy', 'NO_PROXY'] as const;

/** Undefined when no variable names a proxy; an empty one counts as not set. */
export function environmentProxy(env: Environment): ProxyOptions | undefined {
  const [proxy] = given(env, PROXY_VARIABLES);
  if (proxy === undefined) return undefined;
  const [except] = given(env, NO_PROXY);
  return { url: secret(proxy.text), source: proxy.name, ...(except && { except: except.text }) };
}

/** Credentials in the addresses of proxies, as they are written and as they are sent. */
export function proxySecrets(env: Environment): readonly string[] {
  return given(env, PROXY_VARIABLES).flatMap(({ text }) => {
    const [, user] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(.*)@/is.exec(text) ?? [];
    return user === undefined ? [] : credentialForms(user);
  });
}

function given(env: Environment, names: readonly string[]) {
  return names.map((name) => ({ name, text: (env[name] ?? '').trim() })).filter(({ text }) => text !== '');
}
