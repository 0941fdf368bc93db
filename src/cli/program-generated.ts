/** The commands that make a text of what is declared, offline. */

import { type Command, Option } from 'commander';
import { DETAILS } from '../report/graph/parts.ts';
import type { DocsFlags } from './commands/docs.ts';
import type { GraphFlags } from './commands/graph.ts';
import type { Context } from './context.ts';
import { offlineFlags } from './flags.ts';
import type { GeneratedFlags } from './generated.ts';
import type { Run } from './group-flags.ts';

export function addTypes(program: Command, context: Context, run: Run): void {
  const command = program.command('types').description('write TypeScript types of what is declared, offline');
  generatedFlags(command, 'src/crm-types.ts').action((flags: GeneratedFlags) =>
    run(async () => (await import('./commands/types.ts')).types(context, flags)),
  );
}

export function addDocs(program: Command, context: Context, run: Run): void {
  const command = program.command('docs').description('write a data dictionary of what is declared, offline');
  generatedFlags(command, 'docs/crm.md or crm.html')
    .addOption(formatOption('markdown', 'html'))
    .action((flags: DocsFlags) => run(async () => (await import('./commands/docs.ts')).docs(context, flags)));
}

export function addGraph(program: Command, context: Context, run: Run): void {
  const command = program.command('graph').description('draw what is declared, with the association limits, offline');
  generatedFlags(command, 'crm.svg or crm.mmd')
    .addOption(formatOption('mermaid', 'svg'))
    .addOption(
      new Option('--detail <detail>', 'how much of each object is shown').choices(DETAILS).default('properties'),
    )
    .action((flags: GraphFlags) => run(async () => (await import('./commands/graph.ts')).graph(context, flags)));
}

function generatedFlags(command: Command, example: string): Command {
  return offlineFlags(command)
    .option('-o, --out <path>', `write it to this file, such as ${example}`)
    .option('--check', 'write nothing; exit with 2 if the file of -o is not up to date');
}

function formatOption(usual: string, other: string): Option {
  const about = `output format (default: by the name of the file, else ${usual})`;
  return new Option('--format <format>', about).choices([usual, other]);
}
