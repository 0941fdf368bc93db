/** The commands of a fleet: many accounts, one configuration. */

import { type Command, Option } from 'commander';
import { COUNTED } from '../model/fleet.ts';
import { INSTALLATION_STATES } from '../model/installation.ts';
import { FAILED_FOR } from '../model/rollout.ts';
import type { Context } from './context.ts';
import { collectOneOf, FORMATS, formatFlag, reportFlag, summaryOption, wholeNumber } from './flags.ts';
import type { AccountsFlags } from './fleet/accounts.ts';
import {
  collectHub,
  collectLabel,
  duration,
  type FleetFlags,
  fleetFlags,
  percentage,
  reachingFlags,
} from './fleet/flags.ts';
import type { Run } from './group-flags.ts';

const WHICH = 'id of a rollout, or its first characters';
/** Accounts that run at the same time. */
const USUAL_SLOTS = 16;
const slots = () => new Option('--slots <n>', 'accounts at a time').argParser(wholeNumber(1, 256)).default(USUAL_SLOTS);

type Add = (fleet: Command, context: Context, run: Run) => void;

export function addFleet(program: Command, context: Context, run: Run): void {
  const fleet = program.command('fleet').description('one configuration for the accounts of an app');
  const parts: readonly Add[] = [addAccounts, addPlanning, addOtherPlans, addReview, addReports, addSteering, addWork];
  for (const add of parts) add(fleet, context, run);
}

function addAccounts(fleet: Command, context: Context, run: Run): void {
  fleetFlags(fleet.command('import').description('take accounts into the fleet, from a YAML list or NDJSON'))
    .argument('<accounts>', 'file of hubId, appId, refreshToken, scopes and labels; - reads stdin')
    .option('--replace-tokens', 'also those of accounts that have a token which is in use')
    .action((file: string, flags: FleetFlags) =>
      run(async () => (await import('./fleet/import.ts')).importAccounts(context, flags, file), 'effect'),
    );
  const list = ['state', 'label'];
  const effects = ['pause', 'resume', 'uninstall', 'reseal'];
  const effect = (flags: string, about: string): Option => {
    const option = new Option(flags, about);
    return option.conflicts([...list, ...effects.filter((name) => name !== option.attributeName())]);
  };
  fleetFlags(fleet.command('accounts').description('list the accounts of the fleet, or change some'))
    .addOption(
      new Option('--state <state>', 'only these, repeatable')
        .choices(INSTALLATION_STATES)
        .argParser(collectOneOf(INSTALLATION_STATES)),
    )
    .option('--label <name=value>', 'only accounts with this label, repeatable', collectLabel)
    .addOption(effect('--pause <hubid...>', 'leave accounts out until they are resumed').argParser(collectHub))
    .addOption(effect('--resume <hubid...>', 'use accounts again that are paused or revoked').argParser(collectHub))
    .addOption(effect('--uninstall <hubid...>', 'delete the tokens of accounts without the app').argParser(collectHub))
    .addOption(effect('--reseal', 'seal all tokens with the first key of TRUEUP_FLEET_KEYS'))
    .action((flags: AccountsFlags) =>
      run(
        async () => (await import('./fleet/accounts.ts')).accounts(context, flags),
        Object.keys(flags).some((name) => effects.includes(name)) ? 'effect' : 'output',
      ),
    );
}

function addPlanning(fleet: Command, context: Context, run: Run): void {
  reachingFlags(fleet.command('plan').description('plan every account, and show equal plans as one cluster'))
    .addOption(slots())
    .option('--label <name=value>', 'only accounts with this label, repeatable', collectLabel)
    .option('--only <hubid>', 'only this account, repeatable', collectHub)
    .option('--note <text>', 'what is planned, for people, such as a commit')
    .option('--by <name>', 'who plans it (default: the user)')
    .addOption(
      new Option('--resume <rollout>', 'plan the accounts of a rollout that have no plan').conflicts([
        'label',
        'only',
        'note',
      ]),
    )
    .action((flags: FleetFlags) => run(async () => (await import('./fleet/plan.ts')).plan(context, flags), 'effect'));
}

function addOtherPlans(fleet: Command, context: Context, run: Run): void {
  const load = () => import('./fleet/plan.ts');
  const planning = (command: Command): Command =>
    reachingFlags(command).addOption(slots()).option('--by <name>', 'who does it (default: the user)');
  planning(fleet.command('drift').description('compare every account with what was last applied, and change nothing'))
    .option('--label <name=value>', 'only accounts with this label, repeatable', collectLabel)
    .option('--only <hubid>', 'only this account, repeatable', collectHub)
    .option('--note <text>', 'why, for people')
    .action((flags: FleetFlags) => run(async () => (await load()).drift(context, flags), 'effect'));
  planning(fleet.command('revert').description('plan a rollout that puts back what another one overwrote'))
    .argument('<rollout>', WHICH)
    .option('--note <text>', 'why, for people')
    .action((name: string, flags: FleetFlags) =>
      run(async () => (await load()).revert(context, flags, name), 'effect'),
    );
}

function addReview(fleet: Command, context: Context, run: Run): void {
  fleetFlags(fleet.command('clusters').description('show what a rollout changes, by clusters of equal plans'))
    .argument('[rollout]', `${WHICH} (default: the newest)`)
    .action((name: string | undefined, flags: FleetFlags) =>
      run(async () => (await import('./fleet/review.ts')).clusters(context, flags, name)),
    );
  fleetFlags(fleet.command('sample').description('show the whole plan of one account of a cluster'))
    .argument('<rollout>', WHICH)
    .argument('<cluster>', 'first characters of its name')
    .action((name: string, cluster: string, flags: FleetFlags) =>
      run(async () => (await import('./fleet/review.ts')).sample(context, flags, { name, cluster })),
    );
  fleetFlags(
    fleet.command('approve').description('approve clusters; destructive or irreversible clusters only by name'),
  )
    .argument('[rollout]', `${WHICH} (default: the rollout in review)`)
    .argument('[cluster...]', 'eight or more first characters of its name')
    .option('--all', 'every cluster that loses nothing')
    .addOption(
      new Option('--over-threshold <name>', 'although this threshold is broken, repeatable')
        .choices(COUNTED)
        .argParser(collectOneOf(COUNTED)),
    )
    .option('--by <name>', 'who approves it (default: the user)')
    .action((name: string | undefined, clusters: readonly string[], flags: FleetFlags) =>
      run(async () => (await import('./fleet/review.ts')).approve(context, flags, { name, clusters }), 'effect'),
    );
  fleetFlags(fleet.command('status').description('show how a rollout stands'))
    .argument('[rollout]', `${WHICH} (default: the newest, after a list of all)`)
    .option('--watch', 'until it is over or waits for a person')
    .action((name: string | undefined, flags: FleetFlags) =>
      run(async () => (await import('./fleet/rollout.ts')).status(context, flags, name)),
    );
}

function addReports(fleet: Command, context: Context, run: Run): void {
  const report = fleetFlags(
    fleet.command('report').description('report everything that there is to tell of a rollout'),
  );
  reportFlag(formatFlag(report, FORMATS), '.html')
    .argument('[rollout]', `${WHICH} (default: the newest)`)
    .addOption(summaryOption())
    .action((name: string | undefined, flags: FleetFlags) =>
      run(async () => (await import('./fleet/report.ts')).report(context, flags, name)),
    );
}

function addSteering(fleet: Command, context: Context, run: Run): void {
  fleetFlags(fleet.command('rollout').description('open the first wave of a reviewed rollout'))
    .argument('[rollout]', `${WHICH} (default: the rollout in review)`)
    .option('--waves <list>', 'such as ring=canary,10%,100% (default: 1%,10%,50%,100%)')
    .option('--soak <time>', 'how long a wave that has ended is watched (default: 30m)', duration)
    .option('--max-failed <percent>', 'of the accounts of a wave that are changed (default: 1%)', percentage)
    .option('--max-uncertain <n>', 'over all waves (default: 0)', wholeNumber(0, 1_000_000))
    .option('--patience <time>', 'how long an account is put off before it has failed (default: 1h)', duration)
    .option('--by <name>', 'who starts it (default: the user)')
    .action((name: string | undefined, flags: FleetFlags) =>
      run(async () => (await import('./fleet/rollout.ts')).request(context, flags, { name, what: 'start' }), 'effect'),
    );
  const steer = (what: 'pause' | 'resume' | 'abort', about: string): void => {
    fleetFlags(fleet.command(what).description(about))
      .argument('[rollout]', `${WHICH} (default: the only one that can be)`)
      .option('--by <name>', 'who does it (default: the user)')
      .action((name: string | undefined, flags: FleetFlags) =>
        run(async () => (await import('./fleet/rollout.ts')).request(context, flags, { name, what }), 'effect'),
      );
  };
  steer('pause', 'begin no more accounts of a rollout');
  steer('resume', 'go on with a rollout that is paused or has stopped');
  steer('abort', 'end a rollout for good');
  fleetFlags(fleet.command('retry').description('try accounts again that failed, are uncertain or were skipped'))
    .argument('[rollout]', `${WHICH} (default: the only one that can)`)
    .addOption(new Option('--kind <reason>', 'only those that failed for this reason').choices(FAILED_FOR))
    .option('--by <name>', 'who does it (default: the user)')
    .action((name: string | undefined, flags: FleetFlags) =>
      run(async () => (await import('./fleet/rollout.ts')).request(context, flags, { name, what: 'retry' }), 'effect'),
    );
}

function addWork(fleet: Command, context: Context, run: Run): void {
  reachingFlags(fleet.command('work').description('run accounts of every rollout that is under way'))
    .addOption(slots())
    .option('--until-done', 'end when no rollout is under way')
    .action((flags: FleetFlags) => run(async () => (await import('./fleet/work.ts')).work(context, flags), 'effect'));
}
