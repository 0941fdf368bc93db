/** What is read whole, declared or not: the apps and events that the files name. */

import type { Holder } from '../model/desired.ts';
import type { Parts } from './parts.ts';

/** Of those with a developer key too: a key belongs to an app, so that it is one of ours. */
export function holdersOf({ kinds, resolution }: Pick<Parts, 'kinds' | 'resolution'>): readonly Holder[] {
  const { holders, developerKeys } = resolution;
  const ofApps = kinds.filter(({ app }) => app !== undefined);
  return [...holders, ...ofApps.flatMap(({ name: kind }) => [...developerKeys.keys()].map((name) => ({ kind, name })))];
}
