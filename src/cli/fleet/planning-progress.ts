/** Progress of a planning on a terminal: how many accounts are planned. */

import type { FleetRead } from '../../fleet/index.ts';
import type { AccountsByState, RolloutSummary } from '../../model/rollout-status.ts';
import { count } from '../../report/text/layout.ts';
import { accountsIn } from '../../report/text/rollout-words.ts';
import type { Context } from '../context.ts';
import type { FleetFlags } from './flags.ts';

const LOOK_MS = 1_000;

export interface Begun {
  /** The newest one when left out. */
  readonly rollout?: string;
  /** How many are to be planned; undefined where only the database knows. */
  readonly accounts: number | undefined;
}

export interface Watching {
  /** Tells what is begun. */
  begin(begun: Begun): void;
  /** Clears the line. */
  end(): void;
}

/** Without a terminal, one line says what is begun. */
export async function watchPlanning(context: Context, flags: FleetFlags, read: FleetRead): Promise<Watching> {
  const { isTTY, env, every, stderr } = context.world;
  const nothing = (): void => undefined;
  if (flags.quiet === true || flags.json === true) return { begin: nothing, end: nothing };
  if (!isTTY.stderr || env['TERM'] === 'dumb')
    return { begin: ({ accounts }) => context.note(`${wordsOf(accounts)}.`), end: nothing };
  const { createLogUpdate } = await import('log-update');
  const display = createLogUpdate(stderr);
  context.display({ clear: () => display.clear(), rest: () => display.clear() });
  let begun: Begun = { accounts: undefined };
  let isLooking = false;
  const stop = every(LOOK_MS, () => {
    if (isLooking) return;
    isLooking = true;
    stateOf(read, begun)
      .then((seen) => {
        if (seen !== undefined && (seen.states.planning ?? 0) > 0) display(wordsOfStates(seen.states));
      })
      // What is wrong with the database, the planning says.
      .catch(() => undefined)
      .finally(() => {
        isLooking = false;
      });
  });
  return {
    begin: (now) => {
      begun = now;
      display(wordsOf(begun.accounts));
    },
    end: () => {
      stop();
      display.clear();
      display.done();
      context.display(undefined);
    },
  };
}

async function stateOf(read: FleetRead, { rollout }: Begun): Promise<RolloutSummary | undefined> {
  return rollout === undefined ? (await read.rollouts({ limit: 1 }))[0] : read.status(rollout);
}

function wordsOf(accounts: number | undefined): string {
  return accounts === undefined ? 'Planning the accounts that it changed' : `Planning ${count(accounts, 'account')}`;
}

function wordsOfStates(states: AccountsByState): string {
  const all = accountsIn(states);
  return `Planning: ${all - (states.planning ?? 0)} of ${count(all, 'account')}`;
}
