/** The one address of a resource that earlier versions recorded in several spellings. */

import { saysOwnType } from '../contract/object-types.ts';
import { type Address, addressOf, parseAddress } from '../model/address.ts';

const SUBSCRIPTION = 'webhook-subscription';

/** A subscription is the same one with the object type that its event implies and without it. */
export function canonicalAddress(address: Address): Address {
  if (!address.startsWith(`${SUBSCRIPTION}:`)) return address;
  const [app = '', eventType = '', objectType, ...property] = parseAddress(address)?.parts ?? [];
  const isType = property.length === (eventType.endsWith('.propertyChange') ? 1 : 0);
  if (!isType || !saysOwnType(eventType, objectType)) return address;
  return addressOf(SUBSCRIPTION, app, eventType, ...property);
}
