/** A fleet over an embedded service, with an app that is installed in some accounts. */

import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createClient, revoke, secret, systemClock, tokenIssuer } from '../../../src/client/index.ts';
import type { HttpReply, HttpRequest } from '../../../src/contract/http.ts';
import { accountTokens, type Database, environmentKeys, installations } from '../../../src/fleet/index.ts';
import { createService } from '../../../src/service/index.ts';

export const APP = '2001';
export const FIRST = { rejected: false };
export const encoded = () => randomBytes(32).toString('base64');
export const keysOf = (text: string) => environmentKeys({ TRUEUP_FLEET_KEYS: text });

export interface Installing {
  readonly hubIds?: readonly number[];
  /** Replaces the reply of the token endpoint. */
  readonly answer?: Omit<HttpReply, 'headers'> | undefined;
}

export async function aWorld(fleet: Database, { hubIds = [1001], answer }: Installing = {}) {
  const service = await createService();
  onTestFinished(() => service.close());
  const send = async (request: HttpRequest) =>
    answer !== undefined && /token/.test(request.url)
      ? { ...answer, headers: { 'content-type': 'application/json' } }
      : service.transport.send(request, { timeoutMs: 10_000 });
  const transport = { send, close: async () => undefined };
  const client = createClient({ baseUrl: 'https://service.example', transport, clock: systemClock });
  const { clientId, clientSecret } = service.development;
  const apps = { [APP]: { clientId, clientSecret: secret(clientSecret) } };
  const old = encoded();
  const keys = keysOf(`old:${old}`);
  const known = installations({ database: fleet, keys });
  const grant = async (hubId: number) => (await service.issueToken({ hubId, appId: Number(APP) })).refreshToken;
  const refreshTokens = new Map<number, string>();
  for (const hubId of hubIds) {
    await service.addAccount({ hubId });
    const refreshToken = await grant(hubId);
    refreshTokens.set(hubId, refreshToken);
    await known.installed({ hubId, appId: APP, refreshToken, scopes: ['oauth'], labels: { plan: 'pro' } });
  }
  const issue = tokenIssuer(client);
  const tokens = (changes: object = {}) => accountTokens({ database: fleet, keys, apps, issue, ...changes });
  const refreshes = async () => (await service.calls()).filter(({ endpoint }) => endpoint === 'issueDatedToken').length;
  const revokeAt = (hubId: number) => revoke(client, secret(refreshTokens.get(hubId) ?? ''), { app: apps[APP] });
  return { fleet, service, known, tokens, refreshes, revokeAt, refreshTokens, grant, issue, old };
}
