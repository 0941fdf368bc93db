/** The account of a project without declared accounts: from TRUEUP_ variables, or without credentials for offline work. */

import { defined } from '../../contract/defined.ts';
import { secret } from '../../contract/secret.ts';
import type { Account, Credentials } from '../../model/account.ts';
import type { Finding } from '../../model/finding.ts';
import { append } from '../../model/lists.ts';
import { DEFAULT_BASE_URL } from '../schema/account.ts';
import { readBaseUrl } from './base-url.ts';
import { secretFault } from './credentials.ts';
import { hostFindings } from './host-finding.ts';
import type { AccountContext, ReadAccount } from './read-account.ts';
import { readSurface } from './surface.ts';

export const DEFAULT_ACCOUNT = 'default';

const HUB_ID = 'TRUEUP_HUB_ID';
const REFRESH = ['TRUEUP_CLIENT_ID', 'TRUEUP_CLIENT_SECRET', 'TRUEUP_REFRESH_TOKEN'] as const;

/** An empty variable counts as unset. TRUEUP_ACCESS_TOKEN takes precedence over the refresh variables. */
export function accountFromEnv({ visible: { own: env }, missing: severity, allowed }: AccountContext): ReadAccount {
  const findings: Finding[] = [];
  const error = (code: string, message: string, hint?: string) => {
    findings.push({ code, severity: 'error', message, ...defined({ hint }) });
  };
  const read = (name: string) => {
    const text = env[name];
    return typeof text === 'string' && text !== '' ? text : undefined;
  };
  const token = (name: string) => {
    const text = read(name);
    const fault = text === undefined ? undefined : secretFault(name, text);
    if (fault !== undefined) error(fault.code, fault.message, fault.hint);
    return text === undefined || fault !== undefined ? undefined : secret(text);
  };

  function credentials(): Credentials {
    if (read('TRUEUP_ACCESS_TOKEN') !== undefined) {
      const accessToken = token('TRUEUP_ACCESS_TOKEN');
      return accessToken === undefined
        ? { kind: 'none' }
        : { kind: 'access-token', accessToken, variable: 'TRUEUP_ACCESS_TOKEN' };
    }
    const missing = REFRESH.filter((name) => read(name) === undefined);
    if (missing.length === REFRESH.length) return { kind: 'none' };
    if (missing.length > 0) {
      // Only a warning, because a login starts with an id and a secret, and offline commands need neither.
      const message = `The credentials are incomplete and not used: the refresh token also needs ${missing.join(' and ')}.`;
      findings.push({ code: 'auth-incomplete', severity: severity === 'info' ? 'info' : 'warning', message });
      return { kind: 'none' };
    }
    const clientSecret = token('TRUEUP_CLIENT_SECRET');
    const refreshToken = token('TRUEUP_REFRESH_TOKEN');
    if (clientSecret === undefined || refreshToken === undefined) return { kind: 'none' };
    const variable = 'TRUEUP_REFRESH_TOKEN';
    return { kind: 'refresh-token', clientId: read('TRUEUP_CLIENT_ID') ?? '', clientSecret, refreshToken, variable };
  }

  const hub = read(HUB_ID);
  const hubId = hub !== undefined && /^[1-9]\d{0,14}$/.test(hub) ? Number(hub) : undefined;
  if (hub !== undefined && hubId === undefined) {
    error('hub-id-malformed', 'TRUEUP_HUB_ID must be a positive whole number.');
  }
  const address = read('TRUEUP_BASE_URL');
  const base = readBaseUrl(address ?? DEFAULT_BASE_URL);
  const addressFaults: readonly Finding[] =
    'refused' in base
      ? [
          {
            code: 'base-url-refused',
            severity: 'error',
            message: `TRUEUP_BASE_URL: ${base.refused}`,
            hint: base.hint,
          },
        ]
      : hostFindings(base.url, allowed, address === undefined ? {} : { variable: 'TRUEUP_BASE_URL' }, severity);
  const { surface, versions, findings: ofSurface } = readSurface({}, env);
  append(findings, ofSurface);
  const account: Account = {
    name: DEFAULT_ACCOUNT,
    hubId,
    ...(hubId === undefined ? {} : { hubIdVariable: HUB_ID }),
    baseUrl: 'url' in base ? base.url : DEFAULT_BASE_URL,
    surface,
    versions,
    protected: false,
    drift: 'revert',
    credentials: credentials(),
  };
  // If address and token are both missing, the default address may not be intended.
  if (address !== undefined || account.credentials.kind !== 'none') append(findings, addressFaults);
  return { account, findings, addressFaults };
}
