/** The Git host answered with a failure. */

import { type ErrorDetails, TrueupError } from '../errors.ts';

export class HostError extends TrueupError {
  readonly status: number;
  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(`host-${status}`, message, details);
    this.status = status;
  }
}
