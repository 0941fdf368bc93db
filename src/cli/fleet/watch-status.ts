/** `trueup fleet status --watch`: redrawn on a terminal, one line for each change anywhere else, until the rollout is over or waits for a person. */

import { systemClock } from '../../client/index.ts';
import type { FleetRead } from '../../fleet/index.ts';
import { jsonText } from '../../model/json.ts';
import { momentToSecond } from '../../model/moment.ts';
import type { RolloutStatus } from '../../model/rollout-status.ts';
import { terminalLine } from '../../report/escape.ts';
import { rolloutStatusText } from '../../report/text/rollout.ts';
import { phaseWords, statesText } from '../../report/text/rollout-words.ts';
import { type Context, styleFor } from '../context.ts';
import type { FleetFlags } from './flags.ts';

const LOOK_MS = 2_000;

export interface Watched {
  readonly read: FleetRead;
  readonly rollout: string;
}

export async function watchStatus(context: Context, flags: FleetFlags, watched: Watched): Promise<void> {
  const draw = await drawing(context, flags);
  try {
    for (;;) {
      const seen = await watched.read.status(watched.rollout);
      draw.show(seen);
      if (context.signal.aborted || isOver(seen)) return;
      await systemClock.sleep(LOOK_MS, context.signal).catch(() => undefined);
    }
  } finally {
    draw.end();
  }
}

function isOver({ waitsFor }: RolloutStatus): boolean {
  return waitsFor === null || ['approval', 'replan', 'start', 'person'].includes(waitsFor.what);
}

interface Drawing {
  show(status: RolloutStatus): void;
  end(): void;
}

async function drawing(context: Context, flags: FleetFlags): Promise<Drawing> {
  const { isTTY, env, stdout } = context.world;
  if (flags.json === true) return { show: changed(context, (seen) => `${jsonText(seen)}\n`), end: () => undefined };
  if (!isTTY.stdout || env['TERM'] === 'dumb') {
    return {
      show: changed(context, (seen) => `${momentToSecond(seen.at)}  ${statusLine(seen)}\n`),
      end: () => undefined,
    };
  }
  const { createLogUpdate } = await import('log-update');
  const display = createLogUpdate(stdout);
  return {
    show: (seen) => display(context.redaction.scrub(rolloutStatusText(seen, styleFor(context.world, flags)))),
    end: () => {
      display.clear();
      display.done();
    },
  };
}

function changed({ out }: Context, text: (seen: RolloutStatus) => string): (seen: RolloutStatus) => void {
  let last = '';
  return (seen) => {
    const line = statusLine(seen);
    if (line !== last) out(text(seen));
    last = line;
  };
}

/** How it stands, in one line. */
export function statusLine(seen: RolloutStatus): string {
  return terminalLine(`${phaseWords(seen)} ${statesText(seen.states)}`.trimEnd());
}
