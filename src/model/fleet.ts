/** What the files say of a fleet: how its accounts are reached, what of their plans somebody has to look at, and how many calls are made. */

import type { Surface, Versions } from '../contract/surfaces.ts';
import { ACTIONS, type Action, type Risk } from './change.ts';
import { RISK_NAMES, type RiskName } from './risk.ts';

/** An action, how much a change costs, or a risk that needs consent. */
export type Counted = Exclude<Action, 'keep'> | Exclude<Risk, 'safe'> | RiskName;

export const COUNTED: readonly Counted[] = [
  ...ACTIONS.filter((action) => action !== 'keep'),
  'destructive',
  'irreversible',
  ...RISK_NAMES,
];

/** Broken when more than `percent` of the accounts have such a change, and more than `above` of them: both. */
export interface Threshold {
  /** 0 to 100, of all accounts that have a plan. */
  readonly percent: number;
  /** A whole number of accounts. */
  readonly above: number;
}

export type Thresholds = Readonly<Partial<Record<Counted, Threshold>>>;

/** A bucket that holds `calls` and is filled again, evenly, in `perMs`. */
export interface CallBudget {
  readonly calls: number;
  readonly perMs: number;
}

export interface CallBudgets {
  /** Over every account. */
  readonly all?: CallBudget;
  /** Over the accounts of an app, for each app by itself. */
  readonly app?: CallBudget;
}

export interface FleetSettings {
  /** Absent: the service of the vendor. */
  readonly baseUrl?: string;
  readonly surface?: Surface;
  readonly versions?: Partial<Versions>;
  readonly thresholds: Thresholds;
  readonly budgets: CallBudgets;
}
