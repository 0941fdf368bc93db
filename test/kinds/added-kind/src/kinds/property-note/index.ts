/** Notes on properties: a kind that exists in a test only. */

import { parseAddress } from '../../model/address.ts';
import type { Kind, KindOn } from '../../model/kind.ts';
import { buildDeclaration } from '../declaration.ts';
import { fieldRules } from '../field-rules.ts';
import { reader } from './read.ts';
import { addressOfNote, checkAll, levels, notedProperty, type PropertyNoteSpec, specOf } from './spec.ts';
import { propertyNoteWords } from './words.ts';
import { UPDATE_BODIES, writer } from './write.ts';

export const propertyNote: KindOn<PropertyNoteSpec> = () => ({
  ...kind,
  declared({ address, fields }) {
    const [objectType = '', name = ''] = parseAddress(address)?.parts ?? [];
    return buildDeclaration(kind, address, { objectType, name, ...fields });
  },
});

const kind: Omit<Kind<PropertyNoteSpec>, 'declared'> = {
  name: 'property-note',
  words: propertyNoteWords,
  section: '4.3',
  levels,
  mayRefer: false,
  fields: fieldRules({ description: { compare: 'text' } }, { bodies: UPDATE_BODIES, identity: [] }),
  traits: { description: true, type: false, name: 'on-request' },
  spec: specOf,
  address: addressOfNote,
  objectTypes: (address) => parseAddress(address)?.parts.slice(0, 1) ?? [],
  dependsOn: (spec) => [notedProperty(spec)],
  mentions: (spec) => [notedProperty(spec)],
  check: () => [],
  checkGiven: () => [],
  checkAll,
  reader,
  writer,
};
