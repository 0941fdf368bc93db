/** Custom objects themselves: their labels and display properties (interface 11.4). */

import type { Fields, Json } from '../../model/json.ts';
import { equalJson, isList } from '../../model/json.ts';
import type { KindFrame, KindOn, KindSides } from '../../model/kind.ts';
import { lackingSide } from '../lacking-side.ts';
import { checkAll } from './check.ts';
import { dated } from './dated/index.ts';
import {
  addressOfSchema,
  buildSpec,
  FIELD_HINTS,
  levels,
  listProperties,
  NEW_OBJECT,
  type ObjectSchemaSpec,
  parseName,
} from './spec.ts';
import { objectSchemaWords } from './words.ts';

const frame: KindFrame<ObjectSchemaSpec> = {
  name: 'object-schema',
  words: objectSchemaWords,
  levels,
  mayRefer: true,
  traits: { description: false, type: false, name: 'none' },
  spec: buildSpec,
  address: addressOfSchema,
  objectTypes: (address) => [parseName(address)],
  makesObject: parseName,
  mentions: (spec) => listProperties(spec.objectType, spec),
  needed: (spec) => listProperties(spec.objectType, spec),
  // The members of a schema must name properties that exist.
  needs: { kinds: ['property'], firm: true, of: ({ address, fields }) => listProperties(parseName(address), fields) },
  checkAll,
  capture: ({ address, fields }) =>
    fields['labels'] === undefined ? UNREAD : { objectType: parseName(address), schema: declaredFields(fields) },
};

const SIDES: KindSides<ObjectSchemaSpec> = {
  documented: () => lackingSide(FIELD_HINTS, objectSchemaWords, '11.4'),
  dated,
};

export const objectSchema: KindOn<ObjectSchemaSpec> = (surface, names) => ({ ...frame, ...SIDES[surface](names) });

const UNREAD = { because: 'missing-key', reason: 'The account does not show its labels.' };

/** Leaves out unset fields, and what every new object has. */
function declaredFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !isUnset(value) && !equalJson(value, NEW_OBJECT[name] ?? null)),
  );
}

function isUnset(value: Json): boolean {
  return value === null || value === '' || (isList(value) && value.length === 0);
}
