/** Input and result of reading an account, the same for accounts of files and of the environment. */

import type { Account } from '../../model/account.ts';
import type { Finding } from '../../model/finding.ts';
import type { Visible } from '../check/visible.ts';
import type { AllowedHosts } from './allowed-hosts.ts';

export interface AccountContext {
  readonly visible: Visible;
  /** Severity of findings that matter only for a run with calls. It is info if no calls are made. */
  readonly missing: 'error' | 'info';
  /** Undefined if the host is not checked. */
  readonly allowed: AllowedHosts | undefined;
}

export interface ReadAccount {
  readonly account: Account;
  readonly findings: readonly Finding[];
  /** Faults of the base URL. `findings` may lack some of them, such as the faults of a default address without credentials. */
  readonly addressFaults: readonly Finding[];
}
