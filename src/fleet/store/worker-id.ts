/** Makes the id of a worker. Each run of `work` has its own id, which begins with the given name. */

import type { NewId } from '../../contract/clock.ts';

/** Two processes may be given one name, such as by a deployment: what one has in hand is never taken for what the other has. */
export function workerId(name: string | undefined, newId: NewId): string {
  return name === undefined ? newId() : `${name}/${newId()}`;
}
