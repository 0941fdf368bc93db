/** What an account is read with, and what comes of it: the same for one of the files and for the one of the environment. */

import type { Account } from '../../model/account.ts';
import type { Finding } from '../../model/finding.ts';
import type { Visible } from '../check/visible.ts';
import type { AllowedHosts } from './allowed-hosts.ts';

export interface AccountContext {
  readonly visible: Visible;
  /** Severity of what only a run with calls needs: info where none are made. */
  readonly missing: 'error' | 'info';
  /** Undefined: the host is not checked. */
  readonly allowed: AllowedHosts | undefined;
}

export interface ReadAccount {
  readonly account: Account;
  readonly findings: readonly Finding[];
  /** What is wrong with its address; of one that nobody named not among the findings. */
  readonly addressFaults: readonly Finding[];
}
