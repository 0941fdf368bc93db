/** Work on something of the Git host that may no longer exist. */

import { HostError } from '../errors.ts';

/** Undefined when what it is about is not there. */
export async function unlessAbsent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HostError && (error.status === 404 || error.status === 410)) return undefined;
    throw error;
  }
}

/** False when what it is about is not there any more. */
export async function unlessGone(work: () => Promise<unknown>): Promise<boolean> {
  return (await unlessAbsent(async () => ({ reply: await work() }))) !== undefined;
}
