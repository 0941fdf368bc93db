/** Calls that write notes: all of them are updates of the property. */

import { ENDPOINTS } from '../../contract/endpoints.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import type { KindWriter } from '../../model/kind.ts';
import { Noted } from './read.ts';
import type { PropertyNoteSpec } from './spec.ts';

export const UPDATE_BODIES = [ENDPOINTS.patchProperty.body];

export const writer: KindWriter<PropertyNoteSpec> = {
  remove: { risk: 'limit-purge' },
  write: (changes) => ({
    calls: changes.map(({ address, action, after }) => ({
      endpoint: 'patchProperty',
      params: paramsOf(address),
      body: { description: after['description'] ?? '' },
      covers: [address],
      writes: ['description'],
      expects: { [address]: action === 'remove' ? null : after },
      route: 'The update of a property sets its description.',
      after: [],
    })),
    blocked: [],
  }),
  names: (_call, covers, reply) =>
    covers.map((address) => ({
      member: 'name',
      sent: paramsOf(address).property_name,
      shown: Noted.parse(reply).name,
    })),
  settle: (_call, covers, reply) =>
    covers.map((address) => ({
      address,
      status: 'applied',
      echo: { description: Noted.parse(reply).description ?? '' },
    })),
};

function paramsOf(address: Address): { readonly object_type: string; readonly property_name: string } {
  const [object_type = '', property_name = ''] = parseAddress(address)?.parts ?? [];
  return { object_type, property_name };
}
