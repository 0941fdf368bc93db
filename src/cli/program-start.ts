/** The commands for the start of a project, and for when something does not work. */

import { type Command, Option } from 'commander';
import { SURFACES } from '../contract/surfaces.ts';
import type { DoctorFlags } from './commands/doctor.ts';
import type { InitFlags } from './commands/init.ts';
import type { Context } from './context.ts';
import { checkAccountName, hostFlag, outputFlags, projectFlags, wholeNumber } from './flags.ts';
import type { Run } from './group-flags.ts';

export function addInit(program: Command, context: Context, run: Run): void {
  const about = 'start a project in a folder; with a token, with what the account holds';
  hostFlag(outputFlags(program.command('init').description(about)))
    .argument('[dir]', 'folder of the project (default: the working directory)')
    .option(
      '--name <name>',
      'name of the account in the files (default: production, or sandbox for such an account)',
      checkAccountName,
    )
    .option('--hub-id <id>', 'account id (default: that of the token)', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .addOption(new Option('--surface <surface>', 'surface of the account (default: dated)').choices(SURFACES))
    .option('--github', 'also write workflows for GitHub Actions')
    .option('--pull', 'declare what the account holds (default: if a token is set)')
    .option('--no-pull', 'write examples instead')
    .action((dir: string | undefined, flags: InitFlags) =>
      run(async () => (await import('./commands/init.ts')).init(context, flags, dir), 'effect'),
    );
}

export function addDoctor(program: Command, context: Context, run: Run): void {
  projectFlags(program.command('doctor').description('check what works with an account and what does not'))
    .option('--github', 'also check the settings of the repository on GitHub (GITHUB_TOKEN)')
    .action((flags: DoctorFlags) => run(async () => (await import('./commands/doctor.ts')).doctor(context, flags)));
}
