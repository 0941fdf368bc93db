/** `trueup fleet accounts`: lists accounts, changes the state of some, or seals their tokens again. */

import { UsageError } from '../../errors.ts';
import type { Installation, Installations } from '../../fleet/index.ts';
import type { InstallationState } from '../../model/installation.ts';
import { mention } from '../../report/command.ts';
import { FLEET_ACCOUNTS_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { installationCounts, installationsText } from '../../report/text/installations.ts';
import { nameSome } from '../../report/text/layout.ts';
import { type Context, styleFor } from '../context.ts';
import { withInstallations } from './database.ts';
import type { FleetFlags } from './flags.ts';

export interface AccountsFlags extends FleetFlags {
  readonly state?: readonly InstallationState[];
  readonly label?: Readonly<Record<string, string>>;
  readonly pause?: readonly number[];
  readonly resume?: readonly number[];
  readonly uninstall?: readonly number[];
  readonly reseal?: boolean;
}

export async function accounts(context: Context, flags: AccountsFlags): Promise<number> {
  if (flags.reseal === true) return (await import('./reseal.ts')).reseal(context, flags);
  for (const change of STATE_CHANGES) {
    const hubIds = flags[change];
    if (hubIds !== undefined) return changeState(context, flags, change, hubIds);
  }
  const { state: states, label: labels } = flags;
  const filter = { ...(states && { states }), ...(labels && { labels }) };
  const found = await withInstallations(context, flags, (installations) => installations.list(filter));
  show(context, flags, found);
  return EXIT.done;
}

const STATE_CHANGES = ['pause', 'resume', 'uninstall'] as const;
type StateChange = (typeof STATE_CHANGES)[number];

const CHANGES: Readonly<Record<StateChange, keyof Pick<Installations, 'paused' | 'resumed' | 'uninstalled'>>> = {
  pause: 'paused',
  resume: 'resumed',
  uninstall: 'uninstalled',
};

/** All or none: an account that is not known is told before anything is changed. */
async function changeState(
  context: Context,
  flags: FleetFlags,
  change: StateChange,
  hubIds: readonly number[],
): Promise<number> {
  const changed = await withInstallations(context, flags, async (installations) => {
    const distinct = [...new Set(hubIds)];
    await requireKnown(distinct, installations, change);
    const after: Installation[] = [];
    for (const hubId of distinct) after.push(await installations[CHANGES[change]](hubId));
    return after;
  });
  show(context, flags, changed);
  return EXIT.done;
}

async function requireKnown(
  hubIds: readonly number[],
  installations: Installations,
  change: StateChange,
): Promise<void> {
  const known = new Map((await installations.list()).map((one) => [one.hubId, one]));
  const unknown = hubIds.filter((hubId) => !known.has(hubId));
  if (unknown.length > 0) {
    throw new UsageError(
      'installation-unknown',
      `Not in this fleet: ${nameSome(unknown.map(String), 10)}. Nothing was changed.`,
      {
        hint: `Show the accounts of the fleet: ${mention('fleet', 'accounts')}`,
      },
    );
  }
  const gone = change === 'uninstall' ? [] : hubIds.filter((hubId) => known.get(hubId)?.state === 'uninstalled');
  if (gone.length === 0) return;
  throw new UsageError(
    'installation-uninstalled',
    `The app is uninstalled in ${nameSome(gone.map(String), 10)}. Nothing was changed.`,
    { hint: 'Only the account can install it again.' },
  );
}

function show(context: Context, flags: FleetFlags, found: readonly Installation[]): void {
  if (flags.json === true)
    context.out(json({ format: FLEET_ACCOUNTS_FORMAT, summary: installationCounts(found), accounts: found }));
  else context.out(installationsText(found, { ...styleFor(context.world, flags), brief: flags.quiet === true }));
}
