import { expect, test } from 'vitest';
import type {
  CallOptions,
  ClientOptions,
  OAuthOptions,
  RefreshingOptions,
  RevokeOptions,
  UndiciOptions,
} from '../src/client/index.ts';
import type { OpenLedgerOptions } from '../src/faces.ts';
import type { Fleet, FleetOptions, postgresStore, RolloutOptions, TokensOptions } from '../src/fleet/index.ts';
import {
  type AdoptOptions,
  type ApplyOptions,
  type BranchStoreOptions,
  createReconciler,
  type GivenAccount,
  type ListOptions,
  type PlanOptions,
  type PrepareOptions,
  type PullOptions,
  parseProject,
  type ReconcilerOptions,
  type RecoverOptions,
  type RevertOptions,
  type SnapshotOptions,
  type StoreParts,
  type ValidateOptions,
} from '../src/index.ts';
import type { ServiceOptions } from '../src/service/index.ts';

/** Names of the optional members that do not take undefined under `exactOptionalPropertyTypes`. */
type Refusing<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K>
    ? { [P in K]: undefined } extends Pick<T, K>
      ? never
      : K
    : never;
}[keyof T];

/** Does not compile if one of the types has a name in it. */
const REFUSING: readonly never[] = [
  ...([] as readonly Refusing<ReconcilerOptions>[]),
  ...([] as readonly (Refusing<PlanOptions> | Refusing<ApplyOptions> | Refusing<RevertOptions>)[]),
  ...([] as readonly (Refusing<RecoverOptions> | Refusing<ListOptions> | Refusing<PullOptions>)[]),
  ...([] as readonly (Refusing<SnapshotOptions> | Refusing<AdoptOptions>)[]),
  ...([] as readonly (Refusing<GivenAccount> | Refusing<PrepareOptions>)[]),
  ...([] as readonly (Refusing<ValidateOptions> | Refusing<StoreParts> | Refusing<BranchStoreOptions>)[]),
  ...([] as readonly (Refusing<OpenLedgerOptions> | Refusing<CallOptions> | Refusing<ClientOptions>)[]),
  ...([] as readonly (Refusing<OAuthOptions> | Refusing<RevokeOptions> | Refusing<RefreshingOptions>)[]),
  ...([] as readonly (Refusing<UndiciOptions> | Refusing<ServiceOptions> | Refusing<FleetOptions>)[]),
  ...([] as readonly (Refusing<RolloutOptions> | Refusing<NonNullable<Parameters<Fleet['work']>[0]>>)[]),
  ...([] as readonly (Refusing<TokensOptions> | Refusing<Parameters<typeof postgresStore>[0]>)[]),
];

test('every public option takes undefined', async () => {
  expect(REFUSING).toEqual([]);
  const config = parseProject([{ path: 'trueup.yaml', text: 'version: 1\n' }]);
  const reconciler = createReconciler({ config, env: undefined, signal: undefined, timeoutMs: undefined });
  await expect(reconciler.plan({ targets: undefined, allow: undefined })).rejects.toMatchObject({
    code: 'no-credentials',
  });
});
