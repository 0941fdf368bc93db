/** `trueup fleet clusters` and `sample`: what a rollout would change, account by account only where they differ. */

import { UsageError } from '../../errors.ts';
import { readFleet } from '../../fleet/index.ts';
import { DRIFT_FORMAT, type DriftReport } from '../../model/drift.ts';
import type { Plan } from '../../model/plan.ts';
import { mention } from '../../report/command.ts';
import { lackingConsents } from '../../report/consents.ts';
import { driftJson, planJson } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { driftText } from '../../report/text/drift.ts';
import { wrap } from '../../report/text/layout.ts';
import { planText } from '../../report/text/plan.ts';
import type { TextStyle } from '../../report/text/style.ts';
import { type Context, styleFor } from '../context.ts';
import { withDatabase } from './database.ts';
import type { FleetFlags } from './flags.ts';
import { namedRollout } from './named-rollout.ts';
import { withFleet } from './open.ts';
import { plannedOf, showPlanned } from './planned.ts';

export async function clusters(context: Context, flags: FleetFlags, name: string | undefined): Promise<number> {
  const planned = await withFleet(context, flags, async ({ fleet }) => {
    const { rollout } = await namedRollout(fleet.read, name, { to: 'be shown' });
    return plannedOf(fleet, rollout, { flags });
  });
  showPlanned(context, flags, planned);
  return EXIT.done;
}

/** The whole plan of one account of a cluster. */
export async function sample(
  context: Context,
  flags: FleetFlags,
  { name, cluster }: { readonly name: string; readonly cluster: string },
): Promise<number> {
  const found = await withDatabase(context, flags, async (database) => {
    const read = readFleet(database);
    const { rollout } = await namedRollout(read, name, { to: 'be shown' });
    const shapes = (await read.clusters(rollout)).filter(({ shape }) => shape.startsWith(cluster));
    const [only, ...others] = shapes;
    if (only === undefined || others.length > 0) throw noCluster(cluster, shapes.length, rollout);
    const whole = await read.sample(rollout, only.shape);
    if (whole === undefined) throw noCluster(cluster, 0, rollout);
    return whole;
  });
  context.out(shown(context, flags, found));
  return EXIT.done;
}

function shown({ world }: Context, flags: FleetFlags, found: Plan | DriftReport): string {
  const { hubId } = found.account;
  const style = styleFor(world, { ...flags, ...(hubId !== null && { hubId }) });
  if (found.format === DRIFT_FORMAT) return flags.json === true ? driftJson(found) : driftText(found, style);
  if (flags.json === true) return planJson(found, flags.verbose === true);
  return planText(found, style) + consentText(found, style);
}

/** No flag of a fleet consents: what its files allow is reviewed with the plans that they lead to. */
function consentText(plan: Plan, { width }: TextStyle): string {
  const lacking = lackingConsents(plan);
  if (lacking.length === 0) return '';
  const what = `To consent, add to the files, and plan the fleet again: \`policy: { allow: [${lacking.map((one) => JSON.stringify(one)).join(', ')}] }\``;
  return `\n${wrap(terminalLine(what), width, { first: '', rest: '  ' }).join('\n')}\n`;
}

function noCluster(cluster: string, found: number, rollout: string): UsageError {
  const message =
    found === 0
      ? `The rollout has no cluster ${JSON.stringify(cluster)}.`
      : `${JSON.stringify(cluster)} is the beginning of ${found} clusters.`;
  return new UsageError('cluster-unknown', message, {
    hint: `Show its clusters: ${mention('fleet', 'clusters', rollout)}`,
  });
}
