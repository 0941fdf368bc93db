/** An address in a JSON document, as a schema. */

import { z } from 'zod';
import { type Address, isAddress, KIND_NAMES } from '../../model/address.ts';

export const AddressString = z
  .custom<Address>((value) => typeof value === 'string' && isAddress(value), 'not an address')
  .meta({
    id: 'Address',
    type: 'string',
    description: 'Kind and identity, such as property:contacts/loyaltytier.',
    pattern: `^(${KIND_NAMES.join('|')}):.+$`,
  });
