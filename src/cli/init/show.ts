/** What became of a new project, and the next command. */

import type { Pull } from '../../index.ts';
import type { PulledFile } from '../../model/pull.ts';
import { INIT_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { count } from '../../report/text/layout.ts';
import { stepLines } from '../../report/text/next.ts';
import { pullCounts, pullText } from '../../report/text/pull.ts';
import { commandLine } from '../../report/text/typed.ts';
import { recordedLines } from '../commands/pull.ts';
import { buildStyle, type Context, listTypedFlags } from '../context.ts';
import type { CommonFlags } from '../flags.ts';
import { AGENTS_FILE, OWN_AGENTS_FILE } from './agents.ts';
import type { StarterAccount } from './starter.ts';

export const IGNORE_FILE = '.gitignore';

export interface Initialized {
  readonly account: StarterAccount;
  readonly files: readonly PulledFile[];
  readonly workflows: readonly PulledFile[];
  /** Guide for agents. */
  readonly guide: PulledFile;
  /** Lines were added to .gitignore. */
  readonly ignores: boolean;
  readonly made?: Pull;
}

export function showInit(context: Context, flags: CommonFlags, done: Initialized): void {
  const { workflows, guide, ignores, made } = done;
  if (flags.json === true) {
    context.out(json(buildDocument(done)));
    return;
  }
  const style = { ...buildStyle(context.world, flags), ...context.excerpts() };
  const files = made === undefined ? done.files : [...workflows, guide];
  const ignored = ignores ? [IGNORE_FILE] : [];
  const counts =
    made === undefined
      ? `${count(files.length + ignored.length, 'file')} written.`
      : pullCounts(made, true, files.length + ignored.length);
  if (flags.quiet === true) {
    context.out(`${counts}\n`);
    return;
  }
  const lines = [
    ...(made === undefined ? [] : [pullText(made, style)]),
    ...files.map(({ path }) => `  ${style.palette.added('+')} ${terminalLine(path)}`),
    ...ignored.map((path) => `  ${style.palette.added('+')} ${path}`),
    '',
    counts,
    ...(made === undefined ? [] : recordedLines(made)),
    ...(guide.path === AGENTS_FILE ? [] : [BESIDE_AGENTS]),
    ...(workflows.length === 0 ? [] : [PLACEHOLDER]),
    ...stepLines(listSteps(context, flags, done), style),
  ];
  context.out(`${lines.join('\n')}\n`);
}

const BESIDE_AGENTS = `${AGENTS_FILE} exists and stays as it is. Refer in it to ${OWN_AGENTS_FILE}, which tells agents how to edit these files.`;

const PLACEHOLDER = `The workflows use acme/trueup, a placeholder. Write the repository of the action there, and pin it to a commit.
Apply starts with a push to main. If the default branch has another name, change it in trueup-apply.yml.
Then follow the ten steps of docs/github.md in the package (node_modules/trueup). They set up environments, secrets, and rules for the main branch.`;

function listSteps(context: Context, flags: CommonFlags, { account: { auth } }: Initialized) {
  const variables = Object.values(auth);
  const isSet = variables.every((name) => (context.world.env[name] ?? '') !== '');
  const typed = listTypedFlags(context.world, flags);
  if (!isSet)
    return [
      { command: commandLine(['doctor'], typed), purpose: `once ${variables.join(', ')} is set, to see what works` },
    ];
  return [
    { command: commandLine(['plan'], typed), purpose: 'to see what differs' },
    { command: commandLine(['generate', 'schema'], typed), purpose: 'for help with the files in an editor' },
  ];
}

function buildDocument({ account, files, ignores, made }: Initialized) {
  const { name, hubId = null, surface } = account;
  return {
    format: INIT_FORMAT,
    account: { name, hubId, surface },
    written: [...files.map(({ path }) => path), ...(ignores ? [IGNORE_FILE] : [])],
    pulled:
      made === undefined
        ? null
        : {
            complete: made.complete,
            resources: made.taken.length,
            left: made.left.length,
            recorded: made.unrecorded.length,
          },
  };
}
