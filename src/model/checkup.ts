/** A checkup: what was checked of an account and of this machine, and what works with the account. */

import type { Surface } from '../contract/surfaces.ts';
import type { Advice } from './fix.ts';

export const CHECKUP_FORMAT = 'trueup.checkup/1';

export const CHECK_NAMES = [
  'program',
  'network',
  'configuration',
  'account',
  'token',
  'scopes',
  'developer-key',
  'surface',
  'clock',
  'ledger',
  'github',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** problem: something does not work until it is resolved. warning: it works, or could not be checked. */
export type CheckStatus = 'ok' | 'warning' | 'problem';

export interface Check extends Advice {
  readonly check: CheckName;
  readonly status: CheckStatus;
  /** Code of a finding, which has a page in docs/findings. */
  readonly code?: string;
  /** One sentence, or a few. */
  readonly message: string;
}

export interface Capability {
  readonly what: string;
  readonly how: string;
}

export interface Checkup {
  readonly format: typeof CHECKUP_FORMAT;
  /** Null for what is not known: without an account that is chosen, all of it. */
  readonly account: {
    readonly name: string | null;
    /** As configured or recorded, else as the service says. */
    readonly hubId: number | null;
    readonly baseUrl: string | null;
    readonly surface: Surface | null;
  };
  /** Each name at least once. The name `github` needs the flag `--github`. */
  readonly checks: readonly Check[];
  readonly works: readonly Capability[];
  /** What does not work with this account as it is. */
  readonly fails: readonly Capability[];
}
