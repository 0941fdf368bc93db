/** An event-definition property in replies and requests of each surface (interface 2.9, 11.6). */

import type { EventProperty } from '../../contract/event-definitions.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import { convertOptions, requestOptions } from '../options.ts';

/** Returns the owned fields. Unset strings and lists are empty values, as the service stores them. */
export function selectFields({ label, type, fieldType, description, options }: EventProperty): Fields {
  return {
    label,
    type,
    ...(fieldType == null ? {} : { fieldType }),
    description: description ?? '',
    options: convertOptions(options),
  };
}

export function parseIdentity(address: Address): { readonly eventName: string; readonly name: string } {
  const [eventName = '', name = ''] = parseAddress(address)?.parts ?? [];
  return { eventName, name };
}

/** Adds displayOrder and hidden to every option, because a body needs them (assumption A36). */
export function withFullOptions(fields: Fields): Fields {
  return fields['options'] === undefined ? fields : { ...fields, options: requestOptions(fields['options']) };
}
