/** Whether the developer key of each app is set, and what a read with it shows; the key itself is never told. */

import type { Client } from '../../client/index.ts';
import { defined } from '../../contract/defined.ts';
import { ApiError, ContractError } from '../../errors.ts';
import type { DeclaredKey, Resolution } from '../../model/desired.ts';

export interface KeyState extends Pick<DeclaredKey, 'app' | 'variable'> {
  /** `unknown`: the read failed for another reason. `unchecked`: the surface has no such read. `malformed`: the value is unusable. */
  readonly status: 'accepted' | 'refused' | 'unknown' | 'unchecked' | 'not-set' | 'malformed';
  /** Why it is not accepted. */
  readonly message?: string;
  readonly hint?: string;
}

/** The dated surface alone has a call that only reads with the key: the list of subscriptions that a plan makes too. */
export function keyStates(
  { declaredKeys, account }: Pick<Resolution, 'declaredKeys' | 'account'>,
  client: Pick<Client, 'read'>,
): Promise<readonly KeyState[]> {
  return Promise.all(
    declaredKeys.map(async ({ app, variable, fault }) => {
      const key = { app, ...defined({ variable }) };
      if (fault !== undefined || variable === undefined) return { ...key, ...unusable(fault) };
      return account.surface === 'dated' ? { ...key, ...(await proven(app, client)) } : { ...key, status: 'unchecked' };
    }),
  );
}

type Proof = Omit<KeyState, 'app' | 'variable'>;

function unusable(fault: DeclaredKey['fault']): Proof {
  if (fault === undefined) return { status: 'not-set', message: 'The configuration names no variable.' };
  return { status: fault.code === 'credential-unset' ? 'not-set' : 'malformed', message: fault.message };
}

/** Throws what is wrong with the network. */
async function proven(appId: string, client: Pick<Client, 'read'>): Promise<Proof> {
  try {
    await client.read({ endpoint: 'listSubscriptions', params: { appId } });
    return { status: 'accepted' };
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ContractError)) throw error;
    const refused = error instanceof ApiError && !error.gone && [401, 403, 404].includes(error.status);
    return { status: refused ? 'refused' : 'unknown', message: error.message, ...defined({ hint: error.hint }) };
  }
}

/** Behind the id of the app. */
export function keyWords({ status, variable = '', message = '' }: KeyState): string {
  switch (status) {
    case 'accepted':
      return `set in ${variable}, accepted by the service`;
    case 'refused':
      return `set in ${variable}, refused by the service`;
    case 'unknown':
      return `set in ${variable}, not checked: the read with it failed`;
    case 'unchecked':
      return `set in ${variable}, not checked: the documented surface has no call that only reads with it`;
    case 'not-set':
    case 'malformed':
      return message;
  }
}
