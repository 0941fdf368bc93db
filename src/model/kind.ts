/** A kind: one declaration without IO that tells config, engine and faces about a resource type. */

import type { z } from 'zod';
import type { ApiCall } from '../contract/calls.ts';
import type { Refusal } from '../contract/refusals.ts';
import type { Surface } from '../contract/surfaces.ts';
import type { AccountNames, AssociationType } from './account-names.ts';
import type { Address, KindName } from './address.ts';
import type { Action, ReasonCode } from './change.ts';
import type { DesiredResource } from './desired.ts';
import type { Finding } from './finding.ts';
import type { Fields, Json } from './json.ts';
import type { KindReader } from './kind-reader.ts';
import type { KindWords } from './kind-words.ts';
import type { LedgerRecord } from './ledger.ts';
import type { LiveResource } from './live.ts';
import type { RiskName } from './risk.ts';

/** One step of the way from the document's root to a resource. */
export interface Level {
  readonly key: string;
  /** entry: a mapping whose keys are captured. item: a list. */
  readonly each: 'entry' | 'item';
  /** For entries: the name under which the key is captured, and what it must look like. */
  readonly capture?: {
    readonly as: string;
    readonly schema: z.ZodType<string>;
    /** One spelling of the key for all that mean the same; absent: each means something else. */
    readonly canonical?: (key: string) => string;
  };
  /** For items: what tells one from the others of its list. */
  readonly identity?: ItemIdentity;
  /** Fields that stand at this level, beside those of other kinds that share the level. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  readonly about: string;
}

/** Which item of a list is meant. */
export interface ItemIdentity {
  /** The fields that say it. */
  readonly fields: readonly string[];
  /** The same for all spellings of one item, and readable; undefined where too little is given. */
  of(item: Fields): string | undefined;
}

/**
 * How the one differ compares a field. exact: deep equality. text: unset and empty are equal. flag: unset and false are
 * equal. order: a declared -1 is never compared. options: three-way by option value. formula: the same however it is spelled.
 */
export interface FieldRule {
  readonly compare: 'exact' | 'text' | 'flag' | 'order' | 'options' | 'formula';
  /** Changing it needs this consent. */
  readonly risk?: RiskName;
  /** Of a list of options: the type for which the spec can hide one with `retire` instead of removing it. Absent: it cannot. */
  readonly retires?: string;
  /** A value that says nothing: that of a resource for which nobody chose one. */
  readonly unset?: Json;
  /** False: it identifies nothing and cannot be changed by any route of this kind; true where some route can. */
  readonly mutable: boolean;
}

/** Something wrong with one spec; the path points into the YAML value, from the resource. */
export interface SpecIssue {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string;
  /** Of a warning: the values that only an account that has them can keep. A change that writes one of them is blocked. */
  readonly blocks?: readonly (readonly (string | number)[])[];
}

/** A capability that the interface does not have: reason and section of the interface. */
export interface Unsupported {
  readonly unsupported: true;
  readonly reason: string;
  readonly section: string;
  /** The surface that has it. */
  readonly elsewhere?: Surface;
}

/** A change to a desired state, which the writer turns into calls. */
export interface DesiredChange<S> {
  readonly address: Address;
  readonly action: Extract<Action, 'create' | 'update' | 'remove'>;
  /** Absent for remove. */
  readonly spec?: S;
  /** Every owned field after the change, the option list already merged. Empty for remove. */
  readonly after: Fields;
  /** Known live fields; absent when the resource does not exist. */
  readonly before?: Fields;
  readonly changed: readonly string[];
  readonly record?: LedgerRecord;
  /** Id that the service gave: as a read shows it, else as it is recorded. */
  readonly id?: string;
}

export interface CallDraft extends ApiCall {
  readonly covers: readonly Address[];
  /** Fields that the body sets. */
  readonly writes: readonly string[];
  readonly expects: Readonly<Record<Address, Fields | null>>;
  readonly route: string;
  readonly onConflict?: ApiCall;
  /** Positions, in the same list, of drafts that have to succeed first. */
  readonly after: readonly number[];
}

export interface Blockage {
  readonly address: Address;
  readonly because: Extract<ReasonCode, 'no-endpoint' | 'read-only'>;
  readonly reason: string;
  readonly section: string;
}

export interface Writing {
  readonly calls: readonly CallDraft[];
  readonly blocked: readonly Blockage[];
}

/** What a reply says about one covered address. */
export interface Settled {
  readonly address: Address;
  /** accepted: the service took it and has not finished it; its call stays open until a reply says that it is done. */
  readonly status: 'applied' | 'accepted' | 'failed';
  /** Of a failure: it may have taken effect all the same, so what was known before is known no longer. */
  readonly partly?: true;
  /** Of a failure: what is there was made by somebody else, even if it is as planned. maybe: nothing tells whether it was. */
  readonly others?: true | 'maybe';
  /** Of a create: ISO time of an earlier create, which shows that it brought back something archived. */
  readonly restored?: string;
  /** Owned fields that the reply echoes; absent when it shows none. */
  readonly echo?: Fields;
  readonly id?: string;
  readonly message?: string;
}

/** A member of a reply that says which resource it is about. What the call or the reply leaves out says nothing. */
export interface Naming {
  readonly member: string;
  readonly sent: string | undefined;
  readonly shown: string | null | undefined;
}

/** A capability to take a resource away. */
export interface Removal {
  /** Doing so needs this consent. */
  readonly risk: RiskName;
}

export interface KindWriter<S> {
  readonly update?: Unsupported;
  readonly remove: Unsupported | Removal;
  /** All changes of the kind at once, so that batch endpoints can merge them. */
  write(changes: readonly DesiredChange<S>[]): Writing;
  /** Covered addresses whose names stand for other ids by now than those that the call was planned with; absent: none can. */
  misses?(call: ApiCall, covers: readonly Address[]): readonly Address[];
  /** The members that identify the resource: a reply that is about another one proves nothing of this call. */
  names(call: ApiCall, covers: readonly Address[], reply: unknown): readonly Naming[];
  /** Of a reply about the resources of the call. */
  settle(call: ApiCall, covers: readonly Address[], reply: unknown): readonly Settled[];
  /** The body of a batch for some of its resources alone; undefined where the call is made whole or not at all. */
  part?(call: ApiCall, covers: readonly Address[]): Json | undefined;
  /** Resources of any kind whose absence explains the refusal of the call. Absent if the kind knows none. */
  refutes?(call: ApiCall, covers: readonly Address[], refusal: Refusal): readonly Address[];
}

/** What house rules can ask of a resource, told by members of its spec. */
export interface Traits {
  /** `description` says what it is for. */
  readonly description: boolean;
  /** `type` and `fieldType` say what it stores. */
  readonly type: boolean;
  /** `name` is one that somebody chose: a rule about names looks at it unless told otherwise, or only when told to. */
  readonly name: 'always' | 'on-request' | 'none';
}

/** What a resource rests on: where both are removed, it goes first. */
export interface Needs {
  /** The kinds that these are of. */
  readonly kinds: readonly KindName[];
  /** Where it stays, they cannot be removed. */
  readonly firm: boolean;
  /** Told by what identifies the resource and by the fields that it has. */
  of(resource: Pick<LiveResource, 'address' | 'fields'>): readonly Address[];
}

/** Something of a live resource that is left out of its declaration although it says something, and why. */
export interface Undeclared {
  /** Absent: the resource itself. */
  readonly field?: string;
  /** Code of the finding that a declaration of it would be, or what stands against one. */
  readonly because: string;
  readonly reason: string;
}

/** How a live resource is declared. */
export interface Declaration {
  /** Captured keys and fields along the levels, as few as say all that is live; absent where it cannot be declared. */
  readonly captured?: Fields;
  readonly without: readonly Undeclared[];
}

export type DesiredOf<S> = Omit<DesiredResource, 'spec'> & { readonly spec: S };

/** Methods, not function properties: specs of different kinds meet in one registry. */
export interface Kind<S = Fields> {
  readonly name: KindName;
  readonly words: KindWords;
  /** Section of the interface that has its calls. */
  readonly section: string;
  readonly levels: readonly Level[];
  /** Its levels can stand in a file without declaring the resource: `spec` gives undefined there, and a mention is no misspelling. */
  readonly mayRefer: boolean;
  /** Owned fields and how they compare; a field is owned in a resource when its spec has it. */
  readonly fields: Readonly<Record<string, FieldRule>>;
  readonly traits: Traits;
  /** From the captured keys and the fields along the levels; undefined when they only refer to the resource. */
  spec(captured: Fields): S | undefined;
  /**
   * The inverse: what `spec` takes, of what is live. A field that says nothing is left out. The resource of it has the same address,
   * passes `check`, and a plan of it keeps what is live.
   */
  declared(live: LiveResource): Declaration;
  address(spec: S): Address;
  /** Object types that the resource belongs to; absent for a kind that belongs to none. */
  objectTypes?(address: Address): readonly string[];
  /** The association type that the address names; absent for a kind without one. */
  associationType?(address: Address): AssociationType;
  /** What its outermost level names, such as an app or an event: each of its resources is in one. Absent for a kind of object types. */
  holder?(captured: Fields): string;
  /** App that the resource belongs to, and its record with it; absent for a kind that belongs to the account. */
  app?(address: Address): string;
  /** Resources that have to come first, when they are declared. */
  dependsOn(spec: S): readonly Address[];
  /** What it is created in: without it the service refuses the create. Absent: it needs nothing of the kinds. */
  home?(spec: S): Address;
  /** Resources that have to be declared or live for this one to work; itself where it cannot be created as declared. */
  mentions(spec: S): readonly Address[];
  /** Absent: nothing. */
  readonly needs?: Needs;
  check(spec: S): readonly SpecIssue[];
  /** The part of `check` that looks at what is given and at nothing else: for a resource of which some fields are faulty. */
  checkGiven(fields: Partial<S>): readonly SpecIssue[];
  /** What declared resources of the kind must not say together. */
  checkAll(declared: readonly DesiredOf<S>[]): readonly Finding[];
  readonly reader: KindReader | Unsupported;
  readonly writer: KindWriter<S>;
}

/** What a kind does on one surface: the same resource, with other endpoints and other fields that they can change. */
export type KindSide<S> = Pick<Kind<S>, 'section' | 'fields' | 'check' | 'checkGiven' | 'reader' | 'writer'>;

/** What a kind is on every surface. */
export type KindFrame<S> = Omit<Kind<S>, keyof KindSide<S> | 'declared'>;

/** A kind for the surface of an account, with the ids that the account has for the names in its files. */
export type KindOn<S> = (surface: Surface, names: AccountNames) => Kind<S>;

export type KindSides<S> = Readonly<Record<Surface, (names: AccountNames) => KindSide<S>>>;

export function isUnsupported(capability: object): capability is Unsupported {
  return 'unsupported' in capability;
}
