/** The embedded service: a whole, stateful stand-in for the service of the specification, for trying and testing. */

export type { NewApp, TokenRequest } from './accounts.ts';
export type { AccountAdmin, LimitName } from './admin.ts';
export { FAULT_ACTIONS, type FaultAction, type FaultRule, parseFault } from './faults.ts';
export type { NewProperty, PropertyChange, StoredOption, StoredProperty } from './property.ts';
export type { RateLimit } from './rate.ts';
export type { CallMoment, OnCall, RecordedCall } from './recorded-calls.ts';
export { type Seed, SeedError, type SeedIssue, SeedSchema } from './seed.ts';
export type { Service, ServiceOptions } from './service.ts';
export type { AccountSnapshot, SnapshotGroup, SnapshotLimit, SnapshotSubscription } from './snapshot.ts';
export { createService, startService } from './start.ts';
export { type StorePlace, storePlace } from './store/place.ts';
