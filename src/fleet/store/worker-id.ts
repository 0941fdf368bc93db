/** What a worker is called in the tables: each run of `work` has an id of its own, in which a name that was given to it can be read. */

import type { NewId } from '../../contract/clock.ts';

/** Two processes may be given one name, such as by a deployment: what one has in hand is never taken for what the other has. */
export function workerId(name: string | undefined, newId: NewId): string {
  return name === undefined ? newId() : `${name}/${newId()}`;
}

/** Null for a worker without one. */
export function nameIn(id: string): string | null {
  const end = id.lastIndexOf('/');
  return end < 0 ? null : id.slice(0, end);
}
