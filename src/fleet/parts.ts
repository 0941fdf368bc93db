/** The parts of a fleet, with the default of each option. */

import type { Clock, NewId } from '../contract/clock.ts';
import { requireOptions } from '../errors.ts';
import type { Thresholds } from '../model/fleet.ts';
import { unthrowing } from '../reconciler/listener.ts';
import { unfailing } from '../reconciler/unfailing.ts';
import { requireValid } from './database/arguments.ts';
import { requireThresholds } from './rollout/thresholds.ts';
import type { FleetOptions } from './types.ts';

export interface FleetParts extends FleetOptions {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly thresholds: Thresholds;
  readonly timeoutMs: number;
  readonly pollMs: number;
}

const NEEDS = {
  database: 'of openDatabase',
  prepared: 'of prepare',
  installations: 'of installations',
  tokens: 'of accountTokens',
} as const;

/** @throws UsageError `options-missing`, `argument-invalid` */
export function fleetParts(options: FleetOptions): FleetParts {
  requireOptions('createFleet', options, NEEDS);
  requireValid('createFleet', options);
  const { settings } = options.prepared.fleet();
  const { thresholds = settings.thresholds } = options;
  const { pollMs = 1_000, timeoutMs = 600_000 } = options;
  const { clock, newId } = options.database;
  requireThresholds({ ...thresholds });
  const { onWarning = () => undefined } = options;
  // Here, and not for each account: it is told once.
  const telemetry = options.telemetry && unfailing(options.telemetry, unthrowing(onWarning));
  return { ...options, ...(telemetry && { telemetry }), thresholds, pollMs, timeoutMs, clock, newId };
}
