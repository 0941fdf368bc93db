/** Settings of a fleet in the files: the address of its accounts, and the maximum number of accounts with each kind of change. */

import type { Surface, Versions } from '../contract/surfaces.ts';
import { ACTIONS, type Action, type Risk } from './change.ts';
import { RISK_NAMES, type RiskName } from './risk.ts';

/** An action, the cost of a change, or a risk that needs consent. */
export type Counted = Exclude<Action, 'keep'> | Exclude<Risk, 'safe'> | RiskName;

export const COUNTED: readonly Counted[] = [
  ...ACTIONS.filter((action) => action !== 'keep'),
  'destructive',
  'irreversible',
  ...RISK_NAMES,
];

/** The threshold is broken if more than `percent` of the accounts and more than `above` accounts have such a change. */
export interface Threshold {
  /** Percentage of all accounts with a plan, from 0 to 100. */
  readonly percent: number;
  /** Whole number of accounts. */
  readonly above: number;
}

export type Thresholds = Readonly<Partial<Record<Counted, Threshold>>>;

export interface FleetSettings {
  /** Absent if the fleet uses the service of the vendor. */
  readonly baseUrl?: string;
  readonly surface?: Surface;
  readonly versions?: Partial<Versions>;
  readonly thresholds: Thresholds;
}
