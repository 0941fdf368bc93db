/** Apps and events that the files name. They are read as a whole, declared or not. */

import type { Holder } from '../model/desired.ts';
import type { Parts } from './parts.ts';

/** Includes apps with a developer key, because a key belongs to an app of this project. */
export function holdersOf({ kinds, resolution }: Pick<Parts, 'kinds' | 'resolution'>): readonly Holder[] {
  const { holders, developerKeys } = resolution;
  const ofApps = kinds.filter(({ app }) => app !== undefined);
  return [...holders, ...ofApps.flatMap(({ name: kind }) => [...developerKeys.keys()].map((name) => ({ kind, name })))];
}
