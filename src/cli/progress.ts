/** Progress on stderr, on a terminal only: it keeps moving while nothing happens, so that a wait does not look like a hang. */

import type { OnEvent, RunEvent } from '../model/event.ts';
import { terminalLine } from '../report/escape.ts';
import { buildStyle, type Context } from './context.ts';
import type { CommonFlags } from './flags.ts';
import { isRemarkable, waitText } from './wait-line.ts';

/** About twelve times a second: more would only cost time. */
const INTERVAL_MS = 80;
/** How often it is redrawn when nothing happens. */
const TICK_MS = 500;

type Recovered = Extract<RunEvent, { type: 'recovered' }>;

export interface Progress {
  readonly onEvent: OnEvent;
  /** Clears the display. */
  end(): void;
}

export async function createProgress(context: Context, flags: CommonFlags): Promise<Progress> {
  const warn = warnings(context, flags);
  const { isTTY, env, elapsed, every } = context.world;
  // A dumb terminal cannot erase what was drawn.
  const drawable = isTTY.stderr && env['TERM'] !== 'dumb' && flags.quiet !== true;
  if (!drawable) return { onEvent: warn, end: () => undefined };
  const { createLogUpdate } = await import('log-update');
  const display = createLogUpdate(context.world.stderr);
  const tally = createTally(elapsed());
  let shownAt = Number.NEGATIVE_INFINITY;
  // Clearing twice must not erase lines that were written in between.
  let drawn = false;
  // During a question, nothing may be drawn over it.
  let resting = false;
  const clear = (): void => {
    if (drawn) display.clear();
    drawn = false;
  };
  const show = (): void => {
    shownAt = elapsed();
    display(context.redaction.scrub(tally.text(shownAt)));
    drawn = true;
  };
  context.display({
    clear,
    rest: () => {
      clear();
      resting = true;
    },
  });
  const stop = every(TICK_MS, () => {
    if (!resting && elapsed() - shownAt >= TICK_MS) show();
  });
  return {
    onEvent: (event) => {
      warn(event);
      resting = false;
      tally.take(event, elapsed());
      if (elapsed() - shownAt >= INTERVAL_MS) show();
    },
    end: () => {
      stop();
      clear();
      display.done();
      context.display(undefined);
    },
  };
}

function warnings(context: Context, flags: CommonFlags): OnEvent {
  const style = buildStyle(context.world, flags, 'stderr');
  // A reviewed plan is applied after a separate attempt to settle open calls: those that stay open are reported once.
  const shown = new Set<string>();
  return (event) => {
    if (event.type === 'warning') context.note(`${style.palette.warning('warning:')} ${terminalLine(event.message)}`);
    if (event.type === 'waiting' && isRemarkable(event)) context.note(waitText(event));
    if (event.type === 'recovered' && flags.quiet !== true && !shown.has(event.intention.id)) {
      shown.add(event.intention.id);
      context.note(recoveredText(event));
    }
  };
}

const RECOVERED: Readonly<Record<Recovered['as'], string>> = {
  applied: 'took effect: the ledger records it.',
  'not-applied': 'shows no effect.',
  uncertain: 'is still open: whether it took effect is not known.',
};

function recoveredText({ intention: { method, path, covers }, as, shown }: Recovered): string {
  const { effect = covers, neither = [] } = shown ?? {};
  const isOvertaken = as === 'not-applied' && neither.length > 0;
  const on = as === 'applied' ? effect : isOvertaken ? neither : covers;
  return terminalLine(
    `${method} ${path} of an earlier run, on ${on.join(', ')}, ${isOvertaken ? OVERTAKEN : RECOVERED[as]}`,
  );
}

const OVERTAKEN = 'may have taken effect: it is neither as before nor as it was sent.';

/** A shorter time is not shown. */
const TELLING_MS = 2_000;

interface Tally {
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
