/** Settings of a fleet in the files: how its accounts are reached, and how many may have a change of a kind. */

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

export interface FleetSettings {
  /** Absent: the service of the vendor. */
  readonly baseUrl?: string;
  readonly surface?: Surface;
  readonly versions?: Partial<Versions>;
  readonly thresholds: Thresholds;
}
