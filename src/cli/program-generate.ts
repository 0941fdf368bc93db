/** The commands that write a file made of the configuration, offline. */

import { type Command, Option } from 'commander';
import { DETAILS } from '../report/graph/detail.ts';
import type { GenerateFlags } from './commands/generate.ts';
import type { HsmetaFlags } from './commands/generate-hsmeta.ts';
import type { Context } from './context.ts';
import { type CommonFlags, checkApp, checkTarget, checkUid, offlineFlags, outputFlags, wholeNumber } from './flags.ts';
import type { Run } from './group-flags.ts';

export function addGenerate(program: Command, context: Context, run: Run): void {
  const group = program
    .command('generate')
    .description('write documents, types and schemas made of the files, offline');
  const addText = (name: 'docs' | 'graph' | 'types', about: string, example: string) =>
    offlineFlags(group.command(name).description(about))
      .option('-o, --out <path>', `write it to this file, such as ${example}`)
      .option('--check', 'write nothing; exit with 2 if the file of -o is not up to date')
      .action((flags: GenerateFlags) =>
        run(async () => (await import('./commands/generate.ts')).generate(context, flags, name)),
      );
  addText('docs', 'write a data dictionary of what is declared', 'docs/crm.md');
  addText('graph', 'draw what is declared, with the association limits', 'crm.mmd').addOption(
    new Option('--detail <detail>', 'how much of each object is shown').choices(DETAILS).default('properties'),
  );
  addText('types', 'write TypeScript types of what is declared', 'src/crm-types.ts');
  addSchema(group, context, run);
  addHsmeta(group, context, run);
}

function addSchema(group: Command, context: Context, run: Run): void {
  const about = 'write the JSON Schemas of the configuration and of the main documents';
  outputFlags(group.command('schema').description(about))
    .argument('[dir]', 'folder to write them to', 'schemas')
    .action((dir: string, flags: CommonFlags) =>
      run(async () => (await import('./commands/generate-schema.ts')).generateSchema(context, flags, dir)),
    );
}

function addHsmeta(group: Command, context: Context, run: Run): void {
  offlineFlags(group.command('hsmeta').description('write the webhooks file of a project app'))
    .requiredOption('--target-url <url>', 'https address that notifications are sent to', checkTarget)
    .requiredOption(
      '--max-concurrent-requests <n>',
      'how many notifications are sent at once',
      wholeNumber(1, 1_000_000),
    )
    .option('--app <id>', 'app in the configuration; required if there are several', checkApp)
    .option('--uid <uid>', 'uid of the component in the project (default: that of the file, or webhooks)', checkUid)
    .option('-o, --out <path>', 'write it to this file, such as src/app/webhooks/webhooks-hsmeta.json')
    .option('--replace', 'also take out what the file has and the configuration has not')
    .action((flags: HsmetaFlags) =>
      run(async () => (await import('./commands/generate-hsmeta.ts')).generateHsmeta(context, flags)),
    );
}
