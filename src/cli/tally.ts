/** The progress of a run as one line: counts, elapsed time, remaining time, and what it waits for. */

import { defined } from '../contract/defined.ts';
import type { RunEvent } from '../model/event.ts';
import { terminalLine } from '../report/escape.ts';
import { waitText } from './wait-line.ts';

/** Below this, the remaining time is not interesting. */
const TELLING_MS = 2_000;
/** Fewer calls do not allow an estimate. */
const ESTIMATED_FROM = 5;

export interface Tally {
  /** `at`: a monotonic reading in milliseconds, as of `text`. */
  take(event: RunEvent, at: number): void;
  text(at: number): string;
}

interface Phase {
  readonly words: () => string;
  readonly since: number;
  /** How much of the total is done, if that allows an estimate of the rest. */
  readonly progress?: () => { readonly done: number; readonly of: number };
}

/** `since`: when the command began. */
export function createTally(since: number): Tally {
  let phase: Phase = { words: () => 'Starting', since };
  let wait: { readonly words: string; readonly until: number } | undefined;
  let path = '';
  let [reads, read, calls, done, failed, flying] = [0, 0, 0, 0, 0, 0];
  const reading = () => `Reading ${read}/${reads}${path === '' ? '' : ` ${path}`}`;
  const applying = () => `Applying ${done}/${calls}, ${flying} in flight${failed === 0 ? '' : `, ${failed} failed`}`;
  return {
    take: (event, at) => {
      const enter = (words: () => string, progress?: Phase['progress']): void => {
        phase = { words, since: at, ...defined({ progress }) };
      };
      switch (event.type) {
        case 'account-check':
          enter(() => 'Checking the token');
          break;
        case 'read-start':
          // A plan and the check before an apply each read everything once; further reads are a new pass.
          if (read === reads) {
            [reads, read] = [event.total, 0];
            enter(reading);
          }
          path = terminalLine(event.path);
          break;
        case 'read-done':
          read += 1;
          path = '';
          break;
        case 'apply-start':
          calls = event.calls;
          enter(applying, () => ({ done, of: calls }));
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
        case 'waiting':
          wait = { words: waitText(event), until: at + event.ms };
          break;
        case 'outcome':
        case 'recovered':
        case 'warning':
          break;
      }
    },
    text: (at) => {
      const waiting = wait !== undefined && at < wait.until ? `. ${wait.words} ${lasting(wait.until - at)} left.` : '';
      return `${phase.words()}${time(phase, at)}${waiting}`;
    },
  };
}

function time({ since, progress }: Phase, at: number): string {
  const passed = at - since;
  if (passed < TELLING_MS) return '';
  const left = progress === undefined ? undefined : remaining(progress(), passed);
  return left === undefined ? ` (${lasting(passed)})` : ` (${lasting(passed)}, about ${lasting(left)} left)`;
}

/** By the rate so far, including waits; undefined while there is too little data. */
function remaining({ done, of }: { readonly done: number; readonly of: number }, passed: number): number | undefined {
  return done < ESTIMATED_FROM || done >= of ? undefined : ((of - done) * passed) / done;
}

/** `40 s`, `3 min`, `2 h`. */
function lasting(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 100) return `${seconds} s`;
  return seconds < 6_000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
