/** An account of a fleet. Settings that it lacks come from the fleet section of the files. */

import { defined } from '../../contract/defined.ts';
import { DEFAULT_SURFACE } from '../../contract/surfaces.ts';
import type { Finding } from '../../model/finding.ts';
import type { FleetSettings } from '../../model/fleet.ts';
import type { GivenAccount } from '../accounts/given.ts';
import type { ReadFleet } from './section.ts';

export function inFleet(given: GivenAccount, { baseUrl, surface, versions }: FleetSettings): GivenAccount {
  // Versions belong to a surface.
  const isOther = given.surface !== undefined && given.surface !== (surface ?? DEFAULT_SURFACE);
  return { ...defined({ baseUrl, surface, versions: isOther ? undefined : versions }), ...defined(given) };
}

/** Returns findings about an unreadable address of the fleet. An account without an address must not use the vendor's address instead. */
export function unreadAddress(
  given: GivenAccount,
  { settings, needs }: Pick<ReadFleet, 'settings' | 'needs'>,
): readonly Finding[] {
  if (given.baseUrl !== undefined || settings.baseUrl !== undefined) return [];
  return needs.filter(({ code }) => code === 'base-url-refused');
}
