/** The front door of the fleet, exported to users as `trueup/fleet`: one configuration for many accounts. */

export { type Database, DatabaseError, type DatabaseFacts } from './database/database.ts';
export { type DatabaseOptions, openDatabase } from './database/open.ts';
export { type LeaseOwner, type LeaseOwnerOptions, leaseOwner } from './ledger/owner.ts';
export { type PostgresStoreOptions, postgresStore } from './ledger/store.ts';
