/** A checkup: the checks of an account and of this machine, and the operations that work with the account. */

import type { NotCovered } from '../contract/not-covered.ts';
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

/** `problem`: the operation fails until the cause is resolved. `warning`: the operation works, or could not be checked. */
export type CheckStatus = 'ok' | 'warning' | 'problem';

export interface Check extends Advice {
  readonly check: CheckName;
  readonly status: CheckStatus;
  /** Code of a finding, which has a section in docs/findings.md. */
  readonly code?: string;
  /** One or more sentences. */
  readonly message: string;
}

export interface Capability {
  readonly what: string;
  readonly how: string;
}

export interface Checkup {
  readonly format: typeof CHECKUP_FORMAT;
  /** Members are null if they are unknown. All are null if no account is chosen. */
  readonly account: {
    readonly name: string | null;
    /** Configured or recorded id, otherwise the id that the service returned. */
    readonly hubId: number | null;
    readonly baseUrl: string | null;
    readonly surface: Surface | null;
  };
  /** Each name at least once. The name `github` needs the flag `--github`. */
  readonly checks: readonly Check[];
  readonly works: readonly Capability[];
  /** Capabilities that do not work with this account now. */
  readonly fails: readonly Capability[];
  /** Settings that no call changes. Absent if none belongs to what the files declare. */
  readonly notCovered?: readonly NotCovered[];
}
