/** The commands and their flags; the work of each is imported when it runs. */

import { Argument, Command, Option } from 'commander';
import { SURFACES } from '../contract/surfaces.ts';
import { KIND_NAMES, type KindName } from '../model/address.ts';
import { release } from '../report/version.ts';
import type { CompareFlags } from './commands/compare.ts';
import type { DoctorFlags } from './commands/doctor.ts';
import type { ExplainFlags } from './commands/explain.ts';
import type { InitFlags } from './commands/init.ts';
import type { ListFlags } from './commands/list.ts';
import type { PullFlags } from './commands/pull.ts';
import type { RevertFlags } from './commands/revert.ts';
import type { Context } from './context.ts';
import { directoryFlag } from './directory.ts';
import {
  applyFlags,
  checkAccountName,
  checkDigest,
  checkFolder,
  collect,
  collectObject,
  type DriftFlags,
  FORMATS,
  formatFlag,
  hostFlag,
  offlineFlags,
  outputFlags,
  type PlanFlags,
  type PlanOnlyFlags,
  planFlags,
  projectFlags,
  reportFlag,
  summaryOption,
  VALIDATE_FORMATS,
  type ValidateFlags,
  wholeNumber,
} from './flags.ts';
import type { FmtFlags } from './formatted.ts';
import type { Run } from './group-flags.ts';
import { addFleet } from './program-fleet.ts';
import { addGenerate } from './program-generate.ts';
import { addAuth, addServe, addTimeline } from './program-groups.ts';
import { addLedger } from './program-ledger.ts';
import { commandNamed } from './usage.ts';

export const COMPLETION = 'print a shell completion script';
const SHELLS: readonly string[] = ['bash', 'zsh', 'fish', 'powershell'];

type Add = (program: Command, context: Context, run: Run) => void;

/** Commands by the heading of the help. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Add>>>> = {
  Start: { init: addInit, doctor: addDoctor },
  Change: { plan: addPlan, apply: addApply, revert: addRevert },
  Inspect: { drift: addDrift, list: addList, compare: addCompare, explain: addExplain },
  Files: { validate: addValidate, fmt: addFmt, pull: addPull },
  More: {
    ledger: addLedger,
    auth: addAuth,
    timeline: addTimeline,
    generate: addGenerate,
    fleet: addFleet,
    serve: addServe,
  },
};

const COMMANDS: Readonly<Record<string, Add>> = Object.fromEntries(
  Object.values(GROUPS).flatMap((commands) => Object.entries(commands)),
);

/**
 * `words`: the arguments. If they start with a command, only this command is added: defining all flags takes longer than parsing.
 * `completing`: the completion command is added by the caller that loads its library.
 */
export function buildProgram(
  context: Context,
  run: Run,
  completing: boolean,
  [first = '']: readonly string[] = [],
): Command {
  const program = directoryFlag(new Command('trueup'))
    .description('Keeps the schema of a HubSpot account in sync with YAML files: plan, apply, drift.')
    .version(release().version, '-V, --version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.out(text),
      writeErr: (text) => context.note(text.trimEnd()),
      outputError: () => undefined,
      getOutHelpWidth: () => context.world.columns ?? 100,
      getErrHelpWidth: () => context.world.columns ?? 100,
    })
    .showSuggestionAfterError(true)
    .helpCommand(false);
  const named = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  if (named === undefined) {
    for (const [heading, commands] of Object.entries(GROUPS)) {
      program.commandsGroup(`${heading}:`);
      for (const add of Object.values(commands)) add(program, context, run);
    }
  } else named(program, context, run);
  if (!completing) program.command('completion').description(COMPLETION).argument('<shell>', SHELLS.join(', '));
  program
    .command('help')
    .description('show help for a command')
    .argument('[command...]')
    .action((words: readonly string[]) => commandNamed(program, words).outputHelp());
  return program;
}

function addValidate(program: Command, context: Context, run: Run): void {
  const command = program.command('validate').description('check the configuration offline and list every finding');
  formatFlag(offlineFlags(command, { hosts: true }), VALIDATE_FORMATS).action((flags: ValidateFlags) =>
    run(async () => (await import('./commands/validate.ts')).validate(context, flags)),
  );
}

function addPlan(program: Command, context: Context, run: Run): void {
  const command = planFlags(program.command('plan').description('show what apply would change'));
  reportFlag(formatFlag(command, FORMATS), '.html')
    .option('-o, --out <path>', 'save the plan for apply')
    .action((flags: PlanOnlyFlags) => run(async () => (await import('./commands/plan.ts')).plan(context, flags)));
}

function addApply(program: Command, context: Context, run: Run): void {
  applyFlags(program.command('apply').description('apply a saved plan, or plan, ask and apply'))
    .argument('[planfile]', 'plan saved by plan -o; passing it approves it')
    .option(
      '--digest <digest>',
      'apply only a plan with this digest, or the rest of that plan, without asking; otherwise exit with 6',
      checkDigest,
    )
    .action((planFile: string | undefined, flags: PlanFlags) =>
      run(async () => (await import('./commands/apply.ts')).apply(context, flags, planFile), 'effect'),
    );
}

function addRevert(program: Command, context: Context, run: Run): void {
  applyFlags(program.command('revert').description('restore what an apply run overwrote'))
    .argument('[run]', 'run id, or its first characters (default: the newest; see trueup ledger runs)')
    .option('-o, --out <path>', 'save the plan for apply')
    .action((id: string | undefined, flags: RevertFlags) =>
      run(
        async () => (await import('./commands/revert.ts')).revert(context, flags, id),
        flags.out === undefined ? 'effect' : 'output',
      ),
    );
}

function addDrift(program: Command, context: Context, run: Run): void {
  const command = projectFlags(
    program.command('drift').description('show how the account differs from what was last applied'),
  );
  reportFlag(formatFlag(command, FORMATS), '.html').action((flags: DriftFlags) =>
    run(async () => (await import('./commands/drift.ts')).drift(context, flags)),
  );
}

function addList(program: Command, context: Context, run: Run): void {
  projectFlags(program.command('list').description('list what the account holds, default and custom definitions'))
    .addArgument(new Argument('[kind]', 'only this kind').choices(KIND_NAMES))
    .option(
      '--object <name>',
      'object type to list, repeatable (default: those in the configuration and the ledger)',
      collectObject,
    )
    .option('--undeclared', 'only what users made and no file declares, options of declared properties included')
    .option('--concurrency <n>', 'maximum concurrent reads (default: 8)', wholeNumber(1, 64))
    .action((kind: KindName | undefined, flags: ListFlags) =>
      run(async () => (await import('./commands/list.ts')).list(context, flags, kind)),
    );
}

function addExplain(program: Command, context: Context, run: Run): void {
  const about = 'explain the code of a finding, what a plan does with an address and why, or a saved plan';
  const command = projectFlags(program.command('explain').description(about));
  reportFlag(formatFlag(command, FORMATS), '.html')
    .argument('<subject>', 'code, address, or plan file, such as reference-missing or property:contacts/loyaltytier')
    .addOption(summaryOption())
    .action((subject: string, flags: ExplainFlags) =>
      run(async () => (await import('./commands/explain.ts')).explain(context, flags, subject)),
    );
}

function addPull(program: Command, context: Context, run: Run): void {
  projectFlags(
    program.command('pull').description('write the files that declare what the account holds, and record it'),
  )
    .argument('[pattern...]', PATTERNS)
    .option(
      '--object <name>',
      'object type to pull, repeatable (default: contacts, companies, deals and those already declared)',
      collectObject,
    )
    .option('--include <pattern>', INCLUDE, collect)
    .option('--drift', 'take only what changed of what is declared')
    .option('--single', 'write everything new to one file')
    .option('--dir <folder>', 'folder of new files, beside the first file (default: schema)', checkFolder)
    .option('--dry-run', 'show what would be written')
    .option('--concurrency <n>', 'maximum concurrent reads (default: 8)', wholeNumber(1, 64))
    .action((patterns: readonly string[], flags: PullFlags) =>
      run(async () => (await import('./commands/pull.ts')).pull(context, flags, patterns), 'effect'),
    );
}

function addInit(program: Command, context: Context, run: Run): void {
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

function addDoctor(program: Command, context: Context, run: Run): void {
  projectFlags(program.command('doctor').description('check what works with an account and what does not'))
    .option('--github', 'also check the settings of the repository on GitHub (GITHUB_TOKEN, GITHUB_REPOSITORY)')
    .action((flags: DoctorFlags) => run(async () => (await import('./commands/doctor.ts')).doctor(context, flags)));
}

function addFmt(program: Command, context: Context, run: Run): void {
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

function addCompare(program: Command, context: Context, run: Run): void {
  const command = projectFlags(
    program.command('compare').description('show how an account differs from another account or from the files'),
  );
  const types = 'repeatable (default: contacts, companies, deals and those that either side knows)';
  reportFlag(formatFlag(command, FORMATS), '.html')
    .argument('<left>', 'account of the configuration, or files')
    .argument('[right]', 'account of the configuration')
    .argument('[pattern...]', PATTERNS)
    .option('--object <name>', `object type to compare, ${types}`, collectObject)
    .option('--include <pattern>', INCLUDE, collect)
    .option('--concurrency <n>', 'maximum concurrent reads of each account (default: 8)', wholeNumber(1, 64))
    .action((left: string, right: string | undefined, patterns: readonly string[], flags: CompareFlags) =>
      run(async () => (await import('./commands/compare.ts')).compare(context, flags, { left, right, patterns })),
    );
}

const PATTERNS = 'only these: a kind, or an address in which * stands for any characters';
const INCLUDE = "also these of the service's own, or those of a group, repeatable";
