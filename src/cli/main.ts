/** The command line: parses, runs one command, shows its error, sets the exit code. Never exits the process itself. */

import { type Command, CommanderError } from 'commander';
import { proxySecrets } from '../contract/proxy.ts';
import { UsageError } from '../errors.ts';
import { EXIT, exitOfError } from '../report/exit.ts';
import { type Context, createContext } from './context.ts';
import { requireDirectory } from './directory.ts';
import type { CommonFlags } from './flags.ts';
import type { Purpose } from './group-flags.ts';
import { listenForStop } from './interrupt.ts';
import { cannotPrint } from './printing.ts';
import { buildProgram } from './program.ts';
import { typedSecrets } from './typed-secrets.ts';
import { followErrors, usageError } from './usage.ts';
import { processWorld, type World } from './world.ts';

/** `argv` as in a process: program, script, arguments. Resolves when the command is done; the exit code is in the world. */
export async function main(argv: readonly string[], world: World = processWorld()): Promise<void> {
  let flags: CommonFlags = { json: argv.includes('--json'), color: !argv.includes('--no-color') };
  const stop = listenForStop(world, (line) => context.note(line));
  const context = createContext(world, stop.signal);
  const secrets = [...typedSecrets(argv.slice(2), world.env), ...proxySecrets(world.env)];
  for (const secret of secrets) context.redaction.hide(secret);
  let code: number = EXIT.done;
  let purpose: Purpose = 'output';
  let failure: unknown;
  let command: (() => Command) | undefined;
  try {
    const completing = argv[2] === 'completion' || argv[2] === 'complete';
    const run = async (work: () => Promise<number>, of: Purpose = 'output'): Promise<void> => {
      purpose = of;
      code = await work();
    };
    const program = buildProgram(context, run, completing, argv.slice(2));
    program.hook('preAction', (_, command) => {
      // The program accepts -C in any position; the command needs it for the commands that it suggests.
      command.setOptionValue('directory', program.opts()['directory']);
      flags = command.opts();
      if (flags.directory !== undefined) context.enter(requireDirectory(world.cwd, flags.directory));
    });
    if (completing) await (await import('./completion.ts')).addCompletion(program, context, argv);
    command = followErrors(program).at;
    await program.parseAsync([...argv]);
  } catch (error) {
    failure = error;
    code = await ended(context, error, flags, command);
  } finally {
    stop.end();
  }
  const unprinted = await context.unprinted();
  if (unprinted !== undefined && !(failure instanceof UsageError && failure.code === 'cannot-print')) {
    await showOnStderr(context, cannotPrint(unprinted, purpose), flags);
    // The exit code reports what a run did, even if its output was lost: otherwise a script would run it again.
    if (code === EXIT.done && purpose === 'output') code = EXIT.error;
  }
  world.setExitCode(code);
}

async function ended(
  context: Context,
  error: unknown,
  flags: CommonFlags,
  command: (() => Command) | undefined,
): Promise<number> {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
  if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.error;
  const shown = error instanceof CommanderError && command !== undefined ? usageError(error, command()) : error;
  const interrupted = context.signal.aborted;
  const { showError } = await import('./failure.ts');
  const reason = interrupted ? context.signal.reason : shown;
  await showError(context, reason, flags);
  // A document that could not be written to stdout.
  if (flags.json === true && (await context.unprinted()) !== undefined) await showOnStderr(context, reason, flags);
  return interrupted ? EXIT.interrupted : exitOfError(shown);
}

async function showOnStderr(context: Context, error: unknown, flags: CommonFlags): Promise<void> {
  const { showError } = await import('./failure.ts');
  await showError(context, error, { ...flags, json: false });
}
