/** The commands that come in groups, and the embedded service. */

import { type Command, Option } from 'commander';
import { SURFACES } from '../contract/surfaces.ts';
import type { Context } from './context.ts';
import { type CommonFlags, collect, outputFlags, projectFlags, wholeNumber } from './flags.ts';
import type { LoginFlags, Run, ServeFlags, TimelineFlags } from './group-flags.ts';
import { seedPage } from './pages.ts';

export function addAuth(program: Command, context: Context, run: Run): void {
  const auth = program.command('auth').description('tokens of an account');
  projectFlags(auth.command('login').description('authorize the app in the browser and save the tokens'))
    .option('--client-id <id>', 'client id of the app (default: from the account, or TRUEUP_CLIENT_ID)')
    .option('--authorize-url <url>', 'authorization page (default: from the base URL)')
    .option('--scopes <scope>', 'scope to request, repeatable (default: what the configuration needs)', collect)
    .option('--optional-scopes <scope>', 'optional scope that the user may decline, repeatable', collect)
    .option('--port <n>', 'port of the redirect URI http://localhost:PORT/callback', wholeNumber(1, 65_535), 4011)
    .option('--timeout <seconds>', 'how long to wait for the browser (default: 300)', wholeNumber(1, 3_600))
    .option('--save <file>', 'write the tokens to this file as environment variables, readable only by you')
    .option('--show-token', 'print the tokens')
    .option('--no-browser', 'print the address instead of opening it')
    .action((flags: LoginFlags) => run(async () => (await import('./commands/auth-login.ts')).login(context, flags)));
  projectFlags(
    auth.command('status').description('show the owner of the token, its scopes and the missing scopes'),
  ).action((flags: CommonFlags) => run(async () => (await import('./commands/auth-status.ts')).status(context, flags)));
  projectFlags(auth.command('revoke').description('delete the refresh token')).action((flags: CommonFlags) =>
    run(async () => (await import('./commands/auth-revoke.ts')).revokeToken(context, flags), 'effect'),
  );
}

export function addTimeline(program: Command, context: Context, run: Run): void {
  const timeline = program.command('timeline').description('timeline events');
  projectFlags(timeline.command('send').description('send timeline events from a YAML or NDJSON file'))
    .argument('<events>', 'file with a YAML list, or one JSON object per line; - reads stdin')
    .option('--legacy', 'use the legacy endpoint and its shapes')
    .option('--app <id>', 'app id, for the legacy endpoint')
    .option('--concurrency <n>', 'maximum concurrent calls (default: 8)', wholeNumber(1, 64))
    .action((events: string, flags: TimelineFlags) =>
      run(async () => (await import('./commands/timeline.ts')).send(context, flags, events), 'effect'),
    );
}

export function addServe(program: Command, context: Context, run: Run): void {
  outputFlags(program.command('serve').description('run the embedded service, for trials and tests'))
    .option('--port <n>', 'port; 0 picks a free one', wholeNumber(0, 65_535), 4010)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option(
      '--allow-host <name>',
      'further host name to accept requests for, besides loopback and --host; repeatable',
      collect,
    )
    .option('--data <dir>', 'folder or postgres:// URL to keep the data in (default: memory)')
    .option('--seed <file>', 'YAML file with the initial accounts and apps')
    .addOption(new Option('--surface <surface>', 'endpoints to serve').choices([...SURFACES, 'all']).default('all'))
    .option(
      '--sunset [day]',
      'leave out the paths whose announced end has come by this day, such as 2027-09-30; without a day, every path with an announced end',
    )
    .option(
      '--fault <rule>',
      'fault to inject, such as do=drop-after,endpoint=createSubscription,nth=2; repeatable',
      collect,
    )
    .addHelpText('after', () => `\nThe seed file format is described in ${seedPage()}\n`)
    .action((flags: ServeFlags) => run(async () => (await import('./commands/serve.ts')).serve(context, flags)));
}
