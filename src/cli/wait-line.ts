/** A wait that the service asks for, in words. */

import type { Wait } from '../client/index.ts';

const REASONS: Readonly<Record<Wait['reason'], string>> = {
  'rate-limit': 'its rate limit is used up',
  locked: 'the resource is locked',
  unavailable: 'it is not available',
};

/** An ordinary rate window, too short to report. */
const UNREMARKABLE_MS = 15_000;

export function waitText({ reason, ms }: Wait): string {
  return `The service asks to wait ${Math.ceil(ms / 1000)} s: ${REASONS[reason]}.`;
}

/** Whether the wait is worth a separate line. */
export function isRemarkable({ ms }: Wait): boolean {
  return ms >= UNREMARKABLE_MS;
}
