/** Whether what is there is, or may be, that of a record: a label can stand for another type, and a subscription can be made anew. */

import { defined } from '../../contract/defined.ts';
import { canonicalObjectType, isStandardObjectType } from '../../contract/object-types.ts';
import type { AssociationType } from '../../model/account-names.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import { isOfEvent } from '../../model/event-name.ts';
import { equalJson } from '../../model/json.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { LiveResource } from '../../model/live.ts';
import { isNameOfObject } from '../observe/object-names.ts';
import { typeIdIn } from '../observe/renamed.ts';
import { impossible } from '../rules/rename.ts';
import { nameIn } from './alike.ts';

type Records = Readonly<Record<Address, LedgerRecord>>;

/** Which of the others may be the same; undefined where none may, or the account was asked what its names stand for. */
export function maybeSameAs(
  address: Address,
  kind: Kind,
  others: ReadonlySet<Address>,
  records: Records,
): Address | undefined {
  return isOfEvent(kind) ? maybeInSameEvent(address, kind, others) : maybeOfSameType(address, kind, others, records);
}

/** Nothing looks up the names of an event. */
function maybeInSameEvent(address: Address, kind: Kind, others: ReadonlySet<Address>): Address | undefined {
  const name = nameIn(address);
  return [...others].find(
    (other) =>
      other !== address &&
      other.startsWith(`${kind.name}:`) &&
      nameIn(other) === name &&
      impossible(address, other, kind) === undefined,
  );
}

function maybeOfSameType(
  address: Address,
  kind: Kind,
  others: ReadonlySet<Address>,
  records: Records,
): Address | undefined {
  const type = kind.associationType?.(address);
  if (type === undefined || !isUnsupported(kind.reader)) return undefined;
  return [...others].find((other) => {
    if (other === address || !other.startsWith(`${kind.name}:`)) return false;
    const one = kind.associationType?.(other);
    return one !== undefined && mayBeSame(withId(type, records[address]), withId(one, records[other]));
  });
}

/** Which of the others may be the same by another name of its custom object; undefined where none may, or the name was looked up. */
export function maybeCalled(address: Address, kind: Kind, others: ReadonlySet<Address>): Address | undefined {
  const types = kind.objectTypes?.(address) ?? [];
  const within = parseAddress(address)?.parts.slice(types.length) ?? [];
  return [...others].find((other) => {
    if (other === address || !other.startsWith(`${kind.name}:`)) return false;
    const isWithin = equalJson(parseAddress(other)?.parts.slice(types.length) ?? [], within);
    const [one, two] = [types[0], kind.objectTypes?.(other)[0]];
    return isWithin && one !== undefined && two !== undefined && mayBeObject(one, two);
  });
}

/** Why the resource that is there is not the one of the record, as the ids of the service tell. A sentence. */
export function anotherThan(record: LedgerRecord, kind: Kind, found: LiveResource | undefined): string | undefined {
  return kind.associationType === undefined ? madeAnew(record, found) : anotherType(record, kind, found);
}

/** Somebody deleted the one of the record, and somebody made the same again. */
function madeAnew({ id: before }: LedgerRecord, found: LiveResource | undefined): string | undefined {
  const now = found?.id;
  if (before === undefined || now === undefined || before === now) return undefined;
  return `It was deleted and made anew by somebody else: it has the id ${now} now, and the record is of the id ${before}.`;
}

/** Its label is that of another association type now. */
function anotherType(record: LedgerRecord, kind: Kind, found: LiveResource | undefined): string | undefined {
  const label = kind.associationType?.(record.address).label;
  const [before, now] = [typeIdIn(record.id), typeIdIn(found?.id)];
  if (label === undefined || before === undefined || now === undefined || before === now) return undefined;
  return `The label ${JSON.stringify(label)} is that of the association type ${now} now. The record is of the type ${before}.`;
}

/** A label may be that of any type of its pair and category, and the name of a custom object may stand for any type id. */
function mayBeSame(one: AssociationType, other: AssociationType): boolean {
  const isIdOpen = one.typeId === undefined || other.typeId === undefined;
  return (
    mayBeObject(one.from, other.from) &&
    mayBeObject(one.to, other.to) &&
    one.category === other.category &&
    (isIdOpen || one.typeId === other.typeId)
  );
}

/** A label is that of the type for which the service took the limit: a later text of the label is of the same type. */
function withId(type: AssociationType, record: LedgerRecord | undefined): AssociationType {
  return type.label === undefined ? type : { ...type, ...defined({ typeId: typeIdIn(record?.id) }) };
}

function mayBeObject(one: string, other: string): boolean {
  if (one === other) return true;
  const areCustom = [one, other].every((type) => !isStandardObjectType(canonicalObjectType(type)));
  return areCustom && (isNameOfObject(one) || isNameOfObject(other));
}
