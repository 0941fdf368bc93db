/** `trueup fleet accounts`: lists accounts, changes the state of some, or seals their tokens again. */

import { UsageError } from '../../errors.ts';
import type { Installation, Installations } from '../../fleet/index.ts';
import type { InstallationState } from '../../model/installation.ts';
import { mention } from '../../report/command.ts';
import { FLEET_ACCOUNTS_FORMAT, FLEET_RESEAL_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { installationCounts, installationsText } from '../../report/text/installations.ts';
import { count, nameSome } from '../../report/text/layout.ts';
import { type Context, styleFor } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { withFleet } from './open.ts';

export interface AccountsFlags extends FleetFlags {
  readonly state?: readonly InstallationState[];
  readonly label?: Readonly<Record<string, string>>;
  readonly pause?: readonly number[];
  readonly resume?: readonly number[];
  readonly uninstall?: readonly number[];
  readonly reseal?: boolean;
}

export function accounts(context: Context, flags: AccountsFlags): Promise<number> {
  return withFleet(context, flags, async ({ installations }) => {
    if (flags.reseal === true) return reseal(context, flags, installations);
    const found = (await changed(flags, installations)) ?? (await installations.list(filterOf(flags)));
    if (flags.json === true)
      context.out(json({ format: FLEET_ACCOUNTS_FORMAT, summary: installationCounts(found), accounts: found }));
    else context.out(installationsText(found, { ...styleFor(context.world, flags), brief: flags.quiet === true }));
    return EXIT.done;
  });
}

function filterOf({ state: states, label: labels }: AccountsFlags) {
  return { ...(states && { states }), ...(labels && { labels }) };
}

const CHANGES = [
  ['pause', 'paused'],
  ['resume', 'resumed'],
  ['uninstall', 'uninstalled'],
] as const;

/** Returns undefined if no change is asked for. Changes all accounts or none. */
async function changed(
  flags: AccountsFlags,
  installations: Installations,
): Promise<readonly Installation[] | undefined> {
  for (const [flag, method] of CHANGES) {
    const hubIds = flags[flag];
    if (hubIds === undefined) continue;
    const distinct = [...new Set(hubIds)];
    const states = new Map((await installations.list()).map(({ hubId, state }) => [hubId, state]));
    const wrong = distinct.filter((hubId) => {
      const state = states.get(hubId);
      return state === undefined || (state === 'uninstalled' && flag !== 'uninstall');
    });
    if (wrong.length > 0) throw notInstalled(wrong);
    const after: Installation[] = [];
    for (const hubId of distinct) after.push(await installations[method](hubId));
    return after;
  }
  return undefined;
}

function notInstalled(hubIds: readonly number[]): UsageError {
  const names = nameSome(hubIds.map(String), 10);
  return new UsageError('installation-unknown', `The app is not installed in ${names}. Nothing was changed.`, {
    hint: `Show the accounts of the fleet: ${mention('fleet', 'accounts')}`,
  });
}

async function reseal(context: Context, flags: FleetFlags, installations: Installations): Promise<number> {
  let round = await installations.reseal();
  let resealed = round.resealed;
  // In the meantime a process with the older key may have renewed tokens, so the last round finds none.
  while (round.resealed > 0) {
    round = await installations.reseal();
    resealed += round.resealed;
  }
  const { waiting, failed } = round;
  if (flags.json === true) {
    const failures = failed.map(({ hubId, error }) => ({ hubId, code: error.code, message: error.message }));
    context.out(json({ format: FLEET_RESEAL_FORMAT, resealed, waiting, failed: failures }));
  } else {
    context.out(`The tokens of ${count(resealed, 'account')} are sealed with the current key now.\n`);
    for (const { hubId, error } of failed) context.out(`  ! ${hubId}  ${terminalLine(error.message)}\n`);
    if (waiting > 0) context.out(`The tokens of ${count(waiting, 'account')} are being renewed: run it again.\n`);
    if (failed.length + waiting === 0) context.out('Every token opens with it: older keys can be taken out.\n');
  }
  return failed.length + waiting === 0 ? EXIT.done : EXIT.partial;
}
