/** Random projects: all five kinds, from pools of names so small that two of them meet. */

import fc from 'fast-check';
import type { Option } from '../../src/model/option.ts';
import { RISK_NAMES, type RiskName } from '../../src/model/risk.ts';
import type { EventPropertyDecl, GroupDecl, LimitDecl, PropertyDecl, Schema, SubscriptionDecl } from './schema.ts';
import { description, label } from './texts.ts';

/** Groups that the account is born with; the one of the custom object has to be made. */
const OWN_GROUP: Readonly<Record<string, string | undefined>> = {
  contacts: 'contactinformation',
  companies: 'companyinformation',
  deals: 'dealinformation',
};
export const OBJECT_TYPES = ['contacts', 'companies', 'deals', '2-3451'] as const;
export const GROUP_NAMES = ['loyalty', 'constructor'] as const;
/**
 * Names of properties. `phone` and `firstname` belong to the service; only `phone` is editable. Underscores exclude the
 * v1 endpoint.
 */
export const PROPERTY_NAMES = ['tier', 'points', 'constructor', 'with_underscore', 'phone', 'firstname'] as const;
export const OPTION_VALUES = ['gold', 'silver', 'bronze', '__proto__', 'ключ', 'a b', '0'] as const;

type Form = readonly [type: string, fieldType: string];
const FORMS: readonly Form[] = [
  ['string', 'text'],
  ['string', 'textarea'],
  ['number', 'number'],
  ['bool', 'radio'],
  ['datetime', 'date'],
  // Types whose options other users extend. Most losses can happen here.
  ...(['select', 'radio', 'checkbox', 'select', 'radio', 'checkbox'] as const).map(
    (field): Form => ['enumeration', field],
  ),
];
/** Only v1 has these: a v1 create for contacts, two calls for companies. */
const V1_FORMS: readonly Form[] = [
  ['date', 'date'],
  ['enumeration', 'booleancheckbox'],
];

const order = fc.integer({ min: -1, max: 6 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

/** The value in each label keeps labels apart, as the service asks. */
const options: fc.Arbitrary<readonly Option[]> = fc
  .uniqueArray(fc.constantFrom(...OPTION_VALUES), { minLength: 1, maxLength: 5 })
  .chain((values) =>
    fc.tuple(
      ...values.map((value) =>
        fc
          .record({
            label: label.map((text) => `${text.slice(0, 60)} (${value})`),
            description: maybe(description),
            displayOrder: maybe(order),
            hidden: maybe(fc.boolean()),
          })
          .map((rest) => compact<Option>({ value, ...rest })),
      ),
    ),
  );

const BOOL_OPTIONS: readonly Option[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

const group: fc.Arbitrary<GroupDecl> = fc
  .record({
    objectType: fc.constantFrom(...OBJECT_TYPES),
    name: fc.constantFrom(...GROUP_NAMES),
    displayName: label,
    displayOrder: maybe(order),
  })
  .map((found) => compact<GroupDecl>(found));

function formOf(objectType: string, name: string): fc.Arbitrary<Form> {
  const v1 = objectType === 'contacts' || (objectType === 'companies' && !name.includes('_'));
  return fc.constantFrom(...FORMS, ...(v1 ? V1_FORMS : []));
}

const property: fc.Arbitrary<PropertyDecl> = fc
  .tuple(fc.constantFrom(...OBJECT_TYPES), fc.constantFrom(...PROPERTY_NAMES))
  .chain(([objectType, name]) =>
    fc
      .record({
        groupName: fc.constantFrom(...[...GROUP_NAMES, OWN_GROUP[objectType] ?? GROUP_NAMES[0]]),
        label,
        description: maybe(description),
        displayOrder: maybe(order),
        formField: maybe(fc.boolean()),
        form: formOf(objectType, name),
        options: fc.option(options, { freq: 5, nil: undefined }),
        optionsMode: fc.option(fc.constantFrom('merge' as const, 'exact' as const), { freq: 2, nil: undefined }),
        retire: fc.uniqueArray(
          fc.record({ value: fc.constantFrom(...OPTION_VALUES, 'foreign'), stage: fc.constantFrom('hide', 'remove') }),
          { selector: ({ value }) => value, maxLength: 2 },
        ),
      })
      .map(({ form: [type, fieldType], options: listed, optionsMode, retire, ...rest }) => {
        const base = compact<PropertyDecl>({ objectType, name, type, fieldType, ...rest });
        if (type === 'bool') return { ...base, options: BOOL_OPTIONS };
        if (type !== 'enumeration') return base;
        const declared = new Set((listed ?? []).map(({ value }) => value));
        const gone = retire.filter(({ value }) => !declared.has(value));
        return compact<PropertyDecl>({
          ...base,
          options: listed,
          optionsMode,
          retire: gone.length === 0 ? undefined : gone,
        });
      }),
  );

const subscription: fc.Arbitrary<SubscriptionDecl> = fc
  .record({
    what: fc.constantFrom<Omit<SubscriptionDecl, 'active'>>(
      { eventType: 'contact.creation' },
      { eventType: 'company.deletion' },
      { eventType: 'contact.propertyChange', propertyName: 'tier' },
      { eventType: 'deal.propertyChange', propertyName: 'with_underscore' },
      { eventType: 'object.creation', objectTypeId: '2-3451' },
      { eventType: 'object.propertyChange', objectTypeId: '2-3451', propertyName: 'points' },
    ),
    active: fc.boolean(),
  })
  .map(({ what, active }) => ({ ...what, active }));

const eventProperty: fc.Arbitrary<EventPropertyDecl> = fc
  .record({
    name: fc.constantFrom('total', 'channel', 'constructor', 'a_b'),
    label: label.map((text) => text.slice(0, 20).toWellFormed().trim() || 'x'),
    type: fc.constantFrom('string', 'number', 'enumeration', 'datetime'),
    description: maybe(description),
    options,
  })
  .map(({ options: listed, ...rest }) =>
    compact<EventPropertyDecl>({
      eventName: 'order_placed',
      ...rest,
      options: rest.type === 'enumeration' ? listed : undefined,
    }),
  );

const limit: fc.Arbitrary<LimitDecl> = fc
  .record({
    of: fc.constantFrom<Omit<LimitDecl, 'maxToObjectIds'>>(
      { from: 'contacts', to: 'companies', category: 'SERVICE_DEFINED', typeId: 279 },
      { from: 'contacts', to: 'companies', category: 'HUBSPOT_DEFINED', typeId: 279 },
      { from: 'contacts', to: 'companies', category: 'WORK', typeId: 31 },
      { from: 'contacts', to: 'companies', category: 'WORK', typeId: 33 },
      { from: 'deals', to: 'contacts', category: 'SERVICE_DEFINED', typeId: 3 },
      { from: 'deals', to: 'contacts', category: 'WORK', typeId: 31 },
      { from: '2-3451', to: 'contacts', category: 'WORK', typeId: 7 },
    ),
    maxToObjectIds: fc.integer({ min: 1, max: 10_000 }),
  })
  .map(({ of, maxToObjectIds }) => ({ ...of, maxToObjectIds }));

const some = <T>(arbitrary: fc.Arbitrary<T>, selector: (one: T) => string, maxLength: number) =>
  fc.uniqueArray(arbitrary, { selector, maxLength });

/**
 * Valid projects. Every group is declared or part of the account, and label limits stay below the object-level limit.
 */
const schema: fc.Arbitrary<Schema> = fc
  .record({
    groups: some(group, groupKey, 4),
    properties: some(property, propertyKey, 7),
    subscriptions: some(subscription, subscriptionKey, 3),
    eventProperties: some(eventProperty, ({ name }) => name, 3),
    limits: some(limit, limitKey, 4),
  })
  .map(sound);

/** Two projects of which the second is the first with some things changed, dropped or added. */
export const schemas: fc.Arbitrary<{ readonly first: Schema; readonly second: Schema }> = fc
  .record({ first: schema, other: schema, picks: fc.array(fc.nat(9), { minLength: 25, maxLength: 25 }) })
  .map(({ first, other, picks }) => {
    let next = 0;
    const mix = <T>(a: readonly T[], b: readonly T[], keyOf: (one: T) => string, later: Later<T>): readonly T[] => {
      const keys = [...new Set([...a, ...b].map(keyOf))];
      return keys.flatMap((key) => {
        const [ours, theirs] = [a.find((one) => keyOf(one) === key), b.find((one) => keyOf(one) === key)];
        const pick = picks[next++ % picks.length] ?? 0;
        if (pick === 0) return theirs ?? [];
        if (pick === 1) return theirs ?? ours ?? [];
        return ours === undefined ? [] : later(ours, pick);
      });
    };
    const second = sound({
      groups: mix(first.groups, other.groups, groupKey, same),
      properties: mix(first.properties, other.properties, propertyKey, grown),
      subscriptions: mix(first.subscriptions, other.subscriptions, subscriptionKey, same),
      eventProperties: mix(first.eventProperties, other.eventProperties, ({ name }) => name, same),
      limits: mix(first.limits, other.limits, limitKey, (one, pick) => ({
        ...one,
        maxToObjectIds: pick > 5 ? pick * 3 : one.maxToObjectIds,
      })),
    });
    return { first, second };
  });

type Later<T> = (one: T, pick: number) => T;

function same<T>(one: T): T {
  return one;
}

/** A property as the next version of a file has it: texts reworded, options added, dropped, moved or renamed. */
function grown(one: PropertyDecl, pick: number): PropertyDecl {
  const { options: [first, ...rest] = [], retire = [] } = one;
  if (one.type !== 'enumeration' || first === undefined || pick < 5) {
    return pick === 4 ? { ...one, label: 'Reworded', description: 'Reworded.' } : one;
  }
  switch (pick) {
    case 5:
      return { ...one, options: [...rest, first] };
    case 6:
      return { ...one, options: rest.length === 0 ? [first] : rest };
    case 7:
      return { ...one, options: [{ ...first, label: `Reworded (${first.value})` }, ...rest] };
    case 8:
      return rest.length === 0
        ? one
        : { ...one, options: rest, retire: [...retire, { value: first.value, stage: 'hide' }] };
    default:
      return { ...one, options: [first, { value: 'late', label: 'Late' }, ...rest] };
  }
}

export const consents: fc.Arbitrary<readonly RiskName[]> = fc.oneof(
  fc.constant<readonly RiskName[]>(RISK_NAMES),
  // A purge that is not consented to leaves an object-level limit that the service then holds against the others.
  fc
    .subarray<RiskName>(['option-removal', 'type-change'])
    .map((some): readonly RiskName[] => [...some, 'limit-purge', 'max-changes']),
);

function sound(found: Schema): Schema {
  const groups = new Map(found.groups.map((one) => [groupKey(one), one]));
  for (const { objectType, groupName } of found.properties) {
    if (groupName === OWN_GROUP[objectType] || groups.has(`${objectType}/${groupName}`)) continue;
    groups.set(`${objectType}/${groupName}`, { objectType, name: groupName, displayName: 'Added for a property' });
  }
  const limits = found.limits.map((one) => {
    const object = found.limits.find((other) => other.from === one.from && [279, 3].includes(other.typeId));
    return { ...one, maxToObjectIds: Math.min(one.maxToObjectIds, object?.maxToObjectIds ?? one.maxToObjectIds) };
  });
  return { ...found, groups: [...groups.values()], limits };
}

function groupKey({ objectType, name }: GroupDecl): string {
  return `${objectType}/${name}`;
}

function propertyKey({ objectType, name }: PropertyDecl): string {
  return `${objectType}/${name}`;
}

function subscriptionKey({ eventType, objectTypeId, propertyName }: SubscriptionDecl): string {
  return `${eventType}/${objectTypeId}/${propertyName}`;
}

/** Key of a limit. The two spellings of the service's category give the same key. */
function limitKey({ from, to, category, typeId }: LimitDecl): string {
  return `${from}/${to}/${category === 'HUBSPOT_DEFINED' ? 'SERVICE_DEFINED' : category}/${typeId}`;
}

/** Removes undefined members, because a writer of files distinguishes absent from undefined. */
function compact<T>(found: { readonly [K in keyof T]?: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as T;
}
