/** The commands on the ledger of an account of the files, or of an account of a fleet. */

import { type Command, Option } from 'commander';
import type { Context } from './context.ts';
import { type CommonFlags, checkAddress, projectFlags } from './flags.ts';
import { databaseOption, hubId } from './fleet/flags.ts';
import type { AdoptFlags, Run, SelectFlags } from './group-flags.ts';

const load = () => import('./commands/ledger.ts');

export function addLedger(program: Command, context: Context, run: Run): void {
  const ledger = program.command('ledger').description('the record of what was applied');
  addActions({ context, run, command: (name) => accountFlags(ledger.command(name)) });
}

function accountFlags(command: Command): Command {
  return projectFlags(command)
    .addOption(
      new Option('--hub-id <hubid>', 'account of a fleet; any account that has the app, for what belongs to an app')
        .argParser(hubId)
        .conflicts(['account', 'ledger']),
    )
    .addOption(databaseOption());
}

type Action = 'list' | 'runs' | 'show' | 'forget' | 'settle' | 'repair' | 'adopt';

interface Adding {
  readonly context: Context;
  readonly run: Run;
  /** A command of the group, with the flags that say which ledger is meant. */
  readonly command: (name: Action) => Command;
}

function addActions({ context, run, command }: Adding): void {
  const several = (name: Action): Command =>
    command(name)
      .argument(
        '<address...>',
        'one or more, such as property:contacts/loyaltytier, or patterns such as property:contacts/*; all or nothing',
      )
      .option('--auto-approve', 'do not ask about what patterns select');
  command('list')
    .description('list the records and the unsettled intentions')
    .action((flags: CommonFlags) => run(async () => (await load()).list(context, flags)));
  command('runs')
    .description('list the runs that changed something, newest first')
    .action((flags: CommonFlags) => run(async () => (await load()).runs(context, flags)));
  command('show')
    .description('show one record')
    .argument('<address>', 'such as property:contacts/loyaltytier', checkAddress)
    .action((address: string, flags: CommonFlags) => run(async () => (await load()).show(context, flags, address)));
  several('forget')
    .description('drop records; the account is not touched')
    .action((addresses: readonly string[], flags: SelectFlags) =>
      run(async () => (await load()).forget(context, flags, addresses), 'effect'),
    );
  command('settle')
    .description('settle a call whose outcome is unknown')
    .argument('<address...>', 'one or more addresses that the call covers')
    .addOption(
      new Option('--as <fate>', 'what you saw in the account')
        .choices(['applied', 'not-applied'])
        .makeOptionMandatory(),
    )
    .action((addresses: readonly string[], flags: CommonFlags & { readonly as: 'applied' | 'not-applied' }) =>
      run(async () => (await load()).settle(context, flags, addresses), 'effect'),
    );
  command('repair')
    .description('restore from the history what an older or missing ledger lacks')
    .action((flags: CommonFlags) => run(async () => (await load()).repair(context, flags), 'effect'));
  several('adopt')
    .description('record the declared fields of existing resources')
    .option('--overwrite', 'replace a record that differs')
    .action((addresses: readonly string[], flags: AdoptFlags) =>
      run(async () => (await load()).adopt(context, flags, addresses), 'effect'),
    );
}
