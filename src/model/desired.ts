/** The desired state: the contents of the YAML files, resolved for one account. */

import type { DeveloperKeys } from '../contract/developer-keys.ts';
import type { Secret } from '../contract/secret.ts';
import type { Account } from './account.ts';
import type { Address, KindName } from './address.ts';
import type { Finding, Override, Provenance } from './finding.ts';
import type { Fields } from './json.ts';
import type { Policy } from './policy.ts';

export interface DesiredResource {
  readonly address: Address;
  readonly kind: KindName;
  /** Identity, declared fields, and rules such as optionsMode. Each kind defines the shape. */
  readonly spec: Fields;
  readonly provenance: Provenance;
  /** Overrides of the account: position of each field, or of a whole resource that only this account has. Absent if there is none. */
  readonly overrides?: readonly Override[];
}

/** An address that changed in the files and means the same resource in the account. */
export interface Move {
  readonly from: Address;
  readonly to: Address;
  readonly provenance: Provenance;
}

/** An app or an event in the files, even if the files declare no resource in it. */
export interface Holder {
  /** Kind of the resources in the holder. */
  readonly kind: KindName;
  readonly name: string;
}

export interface Desired {
  /** Sorted by address; each address once. */
  readonly resources: readonly DesiredResource[];
}

/** The developer key of an app as the files declare it. If `fault` is absent, the variable contains a key. */
export interface DeclaredKey {
  readonly app: string;
  readonly variable?: string;
  readonly fault?: Pick<Finding, 'code' | 'message'>;
}

/** Values by name. */
export type ConfiguredValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** Result of the configuration for one account. It is always complete: if a finding has severity error, the result must not be used. */
export interface Resolution {
  readonly account: Account;
  /** Accounts of the files that were not chosen. */
  readonly others: readonly Account[];
  readonly desired: Desired;
  /** Values of the account for `${values.name}`, by name. */
  readonly values: ConfiguredValues;
  /** Values of the other accounts in the files. */
  readonly valuesOfOthers: readonly ConfiguredValues[];
  readonly holders: readonly Holder[];
  /** Resources that the files declare and an override of the account leaves out. */
  readonly omitted: readonly { readonly address: Address; readonly by: Override }[];
  /** Each address once. */
  readonly moved: readonly Move[];
  readonly policy: Policy;
  /** Path of each file in records, by its displayed path. It is the same for each working directory. */
  readonly places: ReadonlyMap<string, string>;
  /** Developer keys by app id. An app has the same key in all accounts. */
  readonly developerKeys: DeveloperKeys;
  /** Declared keys of all apps with a key, in the order of the files. */
  readonly declaredKeys: readonly DeclaredKey[];
  /** Secrets of every account and app whose variables are set. They must not appear in any output. */
  readonly secrets: readonly Secret[];
  /** Errors about the base URL. While there is such an error, no credential is sent. */
  readonly addressFaults: readonly Finding[];
  readonly findings: readonly Finding[];
}
