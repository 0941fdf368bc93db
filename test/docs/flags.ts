/** Generates docs/flags.md from the program: every command with its arguments and flags. */

import { type Command, Help } from 'commander';
import { createContext } from '../../src/cli/context.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { processWorld } from '../../src/cli/world.ts';

/** A flag that so many commands share is described once. */
const SHARED_BY = 2;

const help = new Help();

export function flagsPage(): string {
  const context = createContext(processWorld(), new AbortController().signal);
  const commands = listCommands(buildProgram(context, async () => undefined, false));
  const { everywhere, shared } = listShared(commands);
  return [
    HEAD,
    ...everywhere,
    '',
    '## Flags of several commands',
    '',
    'The commands below name them without the meaning.',
    '',
    ...shared,
    ...commands.flatMap((command) => describeCommand(command, everywhere, shared)),
    '',
  ].join('\n');
}

const HEAD = `# Every command with its flags

Generated from the program (\`npm run docs\`). [Commands](commands.md) tells what they are for.

## Flags of every command
`;

/** Returns the commands, with the members of a group instead of the group. */
function listCommands(command: Command): readonly Command[] {
  const below = command.commands.filter((each) => !WITHOUT_FLAGS.has(each.name()));
  return below.length === 0 ? [command] : below.flatMap(listCommands);
}

const WITHOUT_FLAGS: ReadonlySet<string> = new Set(['help', 'completion']);

interface Term {
  readonly term: string;
  readonly description: string;
}

function listFlags(command: Command): readonly Term[] {
  return help
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help')
    .map((option) => ({ term: help.optionTerm(option), description: help.optionDescription(option) }));
}

interface Shared {
  readonly everywhere: ReadonlySet<string>;
  readonly shared: ReadonlySet<string>;
}

/** Of a flag with several meanings, the commonest is shared. The commands describe the others. */
function listShared(commands: readonly Command[]): Shared {
  const [everywhere, shared] = [new Set<string>(), new Set<string>()];
  for (const uses of Map.groupBy(commands.flatMap(listFlags), nameOf).values()) {
    const meanings = [...Map.groupBy(uses, lineOf)].toSorted(([, left], [, right]) => right.length - left.length);
    const [line, { length }] = meanings[0] ?? ['', []];
    if (length === commands.length) everywhere.add(line);
    else if (length >= SHARED_BY) shared.add(line);
  }
  return { everywhere, shared };
}

function describeCommand(
  command: Command,
  everywhere: ReadonlySet<string>,
  shared: ReadonlySet<string>,
): readonly string[] {
  const [also, own] = [[], []] as [string[], string[]];
  for (const flag of listFlags(command)) {
    const line = lineOf(flag);
    if (shared.has(line)) also.push(`\`${nameOf(flag)}\``);
    else if (!everywhere.has(line)) own.push(line);
  }
  const operands = help
    .visibleArguments(command)
    .map((operand) => lineOf({ term: help.argumentTerm(operand), description: help.argumentDescription(operand) }));
  return [
    '',
    `## \`${help.commandUsage(command).replace(' [options]', '')}\``,
    '',
    sentence(help.commandDescription(command)),
    '',
    ...operands,
    ...own,
    ...(also.length === 0 ? [] : [`- ${also.join(', ')}`]),
  ];
}

function lineOf({ term, description }: Term): string {
  return `- \`${term}\`: ${description}`;
}

/** `--file` of `-f, --file <path>`. */
function nameOf({ term }: Term): string {
  return /--[\w-]+/.exec(term)?.[0] ?? term;
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
