/** The accounts that a service was seeded with, and the tokens that reach each. */

import type { Seed } from '../../service/index.ts';

export interface SeededAccount {
  readonly hubId: number;
  /** None: an app is installed in it on the page of the service for that. */
  readonly privateAppTokens: readonly string[];
}

/** Accounts that are listed; JSON has all. */
const SHOWN = 20;

export function seededAccounts({ accounts = [] }: Seed): readonly SeededAccount[] {
  return accounts.map(({ hubId, privateAppTokens = [] }) => ({
    hubId,
    privateAppTokens: privateAppTokens.map(({ token }) => token),
  }));
}

export function seededLines(accounts: readonly SeededAccount[], url: string): readonly string[] {
  if (accounts.length === 0) return [];
  const left = accounts.length - SHOWN;
  const isBare = accounts.some(({ privateAppTokens }) => privateAppTokens.length === 0);
  return [
    'Seeded accounts, with the tokens of their private apps:',
    ...accounts
      .slice(0, SHOWN)
      .map(({ hubId, privateAppTokens }) => `  ${hubId}  ${privateAppTokens.join(' ') || 'none'}`),
    ...(left > 0 ? [`  ... ${left} more (--json lists them)`] : []),
    ...(isBare ? [`An account without one gets a token by an app: ${url}/oauth/HUBID/authorize?client_id=...`] : []),
    '',
  ];
}
