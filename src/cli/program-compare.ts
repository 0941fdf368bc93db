/** The flags of `compare`. */

import type { Command } from 'commander';
import type { CompareFlags } from './commands/compare.ts';
import type { Context } from './context.ts';
import { collect, collectObject, FORMATS, formatFlag, projectFlags, reportFlag, wholeNumber } from './flags.ts';
import type { Run } from './group-flags.ts';

const TYPES = 'repeatable (default: contacts, companies, deals and those that either side knows)';

export function addCompare(program: Command, context: Context, run: Run): void {
  const command = projectFlags(
    program.command('compare').description('show how an account differs from another account or from the files'),
  );
  reportFlag(formatFlag(command, FORMATS), '.html')
    .argument('<left>', 'account of the configuration, or files')
    .argument('[right]', 'account of the configuration')
    .argument('[pattern...]', 'only these: a kind, or an address in which * stands for any characters')
    .option('--object <name>', `object type to compare, ${TYPES}`, collectObject)
    .option('--include <pattern>', "also these of the service's own, or those of a group, repeatable", collect)
    .option('--concurrency <n>', 'maximum concurrent reads of each account (default: 8)', wholeNumber(1, 64))
    .action((left: string, right: string | undefined, patterns: readonly string[], flags: CompareFlags) =>
      run(async () => (await import('./commands/compare.ts')).compare(context, flags, { left, right, patterns })),
    );
}
