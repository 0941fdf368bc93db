/** The spec of an object schema: its place in the YAML, and its identity (interface 11.4). */

import { z } from 'zod';
import { createParser } from '../../contract/parse-with.ts';
import { type Address, formatAddress, parseAddress } from '../../model/address.ts';
import type { FieldHint } from '../../model/field-rule.ts';
import { type Fields, mapping } from '../../model/json.ts';
import type { Level } from '../../model/kind.ts';
import { HeldName, ObjectType, objectLevel } from '../object-levels.ts';

/** The generator of the configuration reference reads this value. */
const surface = 'dated';

const properties = (description: string, example: readonly string[]) =>
  z
    .array(HeldName.meta({ description: 'Internal name of a property.', examples: example.slice(0, 1), surface }))
    .exactOptional()
    .register(z.globalRegistry, { description, examples: [example], surface });

const owned = {
  labels: z
    .strictObject({
      singular: z
        .string()
        .register(z.globalRegistry, { description: 'Name of one record.', examples: ['Boat'], surface }),
      plural: z.string().register(z.globalRegistry, {
        description: 'Name of several records.',
        examples: ['Boats'],
        surface,
      }),
    })
    .register(z.globalRegistry, { description: 'Names of the records, as users see them.', surface }),
  description: z
    .string()
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'What the object is for.',
      examples: ['Boats of our customers'],
      surface,
    }),
  primaryDisplayProperty: HeldName.exactOptional().register(z.globalRegistry, {
    description: 'Property that names a record.',
    examples: ['boat_name'],
    surface,
  }),
  secondaryDisplayProperties: properties('Properties shown below the name, in this order, at most two.', ['berth']),
  requiredProperties: properties('Properties that a new record must have.', ['boat_name']),
  searchableProperties: properties('Properties that the search of records reads.', ['boat_name', 'berth']),
};

const Schema = z.strictObject(owned);

export const levels: readonly Level[] = [
  {
    ...objectLevel,
    fields: {
      schema: Schema.exactOptional().register(z.globalRegistry, {
        description: 'The custom object itself, under its name, not its type id. Without it, the object must exist.',
        surface,
      }),
    },
  },
];

/** Comparison of the fields, on each surface. */
export const FIELD_HINTS: Readonly<Record<string, FieldHint>> = {
  labels: { compare: 'exact' },
  description: { compare: 'text' },
  primaryDisplayProperty: { compare: 'exact' },
  secondaryDisplayProperties: { compare: 'exact' },
  requiredProperties: { compare: 'exact' },
  searchableProperties: { compare: 'exact' },
};

const Declared = z.object({ objectType: ObjectType, ...owned });
const declaredOf = createParser(Declared);
export type ObjectSchemaSpec = Readonly<z.infer<typeof Declared>>;

/** Returns undefined if the object is only referred to. Lists without an order have that of the alphabet. */
export function buildSpec(captured: Fields): ObjectSchemaSpec | undefined {
  const { schema, ...others } = captured;
  const own = mapping(schema) ?? others;
  if (own['labels'] === undefined) return undefined;
  const declared = declaredOf({ ...own, objectType: captured['objectType'] ?? null });
  const { requiredProperties: required, searchableProperties: searchable } = declared;
  return {
    ...declared,
    ...(required === undefined ? {} : { requiredProperties: asSet(required) }),
    ...(searchable === undefined ? {} : { searchableProperties: asSet(searchable) }),
  };
}

export function asSet(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

export function addressOfSchema({ objectType }: Pick<ObjectSchemaSpec, 'objectType'>): Address {
  return formatAddress('object-schema', objectType);
}

export function parseName(address: Address): string {
  return parseAddress(address)?.parts[0] ?? '';
}

/** Returns the properties that the schema shows, without those that every object has. */
export function listProperties(objectType: string, fields: Fields): readonly Address[] {
  const named = [
    fields['primaryDisplayProperty'],
    ...LISTS.flatMap((list) => fields[list] as readonly string[] | undefined),
  ];
  const names = new Set(named.filter((name) => typeof name === 'string' && !name.startsWith('hs_')));
  return [...names].map((name) => formatAddress('property', objectType, String(name)));
}

const LISTS = ['secondaryDisplayProperties', 'requiredProperties', 'searchableProperties'] as const;

/** Members that the service gives a new object. */
export const NEW_OBJECT: Fields = {
  description: '',
  primaryDisplayProperty: 'hs_object_id',
  secondaryDisplayProperties: [],
  requiredProperties: [],
  searchableProperties: ['hs_object_id'],
};
