/** Formats the progress of a run as one line with counts and elapsed time. */

import type { RunEvent } from '../model/event.ts';

/** A shorter time is not shown. */
const TELLING_MS = 2_000;

export interface Tally {
  /** `at`: a monotonic reading in milliseconds, as of `text`. */
  take(event: RunEvent, at: number): void;
  text(at: number): string;
}

/** `since`: when the command began. */
export function createTally(since: number): Tally {
  let phase = { words: () => 'Starting', since };
  let [reads, read, calls, done, failed, flying] = [0, 0, 0, 0, 0, 0];
  return {
    take: (event, at) => {
      const enter = (words: () => string): void => {
        phase = { words, since: at };
      };
      switch (event.type) {
        case 'account-check':
          enter(() => 'Checking the token');
          break;
        case 'read-start':
          // A plan and the check before an apply each read everything once; further reads are a new pass.
          if (read === reads) {
            [reads, read] = [event.total, 0];
            enter(() => `Reading ${read}/${reads}`);
          }
          break;
        case 'read-done':
          read += 1;
          break;
        case 'apply-start':
          calls = event.calls;
          enter(() => `Applying ${done}/${calls}, ${flying} in flight${failed === 0 ? '' : `, ${failed} failed`}`);
          break;
        case 'call-start':
          flying += 1;
          break;
        case 'call-done':
          flying -= 1;
          done += 1;
          failed += event.ok ? 0 : 1;
          break;
        case 'check-start':
          enter(() => `Checking with ${event.reads} ${event.reads === 1 ? 'read' : 'reads'}`);
          break;
        default:
          break;
      }
    },
    text: (at) => {
      const passed = at - phase.since;
      return `${phase.words()}${passed < TELLING_MS ? '' : ` (${Math.floor(passed / 1000)} s)`}`;
    },
  };
}
