/** The front door of the fleet, exported to users as `trueup/fleet`: one configuration for many accounts. */

export type { AccountRow, ReviewedCluster, RolloutStatus } from '../model/rollout-status.ts';
export { type DatabaseOptions, openDatabase } from './connection/open.ts';
export { type Database, DatabaseError } from './database/database.ts';
export { createFleet } from './fleet.ts';
export { type Installation, type Installations, installations } from './installations/installations.ts';
export { environmentKeys, type KeyProvider, type SealingKey } from './installations/keys.ts';
export type { NewInstallation } from './installations/new-installation.ts';
export { accountTokens, type TokensOptions } from './installations/tokens.ts';
export { postgresStore } from './ledger/store.ts';
export { type FleetRead, readFleet } from './read/read.ts';
export { fleetReport } from './read/report.ts';
export { steerFleet } from './steer.ts';
export type { Fleet, FleetOptions, RolloutOptions } from './types.ts';
