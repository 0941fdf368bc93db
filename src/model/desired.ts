/** The desired state: what the YAML says, resolved for one account. */

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
  /** Identity, declared fields, and rules such as optionsMode; the shape is the kind's own. */
  readonly spec: Fields;
  readonly provenance: Provenance;
  /** Where the value of each entry of `retire` is; absent where there is none. */
  readonly retiredAt?: readonly Provenance[];
  /** What the account overrides: where each field is, or the whole, which only this account has. Absent where it overrides nothing. */
  readonly overrides?: readonly Override[];
}

/** An address that changed in the files and means the same thing in the account. */
export interface Move {
  readonly from: Address;
  readonly to: Address;
  readonly provenance: Provenance;
}

/** An app or an event that the files name, whether they declare anything in it or not. */
export interface Holder {
  /** The kind of what it holds. */
  readonly kind: KindName;
  readonly name: string;
}

export interface Desired {
  /** Sorted by address; each address once. */
  readonly resources: readonly DesiredResource[];
}

/** The developer key of an app as the files declare it: without a fault, the variable that it names holds one. */
export interface DeclaredKey {
  readonly app: string;
  readonly variable?: string;
  readonly fault?: Pick<Finding, 'code' | 'message'>;
}

/** By name. */
export type ConfiguredValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** Everything config hands on for one account. Never thrown away half: findings of severity error mean it is not to be used. */
export interface Resolution {
  readonly account: Account;
  /** The accounts of the files that were not chosen. */
  readonly others: readonly Account[];
  readonly desired: Desired;
  /** Of the account, by name: what `${values.name}` stands for. */
  readonly values: ConfiguredValues;
  /** Of the accounts of the files that were not chosen. */
  readonly valuesOfOthers: readonly ConfiguredValues[];
  readonly holders: readonly Holder[];
  /** What the files declare, and the overrides of the account leave out. */
  readonly omitted: readonly { readonly address: Address; readonly by: Override }[];
  /** Each address once. */
  readonly moved: readonly Move[];
  readonly policy: Policy;
  /** By the path of each file as it is shown: its path as records name it, wherever the command runs. */
  readonly places: ReadonlyMap<string, string>;
  /** Of apps, by app id: they go with an app, whichever the account. */
  readonly developerKeys: DeveloperKeys;
  /** Of every app that names one, in the order of the files. */
  readonly declaredKeys: readonly DeclaredKey[];
  /** Of every account and app whose variables are set: to be kept out of all that is written. */
  readonly secrets: readonly Secret[];
  /** Errors about the address: while there is one, no credential is sent anywhere. */
  readonly addressFaults: readonly Finding[];
  readonly findings: readonly Finding[];
}
