import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createContext } from '../../src/cli/context.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { processWorld } from '../../src/cli/world.ts';

const context = createContext(processWorld(), AbortSignal.abort());

function programFor(...words: readonly string[]): Command {
  return buildProgram(context, async () => undefined, false, words);
}

/** Help of a command and of the commands within it. */
function helpOf(command: Command): readonly string[] {
  return [command.helpInformation(), ...command.commands.flatMap(helpOf)];
}

const names = (program: Command) => program.commands.map((command) => command.name());
const found = (program: Command, name: string) => program.commands.find((command) => command.name() === name);
const always = ['completion', 'help'];
const whole = programFor();

test.each(names(whole).filter((name) => !always.includes(name)))(
  '%s as the first word is defined alone, as it is in the whole program',
  (name) => {
    const alone = programFor(name, '--json');
    expect(names(alone)).toEqual([name, ...always]);
    const [one, other] = [found(alone, name), found(whole, name)].map((command) => command && helpOf(command));
    expect(one).toEqual(other);
  },
);

test.each([[[]], [['--help']], [['-C', '.', 'plan']], [['help', 'plan']], [['pla']], [['toString']]])(
  'defines all commands if the first word is not a command: %j',
  (words) => {
    expect(names(programFor(...words))).toEqual(names(whole));
  },
);
