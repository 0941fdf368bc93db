/** A kind: the declaration of a resource type for config, engine and faces, without IO. */

import type { z } from 'zod';
import type { ApiCall } from '../contract/calls.ts';
import type { Refusal } from '../contract/refusals.ts';
import type { Surface } from '../contract/surfaces.ts';
import type { AccountNames, AssociationType, ProvidedType } from './account-names.ts';
import type { Address, KindName } from './address.ts';
import type { Action, ReasonCode } from './change.ts';
import type { DesiredResource } from './desired.ts';
import type { FieldRule } from './field-rule.ts';
import type { Finding } from './finding.ts';
import type { Fields, Json } from './json.ts';
import type { KindReader } from './kind-reader.ts';
import type { KindWords } from './kind-words.ts';
import type { LedgerRecord } from './ledger.ts';
import type { LiveResource } from './live.ts';
import type { RiskName } from './risk.ts';

/** Step of the path from the root of the document to a resource. */
export interface Level {
  readonly key: string;
  /** `entry`: a mapping whose keys are captured. `item`: a list. */
  readonly each: 'entry' | 'item';
  /** For entries, the name of the captured key and its schema. */
  readonly capture?: {
    readonly as: string;
    readonly schema: z.ZodType<string>;
    /** Returns one spelling for all keys with the same meaning. Absent if each key has its own meaning. */
    readonly canonical?: (key: string) => string;
  };
  /** For items, the fields that distinguish the items of the list. */
  readonly identity?: ItemIdentity;
  /** Fields of this kind at this level. Other kinds may share the level with other fields. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  readonly about: string;
}

/** Identity of an item of a list. */
export interface ItemIdentity {
  /** Fields that form the identity. */
  readonly fields: readonly string[];
  /** Returns the same readable text for all spellings of an item. Returns undefined if fields are missing. */
  of(item: Fields): string | undefined;
}

/** A fault of one spec. The path leads from the resource into its YAML value. */
export interface SpecIssue {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string;
  /** For a warning, values that only an account which already has them can keep. A change that writes such a value is blocked. */
  readonly blocks?: readonly (readonly (string | number)[])[];
}

/** A capability that the interface lacks, with the reason and the section of the interface. */
export interface Unsupported {
  readonly unsupported: true;
  readonly reason: string;
  readonly section: string;
  /** Surface that has the capability. */
  readonly elsewhere?: Surface;
  /** Place in HubSpot where a person does it. */
  readonly place?: string;
}

/** A change to a desired state, which the writer turns into calls. */
export interface DesiredChange<S> {
  readonly address: Address;
  readonly action: Extract<Action, 'create' | 'update' | 'remove'>;
  /** Absent for a removal. */
  readonly spec?: S;
  /** Every owned field after the change, with the option list merged. Empty for a removal. */
  readonly after: Fields;
  /** Known live fields. Absent if the resource does not exist. */
  readonly before?: Fields;
  /** Present for a create that restores an archived resource with its records. */
  readonly restores?: true;
  readonly changed: readonly string[];
  readonly record?: LedgerRecord;
  /** Id that the service assigned: from a read, otherwise from the record. */
  readonly id?: string;
}

export interface CallDraft extends ApiCall {
  readonly covers: readonly Address[];
  /** Fields that the body sets. */
  readonly writes: readonly string[];
  readonly expects: Readonly<Record<Address, Fields | null>>;
  readonly route: string;
  readonly onConflict?: ApiCall;
  /** Positions in the same list of drafts that must succeed first. */
  readonly after: readonly number[];
  /**
   * Resources whose calls come before this call. Present for a call that completes its resource: calls that need the resource do not wait
   * for it.
   */
  readonly follows?: readonly Address[];
  /** Known fields before the call, if an earlier call of the list changes the resource. Absent: the live fields. */
  readonly before?: Readonly<Record<Address, Fields>>;
}

export interface Blockage {
  readonly address: Address;
  readonly because: Extract<ReasonCode, 'no-endpoint' | 'read-only' | 'unseen'>;
  readonly reason: string;
  readonly section: string;
}

export interface Writing {
  readonly calls: readonly CallDraft[];
  readonly blocked: readonly Blockage[];
  /** Effects of the calls beyond the account's schema, which a reviewer should know. */
  readonly remarks?: readonly (Finding & { readonly address: Address })[];
}

/** Result of a reply for one covered address. */
export interface Settled {
  readonly address: Address;
  /** accepted: the service accepted the call but has not finished it. The call stays open until a reply says that it is finished. */
  readonly status: 'applied' | 'accepted' | 'failed';
  /** True for a failure that may have taken effect, so that the earlier state is no longer known. */
  readonly partly?: true;
  /** For a failure, true if another user may have made the live resource. */
  readonly others?: true;
  /** For a create, the ISO time of an earlier create. It shows that the call restored an archived resource. */
  readonly restored?: string;
  /** Owned fields that the reply echoes. Absent if it echoes none. */
  readonly echo?: Fields;
  readonly id?: string;
  readonly message?: string;
}

/** A member of a reply that identifies its resource. A member that the call or the reply leaves out identifies nothing. */
export interface Naming {
  readonly member: string;
  readonly sent: string | undefined;
  readonly shown: string | null | undefined;
}

/** A capability to remove a resource. */
export interface Removal {
  /** Consent that the removal needs. */
  readonly risk: RiskName;
  /** Contents that the removal deletes, and that a later create does not bring back. Absent if there are none. */
  readonly lost?: string;
}

export interface KindWriter<S> {
  readonly update?: Unsupported;
  readonly remove: Unsupported | Removal;
  /** Converts all changes of the kind at once, so that batch endpoints can merge them. */
  write(changes: readonly DesiredChange<S>[]): Writing;
  /** Returns covered addresses whose names now mean other ids than in the planned call. Absent if names cannot change their meaning. */
  misses?(call: ApiCall, covers: readonly Address[]): readonly Address[];
  /** Returns the members that identify the resource. A reply about another resource says nothing about this call. */
  names(call: ApiCall, covers: readonly Address[], reply: unknown): readonly Naming[];
  /** Interprets a reply about the resources of the call. */
  settle(call: ApiCall, covers: readonly Address[], reply: unknown): readonly Settled[];
  /** Returns the body of a batch for a part of its resources. Returns undefined if the call cannot be divided. */
  part?(call: ApiCall, covers: readonly Address[]): Json | undefined;
  /** Resources of any kind whose absence explains the refusal of the call. Absent if the kind knows none. */
  refutes?(call: ApiCall, covers: readonly Address[], refusal: Refusal): readonly Address[];
}

/** Properties of a spec that house rules can check. */
export interface Traits {
  /** True if `description` describes the resource. */
  readonly description: boolean;
  /** True if `type` and `fieldType` describe the stored values. */
  readonly type: boolean;
  /**
   * `always`: a user chose `name`, and rules about names check it by default. `on-request`: rules check it only if they ask for it. `none`: they ignore the kind.
   */
  readonly name: 'always' | 'on-request' | 'none';
}

/** Resources that a resource needs. If both are removed, the resource is removed before them. */
export interface Needs {
  /** Kinds of the needed resources. */
  readonly kinds: readonly KindName[];
  /** True if the needed resources cannot be removed while the resource remains. */
  readonly firm: boolean;
  /** True if the service deletes the resource together with a needed resource. Absent: it refuses that removal, or the resource stays. */
  readonly goesWith?: true;
  /** Returns the needed resources, from the identity and the fields of the resource. The id is absent for a resource that does not exist. */
  of(resource: Pick<LiveResource, 'address' | 'fields' | 'id'>): readonly Address[];
}

/** A meaningful part of a live resource that its declaration leaves out, and the reason. */
export interface Undeclared {
  /** Absent for the resource itself. */
  readonly field?: string;
  /** Code of the finding that the declaration would cause, or of the obstacle to a declaration. */
  readonly because: string;
  readonly reason: string;
}

/** Declaration of a live resource. */
export interface Declaration {
  /** Captured keys and fields along the levels, the fewest that describe the live resource. Absent if it cannot be declared. */
  readonly captured?: Fields;
  readonly without: readonly Undeclared[];
}

export type DesiredOf<S> = Omit<DesiredResource, 'spec'> & { readonly spec: S };

/** Uses methods, not function properties, because one registry holds the specs of different kinds. */
export interface Kind<S = Fields> {
  readonly name: KindName;
  readonly words: KindWords;
  /** Section of the interface with the calls of the kind. */
  readonly section: string;
  readonly levels: readonly Level[];
  /**
   * True if a file can contain the levels without declaring the resource. `spec` then returns undefined, and a mention is not a
   * misspelling.
   */
  readonly mayRefer: boolean;
  /** Owned fields and their comparison. A resource owns a field if its spec has the field. */
  readonly fields: Readonly<Record<string, FieldRule>>;
  readonly traits: Traits;
  /** Returns the spec from the captured keys and the fields along the levels. Returns undefined if they only refer to the resource. */
  spec(captured: Fields): S | undefined;
  /** Inverse of `spec`: returns the input of `spec` for a live resource, or the reason why it cannot be declared. */
  capture(live: LiveResource): Fields | Undeclared;
  /** Optional fields without which a declaration has another meaning. Absent if there are none. */
  readonly indispensable?: readonly string[];
  address(spec: S): Address;
  /** Returns the object types of the resource. Absent for a kind without object types. */
  objectTypes?(address: Address): readonly string[];
  /** Returns the object type that exists with the resource. Absent for a kind that makes none. */
  makesObject?(address: Address): string;
  /** Returns the association types that exist with a resource of these fields. Absent for a kind that makes none. */
  provides?(resource: Pick<LiveResource, 'address' | 'fields'>): readonly ProvidedType[];
  /** Returns the association type in the address. Absent for a kind without association types. */
  associationType?(address: Address): AssociationType;
  /**
   * Returns the name at the outermost level, such as an app or an event. Every resource of the kind has a holder. Absent for a kind of
   * object types.
   */
  holder?(captured: Fields): string;
  /** Returns the app of the resource, whose ledger has the record. Absent for a kind of the account. */
  app?(address: Address): string;
  /** Returns the address by which the files name the same resource. Absent if a resource has one address. */
  now?(address: Address): Address;
  /** Returns the address of the same resource in the other direction, in which its id has the other order. Absent if there is none. */
  otherEnd?(address: Address): Address;
  /** Returns resources that must come first if they are declared. Absent if there are none. */
  dependsOn?(spec: S): readonly Address[];
  /** Returns the resources without which the service refuses a create or an update. Absent if there are none. */
  needed?(spec: S): readonly Address[];
  /** Returns the container of the resource. Without it the service refuses the create. Absent if the kind needs no container. */
  home?(spec: S): Address;
  /**
   * Returns resources that must be declared or live so that this resource works. Contains its own address if it cannot be created as
   * declared. Absent if there are none.
   */
  mentions?(spec: S): readonly Address[];
  /** Absent if the resource needs none. */
  readonly needs?: Needs;
  check(spec: S): readonly SpecIssue[];
  /** Like `check`, but checks only the given fields. Used if some fields of the resource are faulty. */
  checkGiven(fields: Partial<S>): readonly SpecIssue[];
  /** Reports conflicts between the declared resources of the kind. Absent if there are none. */
  checkAll?(declared: readonly DesiredOf<S>[]): readonly Finding[];
  readonly reader: KindReader | Unsupported;
  readonly writer: KindWriter<S>;
}

/** The part of a kind that differs between surfaces: endpoints, and the fields that they can change. */
export type KindSide<S> = Pick<Kind<S>, 'section' | 'fields' | 'check' | 'checkGiven' | 'reader' | 'writer'>;

/** The part of a kind that is the same on every surface. */
export type KindFrame<S> = Omit<Kind<S>, keyof KindSide<S>>;

/** Returns the kind for the surface of an account, with the ids of the account for the names in its files. */
export type KindOn<S> = (surface: Surface, names: AccountNames) => Kind<S>;

export type KindSides<S> = Readonly<Record<Surface, (names: AccountNames) => KindSide<S>>>;

export function isUnsupported(capability: object): capability is Unsupported {
  return 'unsupported' in capability;
}
