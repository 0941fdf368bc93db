/** `trueup fleet accounts`: lists accounts, changes the state of some, or seals their tokens again. */

import { defined } from '../../contract/defined.ts';
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
import type { Context } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { type OpenedFleet, withFleet } from './open.ts';

export interface AccountsFlags extends Omit<FleetFlags, 'resume'> {
  readonly state?: readonly InstallationState[];
  readonly pause?: readonly number[];
  readonly resume?: readonly number[];
  readonly uninstall?: readonly number[];
  readonly reseal?: boolean;
}

export function accounts(context: Context, given: AccountsFlags): Promise<number> {
  const { state: states, pause, resume, uninstall, reseal: isReseal, ...flags } = given;
  return withFleet(context, flags, async (opened) => {
    if (isReseal === true) return reseal(opened);
    const { installations, style } = opened;
    const hubIds = pause ?? resume ?? uninstall;
    const change = pause !== undefined ? 'paused' : resume !== undefined ? 'resumed' : 'uninstalled';
    const found =
      hubIds === undefined
        ? await installations.list(defined({ states, labels: flags.label }))
        : await changed(installations, change, hubIds);
    if (flags.json === true)
      context.out(json({ format: FLEET_ACCOUNTS_FORMAT, summary: installationCounts(found), accounts: found }));
    else context.out(installationsText(found, { ...style, brief: flags.quiet === true }));
    return EXIT.done;
  });
}

/** Changes all accounts or none. */
async function changed(
  installations: Installations,
  change: 'paused' | 'resumed' | 'uninstalled',
  hubIds: readonly number[],
): Promise<readonly Installation[]> {
  const known = (await installations.list()).filter(({ state }) => change === 'uninstalled' || state !== 'uninstalled');
  const wrong = hubIds.filter((hubId) => !known.some((installation) => installation.hubId === hubId));
  if (wrong.length > 0) {
    const names = nameSome(wrong.map(String), 10);
    throw new UsageError('installation-unknown', `The app is not installed in ${names}. Nothing was changed.`, {
      hint: `Show the accounts of the fleet: ${mention('fleet', 'accounts')}`,
    });
  }
  const after: Installation[] = [];
  for (const hubId of new Set(hubIds)) after.push(await installations[change](hubId));
  return after;
}

async function reseal({ context, flags, installations }: OpenedFleet): Promise<number> {
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
