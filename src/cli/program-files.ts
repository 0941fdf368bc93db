/** The command that lays out the files. */

import type { Command } from 'commander';
import type { Context } from './context.ts';
import { collect, outputFlags } from './flags.ts';
import type { FmtFlags } from './formatted.ts';
import type { Run } from './group-flags.ts';

export function addFmt(program: Command, context: Context, run: Run): void {
  outputFlags(program.command('fmt').description('give the files one layout: order of keys, indentation, blank lines'))
    .argument(
      '[path...]',
      'files or directories (default: those of the configuration); - reads stdin and prints the result',
    )
    .option('-f, --file <path>', 'file or directory of the configuration, repeatable (default: trueup.yaml)', collect)
    .option('--check', 'write nothing; exit with 2 if a file would change')
    .option('--diff', 'write nothing; show what would change')
    .action((paths: readonly string[], flags: FmtFlags) =>
      run(async () => (await import('./commands/fmt.ts')).fmt(context, flags, paths)),
    );
}
