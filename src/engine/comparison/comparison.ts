/** Compares two states: what only one has, what differs field by field, and what cannot be compared. Pure. */

import { defined } from '../../contract/defined.ts';
import type { Surface } from '../../contract/surfaces.ts';
import type { Address } from '../../model/address.ts';
import {
  COMPARISON_FORMAT,
  type ComparedField,
  type ComparedResource,
  type ComparedSide,
  type Comparison,
} from '../../model/comparison.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import type { SnapshotResource } from '../../model/snapshot.ts';
import { setFields } from '../compare.ts';
import { isIncluded, serviceOwn } from '../observe/service-own.ts';
import { comparerOf } from './fields.ts';
import { byKindAndName, type ComparingOptions, type Meant, meantBy } from './filters.ts';
import { isOneAccount, keysOf, ownIdIn } from './keys.ts';
import { missingOn } from './missing.ts';
import { collectNotCompared } from './not-compared.ts';
import { type Operand, type Side, sideOf } from './side.ts';
import { addUnasked, NOT_READ } from './unasked.ts';
import { addUnread, addUntold } from './untold.ts';

export function compareStates(
  leftOperand: Operand,
  rightOperand: Operand,
  kindsOn: (surface: Surface) => readonly Kind[],
  options: ComparingOptions = {},
): Comparison {
  const [left, right] = [leftOperand, rightOperand].map((one) => sideOf(one, kindsOn(one.state.account.surface))) as [
    Side,
    Side,
  ];
  const notCompared = collectNotCompared();
  const isMeant = meantBy(options);
  const held = { left: heldOn(left, right, isMeant), right: heldOn(right, left, isMeant) };
  const absentOn = { left: missingOn(left, right), right: missingOn(right, left) };
  const ownOn = { left: ownRule(left), right: ownRule(right) };
  const areOne = isOneAccount(left, right);
  const comparePair = comparerOf(left, right);
  const resources: ComparedResource[] = [];
  let isAsked = true;
  const counts = { same: 0, different: 0, onlyLeft: 0, onlyRight: 0, leftOut: 0 };

  const keys = [...new Set([...held.left.keys(), ...held.right.keys()])].sort(byKindAndName);
  for (const key of keys) {
    const [one, other] = [held.left.get(key), held.right.get(key)];
    const found = one ?? other;
    const kind = found && (left.kinds.get(found.kind) ?? right.kinds.get(found.kind));
    if (found === undefined || kind === undefined) continue;
    const ownId = areOne ? undefined : ownIdIn(kind, key);
    if (ownId !== undefined) {
      const reason = `${ownId.id} belongs to one account. ${ownId.advice}`;
      const side = other === undefined ? 'right' : one === undefined ? 'left' : 'both';
      notCompared.add({ kind: kind.name, side, because: 'own-id', reason }, found.address);
      continue;
    }
    if (one !== undefined && other !== undefined) {
      const { fields, untold, isBlank } = comparePair({ left: one, right: other });
      addUntold(notCompared, { untold, isBlank }, one, { left, right });
      // That both have it does not say that it is the same.
      if (!isBlank) counts[fields.length === 0 ? 'same' : 'different'] += 1;
      if (fields.length > 0)
        resources.push({
          address: one.address,
          ...(other.address === one.address ? {} : { rightAddress: other.address }),
          ...{ kind: kind.name, status: 'different', ...whoseOf(one, other), fields },
        });
      continue;
    }
    const where = one === undefined ? 'right' : 'left';
    const elsewhere = where === 'left' ? 'right' : 'left';
    if (ownOn[where](found) && !isIncluded(found, kind, options.include ?? [])) {
      counts.leftOut += 1;
      continue;
    }
    const unproven = absentOn[elsewhere](found, key, kind);
    if (unproven !== undefined) {
      isAsked &&= unproven.because !== NOT_READ;
      notCompared.add({ kind: kind.name, side: elsewhere, ...unproven }, found.address);
      continue;
    }
    counts[where === 'left' ? 'onlyLeft' : 'onlyRight'] += 1;
    const set = Object.entries(setFields(kind, ownedFields(kind, found)));
    resources.push({
      ...{ address: found.address, kind: kind.name, status: `only-${where}`, ...defined({ defined: found.defined }) },
      fields: set.map(([field, value]): ComparedField => ({ field, [where]: value })),
    });
  }
  isAsked = addUnasked(notCompared, { left, right }, options) && isAsked;
  const complete = addUnread(notCompared, { left, right }, options, isMeant) && isAsked;
  return {
    format: COMPARISON_FORMAT,
    left: describe(left),
    right: describe(right),
    complete,
    summary: { ...counts, notCompared: notCompared.amount() },
    resources,
    notCompared: notCompared.all(),
    findings: { left: findingsOf(leftOperand), right: findingsOf(rightOperand) },
  };
}

/** Those of the filters, by the key that both sides share. */
function heldOn(side: Side, other: Side, isMeant: Meant): ReadonlyMap<Address, SnapshotResource> {
  const keys = keysOf(side, other);
  return new Map(
    side.resources.flatMap((resource) => {
      const kind = side.kinds.get(resource.kind);
      if (kind === undefined || !isMeant(kind, resource.address)) return [];
      return [[keys.keyOf(kind, resource.address), resource] as const];
    }),
  );
}

/** Files declare what somebody made, and what they declare of the service's own is meant. */
function ownRule(side: Side): (resource: SnapshotResource) => boolean {
  if (!side.isRead) return () => false;
  const ownOf = serviceOwn({ kinds: [...side.kinds.values()], live: side.resources });
  return (resource) => ownOf(resource) !== undefined;
}

/** The service's own for one side is its own. */
function whoseOf(one: SnapshotResource, other: SnapshotResource): Pick<ComparedResource, 'defined'> {
  const both = [one.defined, other.defined];
  return defined({ defined: both.includes('default') ? 'default' : (one.defined ?? other.defined) });
}

/** The rules beside the fields, such as optionsMode, are no fields. */
function ownedFields(kind: Kind, { fields }: SnapshotResource): SnapshotResource['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => Object.hasOwn(kind.fields, field)));
}

function findingsOf({ state }: Operand): readonly Finding[] {
  return 'takenAt' in state ? state.findings : [];
}

function describe({ source, name, account, takenAt }: Side): ComparedSide {
  return { source, name, account, ...defined({ takenAt }) };
}
