/** Notes on properties: a kind that exists in a test only. */

import { parseAddress } from '../../model/address.ts';
import type { Kind, KindOn } from '../../model/kind.ts';
import { fieldRules } from '../field-rules.ts';
import { parseIdentity } from '../object-levels.ts';
import { reader } from './read.ts';
import { addressOfNote, checkAll, levels, notedProperty, type PropertyNoteSpec, specOf } from './spec.ts';
import { propertyNoteWords } from './words.ts';
import { UPDATE_BODIES, writer } from './write.ts';

export const propertyNote: KindOn<PropertyNoteSpec> = () => kind;

const kind: Kind<PropertyNoteSpec> = {
  name: 'property-note',
  words: propertyNoteWords,
  section: '4.3',
  levels,
  mayRefer: false,
  fields: fieldRules({ description: { compare: 'text' } }, { bodies: UPDATE_BODIES, identity: [] }),
  traits: { description: true, type: false, name: 'on-request' },
  spec: specOf,
  address: addressOfNote,
  capture: ({ address, fields }) => ({ ...parseIdentity(address), ...fields }),
  objectTypes: (address) => parseAddress(address)?.parts.slice(0, 1) ?? [],
  dependsOn: (spec) => [notedProperty(spec)],
  mentions: (spec) => [notedProperty(spec)],
  check: () => [],
  checkGiven: () => [],
  checkAll,
  reader,
  writer,
};
