/** The front door of the fleet, exported to users as `trueup/fleet`: one configuration for many accounts. */

export type { InstallationState } from '../model/installation.ts';
export type { AccountGroup } from '../model/rollout-report.ts';
export type {
  AccountRow,
  AccountsByState,
  ReviewedCluster,
  RolloutStatus,
  RolloutSummary,
  WaveStatus,
} from '../model/rollout-status.ts';
export { type Database, DatabaseError, type DatabaseFacts } from './database/database.ts';
export { type DatabaseOptions, openDatabase } from './database/open.ts';
export { createFleet } from './fleet.ts';
export {
  type Installation,
  type Installations,
  installations,
  type Resealed,
} from './installations/installations.ts';
export { environmentKeys, type KeyProvider, type SealingKey } from './installations/keys.ts';
export type { NewInstallation } from './installations/new-installation.ts';
export { accountTokens, type TokensOptions } from './installations/tokens.ts';
export { type LeaseOwner, type LeaseOwnerOptions, leaseOwner } from './ledger/owner.ts';
export { type PostgresStoreOptions, postgresStore } from './ledger/store.ts';
export type { AccountFilter } from './read/account-statements.ts';
export { type FleetRead, readFleet } from './read/read.ts';
export { fleetReport } from './read/report.ts';
export type { LeftAlone } from './rollout/configuration.ts';
export { steerFleet } from './steer.ts';
export type {
  Fleet,
  FleetLedger,
  FleetOptions,
  FleetSteering,
  RolloutOptions,
  Selecting,
  Starting,
  Who,
  Working,
  WorkOptions,
} from './types.ts';
export type { AccountDetails, FleetAccounts } from './worker/accounts.ts';
export type { OnFleetExchange } from './worker/reconcilers.ts';
