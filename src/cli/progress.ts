/** Progress on stderr, on a terminal only: reads, calls, the final check. */

import type { OnEvent, RunEvent } from '../model/event.ts';
import { terminalLine } from '../report/escape.ts';
import { type Context, styleFor } from './context.ts';
import type { CommonFlags } from './flags.ts';
import { isRemarkable, waitText } from './wait-line.ts';

/** About twelve times a second: more only costs. */
const INTERVAL_MS = 80;

export interface Progress {
  readonly onEvent: OnEvent;
  /** Clears the display. */
  end(): void;
}

export async function createProgress(context: Context, flags: CommonFlags): Promise<Progress> {
  const warn = warnings(context, flags);
  const { isTTY, env } = context.world;
  // A terminal that says it is dumb cannot take back what was drawn.
  const drawable = isTTY.stderr && env['TERM'] !== 'dumb' && flags.quiet !== true;
  if (!drawable) return { onEvent: warn, end: () => undefined };
  const { createLogUpdate } = await import('log-update');
  const display = createLogUpdate(context.world.stderr);
  const tally = createTally();
  let shownAt = 0;
  // Clearing twice must not take away lines that others wrote in between.
  let drawn = false;
  const clear = (): void => {
    if (drawn) display.clear();
    drawn = false;
  };
  const show = (): void => {
    display(tally.text());
    drawn = true;
    shownAt = context.world.now();
  };
  context.display({ clear });
  return {
    onEvent: (event) => {
      warn(event);
      tally.take(event);
      if (context.world.now() - shownAt >= INTERVAL_MS) show();
    },
    end: () => {
      clear();
      display.done();
      context.display(undefined);
    },
  };
}

function warnings(context: Context, flags: CommonFlags): OnEvent {
  const style = styleFor(context.world, flags, 'stderr');
  return (event) => {
    if (event.type === 'warning') context.note(`${style.palette.warning('warning:')} ${terminalLine(event.message)}`);
    if (event.type === 'waiting' && isRemarkable(event)) context.note(waitText(event));
    if (event.type === 'recovered' && flags.quiet !== true) {
      context.note(`An intention of an earlier run was settled: ${event.as}.`);
    }
  };
}

interface Tally {
  take(event: RunEvent): void;
  text(): string;
}

function createTally(): Tally {
  let text = 'Starting';
  let [reads, read, calls, done, failed, flying] = [0, 0, 0, 0, 0, 0];
  return {
    take: (event) => {
      switch (event.type) {
        case 'read-start':
          reads = event.total;
          text = `Reading ${read}/${reads} ${terminalLine(event.path)}`;
          break;
        case 'read-done':
          read += 1;
          text = `Reading ${read}/${reads}`;
          break;
        case 'apply-start':
          calls = event.calls;
          text = `Applying 0/${calls}`;
          break;
        case 'call-start':
          flying += 1;
          text = applying();
          break;
        case 'call-done':
          flying -= 1;
          done += 1;
          failed += event.ok ? 0 : 1;
          text = applying();
          break;
        case 'check-start':
          text = `Checking with ${event.reads} ${event.reads === 1 ? 'read' : 'reads'}`;
          break;
        case 'waiting':
          text = waitText(event);
          break;
        case 'outcome':
        case 'recovered':
        case 'warning':
          break;
      }
    },
    text: () => text,
  };
  function applying(): string {
    return `Applying ${done}/${calls}, ${flying} in flight${failed === 0 ? '' : `, ${failed} failed`}`;
  }
}
