/** What the parser passes to the commands that come in groups, and how a command is run. */

import type { Surface } from '../contract/surfaces.ts';
import type { CommonFlags } from './flags.ts';

/** The purpose of a command: its output, or its effect on the account, the ledger or the tokens. */
export type Purpose = 'output' | 'effect';

/** Runs the typed command; returns the exit code. */
export type Run = (work: () => Promise<number>, purpose?: Purpose) => Promise<void>;

/** Of a command that takes patterns. */
export interface SelectFlags extends CommonFlags {
  readonly autoApprove?: boolean;
}

export interface AdoptFlags extends SelectFlags {
  readonly overwrite?: boolean;
}

export interface LoginFlags extends CommonFlags {
  readonly clientId?: string;
  readonly authorizeUrl?: string;
  readonly scopes?: readonly string[];
  readonly optionalScopes?: readonly string[];
  readonly port: number;
  readonly timeout?: number;
  readonly save?: string;
  readonly showToken?: boolean;
  readonly browser?: boolean;
}

export interface TimelineFlags extends CommonFlags {
  readonly legacy?: boolean;
  readonly app?: string;
  readonly concurrency?: number;
}

export interface ServeFlags extends CommonFlags {
  readonly port: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly data?: string;
  readonly seed?: string;
  readonly surface: Surface | 'all';
  readonly sunset?: true | string;
  readonly fault?: readonly string[];
}
