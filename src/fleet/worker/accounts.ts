/** The accounts of a fleet as its planning and its workers see them: who has the app installed, and how each is reached. */

import type { FetchToken, Transport } from '../../client/index.ts';
import type { GivenAccount } from '../../config/accounts/given.ts';
import type { Installation, Installations } from '../installations/installations.ts';

/** What is said of an account beside its id and its labels. */
export type AccountDetails = Partial<Omit<GivenAccount, 'hubId' | 'labels'>>;

export interface FleetAccounts {
  /** Of `installations`: only active ones are planned and run. */
  readonly installations: Pick<Installations, 'find' | 'list'>;
  /** Of `accountTokens`. */
  readonly tokens: (hubId: number) => FetchToken;
  /**
   * What an account needs beside its id and labels, such as its values. Its ledger is named after its name, which is `account-HUBID` unless
   * this says otherwise. What it throws is a failure of this account alone.
   */
  readonly account?: (installation: Installation) => AccountDetails | Promise<AccountDetails>;
  /** Default: undici over the network. */
  readonly transport?: Transport;
}

/** As forAccount of a prepared project takes it. */
export async function givenAccount(
  installation: Installation,
  { account }: Pick<FleetAccounts, 'account'>,
): Promise<GivenAccount> {
  const { hubId, labels } = installation;
  return { name: `account-${hubId}`, ...(await account?.(installation)), hubId, labels };
}
