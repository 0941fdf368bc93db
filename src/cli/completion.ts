/** `trueup completion SHELL` and the hidden `complete` that the shell calls. */

import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { accountNames, loadProject } from '../index.ts';
import { RISK_NAMES } from '../model/policy.ts';
import type { Context } from './context.ts';

export async function addCompletion(program: Command, context: Context, argv: readonly string[]): Promise<void> {
  const accounts = argv[2] === 'complete' && argv.includes('--account') ? await accountsHere(context) : [];
  const root = tab(program, { completionCommandName: 'completion' });
  for (const command of root.commands.values()) {
    offer(command.options.get('allow'), RISK_NAMES);
    offer(command.options.get('account'), accounts);
  }
}

interface Completed {
  handler?: (complete: (value: string, description: string) => void) => void;
}

function offer(option: object | undefined, values: readonly string[]): void {
  if (option === undefined) return;
  const completed: Completed = option;
  completed.handler = (complete) => {
    for (const value of values) complete(value, '');
  };
}

/** Of the default file only: the shell asks at every key. */
async function accountsHere(context: Context): Promise<readonly string[]> {
  return accountNames(await loadProject(['trueup.yaml'], { cwd: context.world.cwd }));
}
