/** Properties of custom event definitions (interface 2.9, 4.4, 11.6). */

import { parseAddress } from '../../model/address.ts';
import type { KindFrame, KindOn, KindSides } from '../../model/kind.ts';
import { declaredOptions } from '../options.ts';
import { dated } from './dated/index.ts';
import { documented } from './documented/index.ts';
import { addressOfEventProperty, buildSpec, type EventDefinitionPropertySpec, levels } from './spec.ts';
import { eventDefinitionPropertyWords } from './words.ts';

const frame: KindFrame<EventDefinitionPropertySpec> = {
  name: 'event-definition-property',
  words: eventDefinitionPropertyWords,
  levels,
  mayRefer: false,
  traits: { description: true, type: true, name: 'always' },
  spec: buildSpec,
  address: addressOfEventProperty,
  holder: ({ eventName }) => String(eventName),
  capture({ address, fields: { options, ...fields } }) {
    const [eventName = '', name = ''] = parseAddress(address)?.parts ?? [];
    return { eventName, name, ...fields, options: declaredOptions(options) };
  },
};

const SIDES: KindSides<EventDefinitionPropertySpec> = { documented: () => documented, dated: () => dated };

export const eventDefinitionProperty: KindOn<EventDefinitionPropertySpec> = (surface, names) => ({
  ...frame,
  ...SIDES[surface](names),
});
