/** The Git host answered with a failure. */

import { type ErrorDetails, TrueupError } from '../errors.ts';

export class HostError extends TrueupError {
  readonly status: number;
  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(`host-${status}`, message, details);
    this.status = status;
  }
}

/** False when what it is about is not there any more. */
export async function unlessGone(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof HostError && (error.status === 404 || error.status === 410)) return false;
    throw error;
  }
}
