/** Compares the declarations of the left side with an account. Pure. */

import { defined } from '../../contract/defined.ts';
import { type Address, KIND_NAMES } from '../../model/address.ts';
import type { FieldChange } from '../../model/change.ts';
import { COMPARISON_FORMAT, type ComparedResource, type Comparison, type NotCompared } from '../../model/comparison.ts';
import type { FieldRule } from '../../model/field-rule.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { LiveResource } from '../../model/live.ts';
import { compareNatural } from '../../model/natural.ts';
import type { OtherObjects } from '../../model/other-objects.ts';
import type { Reading, Snapshot, SnapshotResource } from '../../model/snapshot.ts';
import { setFields } from '../compare.ts';
import { kindLookup, kindsByName } from '../kind-lookup.ts';
import { findPartName } from '../observe/parts.ts';
import { isIncluded } from '../observe/service-own.ts';
import { decide } from '../plan/decide.ts';
import type { DecideInput } from '../plan/decision.ts';
import { buildComparingInput } from '../plan/planning.ts';
import { matchAccounts } from './matching.ts';

/** `ledger`: records that a plan of the left side uses. Empty unless the left side is files. */
export function compareWith(left: Snapshot, right: Reading, ledger: Ledger): Comparison {
  const isFiles = left.source === 'files';
  const leftKinds = kindsByName(left.kinds);
  const rightKinds = kindsByName(right.kinds);
  const matching = matchAccounts(left, right);
  const input = { ...buildComparingInput({ live: right.live, ledger }), isAllowed: () => true };
  const { include = [] } = left.scope;
  const resources: ComparedResource[] = [];
  const notCompared = collect();
  let [same, leftOut, isAsked] = [0, 0, true];
  const addUnproven = (kind: Kind, side: 'left' | 'right', cause: Cause, address: Address): void => {
    isAsked &&= cause.because !== NOT_READ;
    notCompared.add(kind.name, side, cause, address);
  };

  for (const declared of left.resources) {
    const kind = rightKinds.get(declared.kind);
    if (kind === undefined) continue;
    const address = matching.onRight(kind, declared.address);
    const reason = matching.ownIdReason(kind, address);
    const live = right.live.resources.get(address);
    if (reason !== undefined) notCompared.add(kind.name, 'right', { because: 'own-id', reason }, address);
    else if (live === undefined) {
      const cause = unproven(right, kind, address, declared.spec);
      if (declared.isOwn && !isIncluded({ ...declared, fields: declared.spec }, kind, include))
        leftOut += cause === undefined ? 1 : 0;
      else if (cause !== undefined) addUnproven(kind, 'right', cause, address);
      else resources.push(compareOneSided('left', kind, address, declared.spec));
    } else {
      const rules = { ...leftKinds.get(kind.name)?.fields, ...kind.fields };
      const { untold, isBlank, ...differs } = comparePair({ declared, live, kind, rules, isFiles }, input);
      for (const side of ['left', 'right'] as const)
        for (const field of untold[side])
          notCompared.add(kind.name, side, surfaceCause(NOT_SHOWN), address, isBlank ? undefined : field);
      if (differs.fields.length > 0) resources.push({ address, kind: kind.name, status: 'different', ...differs });
      else if (!isBlank) same += 1;
    }
  }

  for (const live of right.live.resources.values()) {
    const { address } = live;
    const [kind, leftKind] = [rightKinds.get(live.kind), leftKinds.get(live.kind)];
    if (kind === undefined || leftKind === undefined) continue;
    const there = matching.onLeft(kind, address);
    if (left.live.resources.has(there) || ![address, there].some(right.isMeant)) continue;
    const reason = matching.ownIdReason(kind, address);
    const cause = isFiles ? undefined : unproven(left, leftKind, there, live.fields);
    if (right.isOwn(live) && !isIncluded(live, kind, include)) leftOut += cause === undefined ? 1 : 0;
    else if (reason !== undefined) notCompared.add(kind.name, 'left', { because: 'own-id', reason }, address);
    else if (cause !== undefined) addUnproven(kind, 'left', cause, address);
    else resources.push(compareOneSided('right', kind, address, live.fields));
  }

  const { kindOf } = kindLookup(left.kinds);
  for (const { address, field, ...cause } of left.notDeclared) {
    const kind = kindOf(address);
    if (kind !== undefined) notCompared.add(kind.name, 'left', cause, matching.onRight(kind, address), field);
  }
  for (const [side, kinds] of [
    ['left', isFiles ? [] : left.kinds],
    ['right', right.kinds],
  ] as const)
    for (const { name, reader } of kinds)
      if (isUnsupported(reader)) notCompared.add(name, side, surfaceCause(reader.reason));
  const amount = (status: ComparedResource['status']): number =>
    resources.filter((resource) => resource.status === status).length;
  return {
    format: COMPARISON_FORMAT,
    left: { source: left.source, account: left.account, ...(isFiles ? {} : { takenAt: left.takenAt }) },
    right: { source: 'account', account: right.account, takenAt: right.takenAt },
    complete: left.live.complete && right.live.complete && isAsked,
    summary: {
      same,
      different: amount('different'),
      onlyLeft: amount('only-left'),
      onlyRight: amount('only-right'),
      notCompared: notCompared.amount(),
      leftOut,
    },
    resources: resources.sort(byKindAndAddress),
    notCompared: notCompared.all(),
    ...defined({ otherObjects: joinObjects([left.otherObjects, right.otherObjects]) }),
    findings: { left: left.live.findings, right: right.live.findings },
  };
}

/** Returns undefined if neither side was looked through. */
function joinObjects(sides: readonly (OtherObjects | undefined)[]): OtherObjects | undefined {
  const known = sides.flatMap((side) => side ?? []);
  if (known.length === 0) return undefined;
  const objectTypes = [...new Set(known.flatMap((side) => side.objectTypes))].sort();
  return { objectTypes, complete: known.every(({ complete }) => complete) };
}

const NOT_SHOWN = 'The reads of the account do not show the values.';

function compareOneSided(side: 'left' | 'right', kind: Kind, address: Address, values: Fields): ComparedResource {
  const owned = Object.entries(values).filter(([field]) => Object.hasOwn(kind.fields, field));
  const fields = Object.entries(setFields(kind, Object.fromEntries(owned))).map(
    ([field, value]): FieldChange => (side === 'left' ? { field, after: value } : { field, before: value }),
  );
  return { address, kind: kind.name, status: `only-${side}`, fields };
}

function byKindAndAddress(left: ComparedResource, right: ComparedResource): number {
  return KIND_NAMES.indexOf(left.kind) - KIND_NAMES.indexOf(right.kind) || compareNatural(left.address, right.address);
}

/** Collects one entry for each cause. Without an address, the entry is about the whole kind. */
function collect() {
  const entries = new Map<string, NotCompared & { readonly found: Set<Address>; readonly of: Set<string> }>();
  const whole = new Set<Address>();
  return {
    add(kind: Kind['name'], side: 'left' | 'right', { because, reason }: Cause, address?: Address, field?: string) {
      const key = JSON.stringify([kind, side, because, reason, field !== undefined]);
      const entry = entries.get(key) ?? { kind, side, because, reason, addresses: [], found: new Set(), of: new Set() };
      entries.set(key, entry);
      if (field !== undefined) entry.of.add(field);
      else if (address !== undefined) whole.add(address);
      if (address !== undefined) entry.found.add(address);
    },
    amount: () => whole.size,
    all: (): readonly NotCompared[] =>
      [...entries.values()].map(({ found, of, ...cause }) => ({
        ...cause,
        ...(of.size === 0 ? {} : { fields: [...of].sort() }),
        addresses: [...found].sort(compareNatural),
      })),
  };
}

type Cause = Pick<NotCompared, 'because' | 'reason'>;

const NOT_READ = 'not-read';

/** Returns undefined if the reads prove the absence. `fields` are the values of the other side. */
function unproven({ account, live }: Reading, kind: Kind, address: Address, fields: Fields): Cause | undefined {
  const { reader } = kind;
  if (isUnsupported(reader)) return surfaceCause(reader.reason);
  const failed = live.unseen.has(address) ? live.causes?.get(address) : undefined;
  if (failed !== undefined) return buildCause(failed);
  if (live.lacking?.has(address) === true) return undefined;
  const of = findPartName(kind, address);
  // A list of an object type shows each pair of the type.
  const names = [of, ...(kind.objectTypes?.(address) ?? [])];
  const part = live.parts?.find((one) => one.kind === kind.name && names.includes(one.of));
  if (part?.unread !== undefined) return buildCause(part.unread);
  if (part?.partly !== undefined && setFields(kind, fields)['dataSensitivity'] !== undefined)
    return buildCause(part.partly);
  if (reader.proves === 'existence') return surfaceCause('The surface shows only those that another resource names.');
  if (part !== undefined || live.entire?.has(kind.name) === true) return undefined;
  return { because: NOT_READ, reason: `No read of ${account.name} covers ${of}.` };
}

function surfaceCause(reason: string): Cause {
  return { because: 'surface', reason };
}

function buildCause({ code, message }: Pick<Finding, 'code' | 'message'>): Cause {
  return { because: code, reason: message };
}

interface Pair {
  readonly declared: SnapshotResource;
  readonly live: LiveResource;
  /** Kind on the surface of the account. */
  readonly kind: Kind;
  /** Field rules of both surfaces. */
  readonly rules: Readonly<Record<string, FieldRule>>;
  /** Compares declared fields only. */
  readonly isFiles: boolean;
}

interface ComparedPair extends Pick<ComparedResource, 'fields' | 'reason'> {
  /** Fields with a value on one side that the other side does not show, by that side. */
  readonly untold: Readonly<Record<'left' | 'right', readonly string[]>>;
  /** No field was compared, although one side shows some. */
  readonly isBlank: boolean;
}

/** Compares a declaration with the same resource of an account, by the decision of a plan. Pure. */
function comparePair(pair: Pair, input: DecideInput): ComparedPair {
  const { declared, live, kind, rules, isFiles } = pair;
  const { spec } = declared;
  const free = Object.keys(rules).filter((field) => isFiles || isFree(field, pair));
  const compared = free.filter((field) => spec[field] !== undefined && live.fields[field] !== undefined);
  const saysMore = (from: Fields, to: Fields): readonly string[] =>
    free.filter((field) => to[field] === undefined && says(rules, field, from));
  const untold = { left: isFiles ? [] : saysMore(live.fields, spec), right: saysMore(spec, live.fields) };
  const rest = Object.entries(spec).filter(([field]) => rules[field] === undefined || compared.includes(field));
  const { change } = decide({ address: live.address, kind: kind.name, spec: Object.fromEntries(rest) }, kind, {
    ...input,
    isExact: true,
  });
  return {
    fields: change.fields,
    ...defined({ reason: change.action === 'blocked' ? change.reason : byHandReason(rules, change.fields) }),
    untold,
    isBlank: compared.length === 0 && untold.left.length + untold.right.length > 0,
  };
}

/** Returns the reason why no call removes an entry that only the account has. Returns undefined if a call removes each of them. */
function byHandReason(rules: Pair['rules'], fields: readonly FieldChange[]): string | undefined {
  const [reason] = fields.flatMap(({ field, options = [] }) => {
    const rule = rules[field];
    if (rule?.compare !== 'options' || typeof rule.list.removal === 'string') return [];
    return options.some(({ change }) => change === 'remove') ? [rule.list.removal.reason] : [];
  });
  return reason;
}

/** Between accounts, only the fields of the service's own definitions that a user can change are compared. */
function isFree(field: string, { declared, live, rules }: Pair): boolean {
  if (!declared.isOwn && live.defined !== 'default') return true;
  const isUnlocked = ({ locked, unlocked }: Pick<LiveResource, 'locked' | 'unlocked'>): boolean =>
    locked === undefined || unlocked?.includes(field) === true;
  return rules[field]?.mutable === true && isUnlocked(declared) && isUnlocked(live);
}

function says(fields: Pair['rules'], field: string, { [field]: value }: Fields): boolean {
  return value !== undefined && Object.keys(setFields({ fields }, { [field]: value })).length > 0;
}
