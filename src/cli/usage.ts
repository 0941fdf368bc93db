/** Usage errors: what the parser found, as a trueup error that says what to type and where to find help. */

import type { Command, CommanderError } from 'commander';
import { UsageError } from '../errors.ts';
import { mention } from '../report/command.ts';

/** Adds the command to every error of the parser. Call it after all commands are defined. */
export function followErrors(program: Command): { readonly at: () => Command } {
  let at = program;
  const follow = (command: Command): void => {
    command.exitOverride((error) => {
      at = command;
      throw error;
    });
    command.commands.forEach(follow);
  };
  follow(program);
  return { at: () => at };
}

/** The command that the arguments select. Throws the parser's error if there is none. */
export function commandNamed(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    if (command.commands.length === 0) return command;
    const named = command.commands.find((each) => each.name() === word);
    if (named === undefined)
      return command.error(`error: unknown command '${word}'`, { code: 'commander.unknownCommand' });
    command = named;
  }
  return command;
}

export function usageError(error: CommanderError, command: Command): UsageError {
  // The parser puts its did-you-mean on a second line.
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const message = `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  const suggestion = rest.join(' ').replace(/^\((.*)\)$/, '$1 ');
  const about = command.commands.length > 0 ? 'All commands' : `Help for ${command.name()}`;
  return new UsageError('usage', /[.!?]$/.test(message) ? message : `${message}.`, {
    hint: `${suggestion}${about}: ${mention(...listCommandNames(command), '--help')}`,
  });
}

function listCommandNames(command: Command): readonly string[] {
  return command.parent === null ? [] : [...listCommandNames(command.parent), command.name()];
}
