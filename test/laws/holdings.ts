/** Reads the content of the account by address from the service's store, without the client. */

import { canonicalCategory } from '../../src/contract/association-limits.ts';
import { type Address, formatAddress } from '../../src/model/address.ts';
import type { Fields, Json } from '../../src/model/json.ts';
import type { AccountSnapshot, StoredProperty } from '../../src/service/index.ts';

export function holdings(snapshot: AccountSnapshot): ReadonlyMap<Address, Fields> {
  return new Map<Address, Fields>([
    ...Object.entries(snapshot.groups).flatMap(([type, groups]) =>
      groups.map(({ name, displayName, displayOrder }): [Address, Fields] => [
        formatAddress('property-group', type, name),
        { displayName, displayOrder },
      ]),
    ),
    ...Object.entries(snapshot.properties).flatMap(([type, properties]) =>
      properties.map((one): [Address, Fields] => [formatAddress('property', type, one.name), fieldsOf(one)]),
    ),
    ...Object.entries(snapshot.pipelines).flatMap(([type, pipelines]) =>
      pipelines.map(({ id, label, stages }): [Address, Fields] => [
        formatAddress('pipeline', type, id),
        {
          label,
          stages: stages
            .toSorted((a, b) => a.displayOrder - b.displayOrder)
            .map(({ id: value, label: text, metadata }) => ({ value, label: text, ...metadata })),
        },
      ]),
    ),
    ...snapshot.subscriptions.map(
      ({ appId, eventType, objectTypeId, propertyName, active, eventTypeName }): [Address, Fields] => [
        formatAddress(
          'webhook-subscription',
          ...[String(appId), eventType, objectTypeId ?? [], propertyName ?? []].flat(),
        ),
        { active, eventTypeName: eventTypeName ?? '' },
      ],
    ),
    ...Object.entries(snapshot.eventProperties).flatMap(([event, properties]) =>
      properties.map(({ name, label, type, description, options }): [Address, Fields] => [
        formatAddress('event-definition-property', event, name),
        { label, type, description, options: options.map(optionOf) },
      ]),
    ),
    ...labelsIn(snapshot),
    ...snapshot.limits.map(({ from, to, category, typeId, maxToObjectIds }): [Address, Fields] => [
      formatAddress(
        'association-limit',
        from,
        to,
        canonicalCategory(category),
        typeName(snapshot, { from, to, typeId }),
      ),
      { maxToObjectIds },
    ]),
  ]);
}

/** A label can be declared in both of its directions. */
function labelsIn({ associationLabels }: AccountSnapshot): readonly [Address, Fields][] {
  const labels = associationLabels.filter(({ label }) => label !== null);
  return labels.map((row) => {
    const { from, to, name, label, typeId } = row;
    const inverse = labels.find((one) => one.name === name && one.typeId !== typeId) ?? row;
    const texts = [label, inverse.label];
    const [first = null, second = null] = from === to ? texts.toSorted() : texts;
    return [formatAddress('association-label', from, to, name), { label: first, inverseLabel: second }];
  });
}

/** The text of a label, or else the id of the type. */
function typeName(
  { associationLabels }: AccountSnapshot,
  { from, to, typeId }: Pick<AccountSnapshot['limits'][number], 'from' | 'to' | 'typeId'>,
): string {
  const own = associationLabels.find((row) => row.from === from && row.to === to && row.typeId === typeId);
  return own?.label ?? String(typeId);
}

/**
 * Lists the differences between promised and current fields. Ignores members that the promise omits. An order below 0
 * accepts any position.
 */
export function broken(promised: Fields, held: Fields | undefined): readonly string[] {
  if (held === undefined) return ['is not there'];
  return Object.entries(promised).flatMap(([field, value]) =>
    keeps(value, held[field])
      ? []
      : [`${field}: promised ${JSON.stringify(value)}, held ${JSON.stringify(held[field])}`],
  );
}

function keeps(promised: Json, held: Json | undefined): boolean {
  if (typeof promised === 'number' && promised < 0) return true;
  if (typeof promised !== 'object' || promised === null) return promised === held;
  if (Array.isArray(promised)) {
    return (
      Array.isArray(held) &&
      promised.length === held.length &&
      promised.every((one, index) => keeps(one, (held as readonly Json[])[index]))
    );
  }
  return (
    typeof held === 'object' &&
    held !== null &&
    Object.entries(promised).every(([name, value]) => keeps(value, (held as Fields)[name]))
  );
}

/** Every field of a definition that a file can declare, and some that none can. */
function fieldsOf(one: StoredProperty): Fields {
  const { label, description, groupName, type, fieldType, displayOrder, formField, hidden, readOnlyValue } = one;
  return {
    ...{ label, description, groupName, type, fieldType, displayOrder, formField },
    ...{ hidden, readOnlyValue },
    options: one.options.map(optionOf),
  };
}

function optionOf(option: StoredProperty['options'][number]): Fields {
  const { value, label, description, displayOrder, hidden } = option;
  return { value, label, description, displayOrder, hidden };
}

/** Omits the positions of groups, which depend on the order of creation if no file declares them. */
export function comparable(snapshot: Parameters<typeof holdings>[0]) {
  return Object.fromEntries(
    [...holdings(snapshot)].map(([address, { displayOrder, ...fields }]) => [
      address,
      address.startsWith('property-group:') ? fields : { displayOrder, ...fields },
    ]),
  );
}
