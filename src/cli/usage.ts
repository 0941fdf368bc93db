/** Usage errors: what the parser found, as a trueup error that says what to type and where to find help. */

import type { Command, CommanderError } from 'commander';
import { UsageError } from '../errors.ts';
import { nearest } from '../model/nearest.ts';
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
    const named = command.commands.find((one) => one.name() === word);
    if (named === undefined) {
      const near = nearest(
        word,
        command.commands.map((one) => one.name()),
      );
      const suggestion = near === undefined ? '' : `\n(Did you mean ${near}?)`;
      return command.error(`error: unknown command '${word}'${suggestion}`, { code: 'commander.unknownCommand' });
    }
    command = named;
  }
  return command;
}

export function usageError(error: CommanderError, command: Command): UsageError {
  // The parser puts its did-you-mean on a second line.
  const [first = '', ...rest] = inPlainWords(error.message.replace(/^error: /, '')).split('\n');
  const message = `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  const suggestion = rest.join(' ').replace(/^\((.*)\)$/, '$1');
  const advice = suggestion === '' ? misplacedFile(error, first, command) : suggestion;
  const about = command.commands.length > 0 ? 'All commands' : `Help for ${command.name()}`;
  const help = `${about}: ${mention(...pathOf(command), '--help')}`;
  return new UsageError('usage', /[.!?]$/.test(message) ? message : `${message}.`, {
    hint: advice === undefined ? help : `${advice} ${help}`,
  });
}

/** The parser calls what is typed for an argument a command-argument value. */
function inPlainWords(message: string): string {
  return message.replace(/^command-argument value '(.*)' is invalid for argument '(.*?)'\./, "'$1' is not a $2.");
}

/** Returns the advice to pass files with -f, or undefined if the error is about something else. */
function misplacedFile(error: CommanderError, message: string, command: Command): string | undefined {
  if (error.code === 'commander.unknownCommand') {
    const [, file] = /^unknown command '(.+\.(?:ya?ml|json))'/.exec(message) ?? [];
    return file === undefined ? undefined : `Pass a file with -f: ${mention('plan', '-f', file)}`;
  }
  const takesFiles = command.options.some(({ long }) => long === '--file');
  return error.code === 'commander.excessArguments' && takesFiles ? 'Every file needs its own -f.' : undefined;
}

function pathOf(command: Command): readonly string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}
