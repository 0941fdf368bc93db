/** The accounts of a fleet as its planning and its workers see them: who has the app installed, and how each is reached. */

import type { FetchToken, Transport } from '../../client/index.ts';
import type { GivenAccount } from '../../config/accounts/given.ts';
import type { Clock } from '../../contract/clock.ts';
import { TransportError, UsageError } from '../../errors.ts';
import { inTime } from '../database/in-time.ts';
import type { Installation, Installations } from '../installations/installations.ts';

/** Options of an account, without its id and labels. */
export type AccountDetails = Partial<Omit<GivenAccount, 'hubId' | 'labels'>>;

export interface FleetAccounts {
  /** Source of the accounts, usually `installations()`. Only active accounts are planned and run. */
  readonly installations: Pick<Installations, 'find' | 'list'>;
  /** Of `accountTokens`. */
  readonly tokens: (hubId: number) => FetchToken;
  /**
   * Returns the options of an account, such as its values. Its ledger has the name of the account (default: `account-HUBID`). An error
   * fails this account only.
   */
  readonly account?: ((installation: Installation) => AccountDetails | Promise<AccountDetails>) | undefined;
  /** Default: undici over the network. */
  readonly transport?: Transport | undefined;
}

export interface Asking {
  readonly clock: Clock;
  /** Milliseconds after which a function of the caller counts as failed. */
  readonly timeoutMs: number;
}

export function findInstallation(
  hubId: number,
  { installations, ...limit }: Pick<FleetAccounts, 'installations'> & Asking,
): Promise<Installation | undefined> {
  return answerInTime('The function find of installations', () => installations.find(hubId), limit);
}

/** Lists installations, with a timeout for each page. Throws UsageError `argument-invalid` if the result is not a list. */
export async function listInstallations(
  asked: Parameters<Installations['list']>[0],
  { installations, ...limit }: Pick<FleetAccounts, 'installations'> & Asking,
): Promise<readonly Installation[]> {
  const page: unknown = await answerInTime(LIST, () => installations.list(asked), limit);
  if (Array.isArray(page)) return page;
  const what = page === null ? 'null' : typeof page;
  throw new UsageError('argument-invalid', `${LIST} gave no list of accounts: it gave ${what}.`, {
    hint: 'Let it give a list, or an empty list if there is no such account.',
  });
}

const LIST = 'The function list of installations';

/** Builds the argument of `forAccount`. */
export async function givenAccount(
  installation: Installation,
  { account, ...limit }: Pick<FleetAccounts, 'account'> & Asking,
): Promise<GivenAccount> {
  const { hubId, labels } = installation;
  const given = await (account && answerInTime('The function account', () => account(installation), limit));
  return { name: `account-${hubId}`, ...given, hubId, labels };
}

interface Limit {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly timeoutMs: number;
}

/** Rejects also where `ask` throws at once. Throws TransportError `out-of-time`. */
function answerInTime<T>(what: string, ask: () => T | Promise<T>, { clock, timeoutMs }: Limit): Promise<T> {
  const answer = async (): Promise<T> => ask();
  return inTime(answer(), timeoutMs, clock, () => {
    return new TransportError('out-of-time', `${what} gave no answer within ${timeoutMs / 1000} seconds.`, {
      sent: 'no',
      hint: 'Let it reject if it has no answer, and give its requests a timeout.',
    });
  });
}
