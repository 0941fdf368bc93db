/** The embedded service: a complete, stateful stand-in for the service, for trials and tests. */

export { type StoreLocation, storeLocation } from '../database/location.ts';
export type { NewAccount, NewApp, TokenRequest } from './data/accounts.ts';
export type { AccountAdmin, LimitName } from './data/admin.ts';
export type { PipelineAdmin } from './data/pipeline-admin.ts';
export type { SchemaAdmin } from './data/schema-admin.ts';
export { type Seed, SeedError, type SeedIssue, SeedSchema } from './data/seed.ts';
export type {
  AccountSnapshot,
  SnapshotGroup,
  SnapshotLimit,
  SnapshotObjectType,
  SnapshotSubscription,
} from './data/snapshot.ts';
export { FAULT_ACTIONS, type FaultAction, type FaultRule, parseFault } from './faults/rule.ts';
export type { RateLimit } from './http/rate.ts';
export type { CallMoment, OnCall, RecordedCall } from './http/recorded-calls.ts';
export type { StoredPipeline, StoredStage } from './model/pipeline.ts';
export type { NewProperty, PropertyChange, StoredOption, StoredProperty } from './model/property.ts';
export type { Service, ServiceOptions } from './service.ts';
export { createService, startService } from './start.ts';
