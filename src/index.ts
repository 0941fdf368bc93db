/** The library's front door. */

export type { GivenAccount } from './config/accounts/given.ts';

export { loadProject } from './config/files/load.ts';
export { parseProject } from './config/files/project.ts';

export { ALLOWED as ALLOWED_VALUES, EVENT_PROPERTY_TYPES, type PropertyVariant } from './contract/allowed-values.ts';
export { CATEGORIES } from './contract/association-limits.ts';
export { BATCH_STATUSES } from './contract/batches.ts';
export type { Clock, NewId } from './contract/clock.ts';
export { DATA_SENSITIVITIES, DATE_DISPLAY_HINTS } from './contract/event-definitions.ts';
export type { Transport } from './contract/http.ts';
export { createScrubber, type Scrubber } from './contract/scrub.ts';
export { type Secret, secret } from './contract/secret.ts';
export { EVENT_TYPES, type EventType } from './contract/webhooks.ts';
export { planDigest } from './engine/fingerprint.ts';
export { blockedFindings } from './engine/gate/guard.ts';

export {
  ApiError,
  AuthError,
  ConfigError,
  ContractError,
  HostError,
  InternalError,
  LedgerError,
  mayHaveHappened,
  OvertakenError,
  PolicyError,
  StalePlanError,
  TransportError,
  TrueupError,
  UnsafePlanError,
  UsageError,
} from './errors.ts';
export { KINDS } from './kinds/index.ts';
export type { AppendFile, Disk, Self } from './ledger/disk.ts';
export { fileStore } from './ledger/file-store.ts';
export { type BranchStoreOptions, branchStore } from './ledger/git-branch.ts';
export type { GitHost } from './ledger/git-branch-host.ts';
export { memoryStore } from './ledger/memory-store.ts';
export { replay } from './ledger/replay.ts';
export { type StoreParts, type StoreWithApps, storeOn } from './ledger/store.ts';
export type * from './model/account.ts';
export type * from './model/address.ts';
export type * from './model/basis.ts';
export type * from './model/change.ts';
export type * from './model/comparison.ts';
export type * from './model/drift.ts';
export type * from './model/event.ts';
export type { Failure, FailureKind } from './model/failure.ts';
export type * from './model/field-rule.ts';
export type * from './model/finding.ts';
export type * from './model/fix.ts';
export type { FleetSettings, Threshold, Thresholds } from './model/fleet.ts';
export type * from './model/inventory.ts';
export type * from './model/json.ts';
export type * from './model/kind.ts';
export type * from './model/ledger.ts';
export type * from './model/open-call.ts';
export type * from './model/other-objects.ts';
export type * from './model/outcome.ts';
export type * from './model/plan.ts';
export type * from './model/policy.ts';
export type * from './model/project.ts';
export type * from './model/pull.ts';
export type * from './model/risk.ts';
export type * from './model/snapshot.ts';
export type { ObservedExchange, Operation, OperationName, Telemetry } from './model/telemetry.ts';
export type * from './model/terms.ts';
export type { Adopted } from './reconciler/ledger-actions/adoption.ts';
export type {
  AdoptOptions,
  Forgotten,
  LedgerActions,
  Repaired,
} from './reconciler/ledger-types.ts';

export {
  type AccountOptions,
  type FleetProject,
  type Prepared,
  type PrepareOptions,
  prepare,
} from './reconciler/prepare.ts';
export type { PreparedAccount } from './reconciler/prepared-account.ts';
export { createReconciler } from './reconciler/reconciler.ts';

export type {
  ApplyOptions,
  ListOptions,
  PlanOptions,
  PullOptions,
  Reconciler,
  ReconcilerOptions,
  RecoverOptions,
  RevertOptions,
  SnapshotOptions,
} from './reconciler/types.ts';
export { type ValidateOptions, type Validation, validateProject } from './reconciler/validate.ts';
export { describeAdvice } from './report/fix-texts.ts';
