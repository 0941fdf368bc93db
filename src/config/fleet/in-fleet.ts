/** An account of a fleet: what it does not say of its address and its surface is what the files say of all of them. */

import { defined } from '../../contract/defined.ts';
import { DEFAULT_SURFACE } from '../../contract/surfaces.ts';
import type { Finding } from '../../model/finding.ts';
import type { FleetSettings } from '../../model/fleet.ts';
import type { GivenAccount } from '../accounts/given.ts';
import type { ReadFleet } from './section.ts';

export function inFleet(given: GivenAccount, { baseUrl, surface, versions }: FleetSettings): GivenAccount {
  // Versions are those of a surface.
  const isOther = given.surface !== undefined && given.surface !== (surface ?? DEFAULT_SURFACE);
  return { ...defined({ baseUrl, surface, versions: isOther ? undefined : versions }), ...defined(given) };
}

/** What keeps the address of the fleet from being read: an account that has none of its own must not go to the vendor instead. */
export function unreadAddress(
  given: GivenAccount,
  { settings, needs }: Pick<ReadFleet, 'settings' | 'needs'>,
): readonly Finding[] {
  if (given.baseUrl !== undefined || settings.baseUrl !== undefined) return [];
  return needs.filter(({ code }) => code === 'base-url-refused');
}
