/** Terms of other tools, or of older versions, and what to type here instead. */

import { mention } from '../report/command.ts';

export interface ForeignWord {
  /** As typed: commands, or flags with their dashes. */
  readonly words: readonly string[];
  readonly hint: string;
  /** The flag in the hint: there is no hint if the command does not have it. */
  readonly flag?: string;
}

export const FOREIGN_COMMANDS: readonly ForeignWord[] = [
  { words: ['new', 'create', 'setup'], hint: `Start a project in a folder: ${mention('init')}` },
  {
    words: ['import', 'fetch', 'adopt', 'dump'],
    hint: `Write the files that declare what the account has, and record it: ${mention('pull')}. Record what is declared already: ${mention('ledger', 'adopt', 'ADDRESS')}`,
  },
  {
    words: ['diff', 'preview', 'dry-run', 'dryrun', 'status'],
    hint: `Compare the files with the account: ${mention('plan')}. Compare the account with what was last applied: ${mention('drift')}. Compare two accounts: ${mention('compare', 'LEFT', 'RIGHT')}`,
  },
  { words: ['check', 'lint', 'verify', 'test'], hint: `Check the files without an account: ${mention('validate')}` },
  {
    words: ['sync', 'deploy', 'push', 'up', 'run', 'migrate', 'update'],
    hint: `Show the changes, ask and apply them: ${mention('apply')}`,
  },
  {
    words: ['destroy', 'delete', 'remove', 'rm', 'prune', 'down'],
    hint: `Take it out of the files. The plan says how to delete it from the account, where the surface can: ${mention('plan')}. To drop only the record of a resource: ${mention('ledger', 'forget', '--help')}`,
  },
  { words: ['rollback', 'undo', 'restore', 'reset'], hint: `Restore what a run overwrote: ${mention('revert')}` },
  { words: ['refresh', 'watch'], hint: `See what changed in the account: ${mention('drift')}` },
  { words: ['state'], hint: `See the record of what was applied: ${mention('ledger', 'list')}` },
  { words: ['ls'], hint: `See what the account holds: ${mention('list')}` },
  { words: ['history', 'log', 'runs'], hint: `See the runs that changed something: ${mention('ledger', 'runs')}` },
  { words: ['settle', 'forget'], hint: `It is a ledger command: ${mention('ledger', '--help')}` },
  { words: ['login', 'signin'], hint: `Authorize the app in the browser: ${mention('auth', 'login', '--help')}` },
  { words: ['logout', 'signout', 'revoke'], hint: `Delete the refresh token: ${mention('auth', 'revoke', '--help')}` },
  {
    words: ['whoami', 'token'],
    hint: `See who owns the token and what it may do: ${mention('auth', 'status')}`,
  },
  { words: ['server', 'start', 'mock', 'dev'], hint: `Run the embedded service: ${mention('serve')}` },
  { words: ['events', 'send'], hint: `Send timeline events: ${mention('timeline', 'send', '--help')}` },
  { words: ['version'], hint: `See the version: ${mention('--version')}` },
];

/** Of the commands of a fleet. */
export const FOREIGN_FLEET_COMMANDS: readonly ForeignWord[] = [
  {
    words: ['apply', 'start', 'run', 'deploy', 'push', 'execute'],
    hint: `Open the first wave of what is approved: ${mention('fleet', 'rollout')}. Run its accounts: ${mention('fleet', 'work')}`,
  },
  {
    words: ['diff', 'preview', 'dry-run'],
    hint: `Plan every account; nothing is changed: ${mention('fleet', 'plan')}`,
  },
  {
    words: ['stop', 'cancel', 'halt', 'suspend'],
    hint: `Begin no more accounts: ${mention('fleet', 'pause')}. End it for good: ${mention('fleet', 'abort')}`,
  },
  { words: ['continue', 'unpause'], hint: `Go on: ${mention('fleet', 'resume')}` },
  {
    words: ['add', 'install', 'register'],
    hint: `Take accounts into the fleet: ${mention('fleet', 'import', 'FILE')}`,
  },
  {
    words: ['remove', 'delete', 'rm'],
    hint: `Delete the tokens of an account: ${mention('fleet', 'accounts', '--uninstall', 'HUBID')}`,
  },
  { words: ['show', 'get', 'describe', 'info'], hint: `Show how a rollout stands: ${mention('fleet', 'status')}` },
  { words: ['list', 'ls', 'rollouts', 'history'], hint: `List the rollouts: ${mention('fleet', 'status')}` },
  { words: ['worker', 'workers', 'daemon'], hint: `Run accounts: ${mention('fleet', 'work')}` },
  { words: ['review', 'plans', 'diffs'], hint: `Show what a rollout changes: ${mention('fleet', 'clusters')}` },
];

export const FOREIGN_FLAGS: readonly ForeignWord[] = [
  {
    words: ['--dry-run', '--dryrun', '-n', '--check', '--noop', '--preview', '--diff'],
    hint: `A plan writes nothing to the account, so it is the dry run: ${mention('plan')}`,
  },
  {
    words: ['-y', '--yes', '--force', '--no-input', '--assume-yes', '--approve', '-auto-approve'],
    hint: 'To skip the prompt, add --auto-approve.',
    flag: '--auto-approve',
  },
  { words: ['--config', '-c', '--schema', '--input', '-i'], hint: 'Pass the files with -f.', flag: '--file' },
  {
    words: ['--env', '-e', '--environment', '--profile', '--workspace', '--hub', '--hub-id', '--portal'],
    hint: 'Choose an account of the configuration with --account.',
    flag: '--account',
  },
  {
    words: ['--state', '--state-file', '-state'],
    hint: 'Set the ledger folder with --ledger.',
    flag: '--ledger',
  },
  {
    words: ['--only', '--resource', '-target', '--include'],
    hint: 'Choose resources with --target.',
    flag: '--target',
  },
  {
    words: ['--prune', '--delete', '--destroy', '--allow-destructive', '--destructive'],
    hint: 'Allow a removal by address, such as --allow property-removal=property:contacts/old_field.',
    flag: '--allow',
  },
  {
    words: ['--take'],
    hint: 'Overwrite the held drift of a resource with --overwrite.',
    flag: '--overwrite',
  },
  {
    words: ['--parallelism', '-parallelism', '--jobs', '-j', '--parallel'],
    hint: 'Set the number of concurrent calls with --concurrency.',
    flag: '--concurrency',
  },
  {
    words: ['--token', '--access-token', '--api-key', '--key', '--client-secret', '--refresh-token'],
    hint: 'Secrets come from the environment only: set TRUEUP_ACCESS_TOKEN, or the variable that the account uses.',
  },
  {
    words: ['--base-url', '--url', '--endpoint', '--server'],
    hint: 'Set TRUEUP_BASE_URL, or set baseUrl in the account.',
  },
  {
    words: ['--var', '--var-file', '--set', '-var'],
    hint: 'Define values in the account, or use an environment variable in the files.',
  },
  {
    words: ['--cwd', '--chdir', '-chdir', '--dir', '--working-directory'],
    hint: 'Choose the folder to work in with -C.',
    flag: '--directory',
  },
  {
    words: ['--refresh', '--refresh-only', '-refresh-only'],
    hint: `See what changed in the account: ${mention('drift')}`,
  },
  {
    words: ['--html', '--markdown', '--md', '--output'],
    hint: 'Print another format with --format, or write the page to a file with --report FILE.html.',
    flag: '--report',
  },
  { words: ['-v', '--debug', '--trace', '-vv'], hint: 'See more with --verbose.', flag: '--verbose' },
  { words: ['-v'], hint: `See the version: ${mention('--version')}` },
  { words: ['-q', '--silent', '-s'], hint: 'See less with --quiet.', flag: '--quiet' },
];
