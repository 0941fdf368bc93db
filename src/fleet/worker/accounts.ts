/** The accounts of a fleet as its planning and its workers see them: who has the app installed, and how each is reached. */

import type { FetchToken, Transport } from '../../client/index.ts';
import type { GivenAccount } from '../../config/accounts/given.ts';
import type { Clock } from '../../contract/clock.ts';
import { UsageError } from '../../errors.ts';
import type { Installation, Installations } from '../installations/installations.ts';
import { answerInTime } from './in-time.ts';

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
  readonly account?: ((installation: Installation) => AccountDetails | Promise<AccountDetails>) | undefined;
  /** Default: undici over the network. */
  readonly transport?: Transport | undefined;
}

export interface Asking {
  readonly clock: Clock;
  /** What gives no answer in that time fails. */
  readonly timeoutMs: number;
}

export function findInstallation(
  hubId: number,
  { installations, ...limit }: Pick<FleetAccounts, 'installations'> & Asking,
): Promise<Installation | undefined> {
  return answerInTime('The function find of installations', () => installations.find(hubId), limit);
}

/** The time is that of each page. Throws UsageError `argument-invalid` for what is no list. */
export async function listInstallations(
  asked: Parameters<Installations['list']>[0],
  { installations, ...limit }: Pick<FleetAccounts, 'installations'> & Asking,
): Promise<readonly Installation[]> {
  const page: unknown = await answerInTime(LIST, () => installations.list(asked), limit);
  if (Array.isArray(page)) return page;
  const what = page === null ? 'null' : typeof page;
  throw new UsageError('argument-invalid', `${LIST} gave no list of accounts: it gave ${what}.`, {
    hint: 'Let it give a list, which is empty where there is no such account.',
  });
}

const LIST = 'The function list of installations';

/** As forAccount of a prepared project takes it. */
export async function givenAccount(
  installation: Installation,
  { account, ...limit }: Pick<FleetAccounts, 'account'> & Asking,
): Promise<GivenAccount> {
  const { hubId, labels } = installation;
  const given = await (account && answerInTime('The function account', () => account(installation), limit));
  return { name: `account-${hubId}`, ...given, hubId, labels };
}
