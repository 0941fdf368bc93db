/** The default clock and ids of a service. */

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Clock, NewId } from '../../contract/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, signal === undefined ? {} : { signal }),
};

export const systemId: NewId = () => randomUUID();
