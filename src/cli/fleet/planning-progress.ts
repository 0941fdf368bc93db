/** Progress of a planning on a terminal: how many accounts are planned. */

import type { FleetRead } from '../../fleet/index.ts';
import type { AccountsByState } from '../../model/rollout-status.ts';
import { accountsIn } from '../../report/text/rollout-words.ts';
import type { Context } from '../context.ts';
import type { FleetFlags } from './flags.ts';

const LOOK_MS = 1_000;

export interface Watching {
  /** Clears the line. */
  end(): void;
}

/** Without a terminal, one line says what is begun. */
export async function watchPlanning(
  context: Context,
  flags: FleetFlags,
  read: FleetRead,
  accounts: number,
): Promise<Watching> {
  const { isTTY, env, every, stderr } = context.world;
  if (flags.quiet === true || flags.json === true) return { end: () => undefined };
  if (!isTTY.stderr || env['TERM'] === 'dumb') {
    context.note(`Planning ${accounts} accounts.`);
    return { end: () => undefined };
  }
  const { createLogUpdate } = await import('log-update');
  const display = createLogUpdate(stderr);
  display(`Planning ${accounts} accounts`);
  context.display({ clear: () => display.clear(), rest: () => display.clear() });
  let isLooking = false;
  const stop = every(LOOK_MS, () => {
    if (isLooking) return;
    isLooking = true;
    read
      .rollouts({ limit: 1 })
      .then(([newest]) => {
        if (newest?.phase === 'planning') display(`Planning: ${planned(newest.states)} of ${accounts} accounts`);
      })
      // What is wrong with the database, the planning says.
      .catch(() => undefined)
      .finally(() => {
        isLooking = false;
      });
  });
  return {
    end: () => {
      stop();
      display.clear();
      display.done();
      context.display(undefined);
    },
  };
}

function planned(states: AccountsByState): number {
  return accountsIn(states) - (states.planning ?? 0);
}
