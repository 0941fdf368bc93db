/** `trueup fleet clusters`, `sample` and `approve`: the review of a planned rollout. */

import { UsageError } from '../../errors.ts';
import { DRIFT_FORMAT, type DriftReport } from '../../model/drift.ts';
import type { Counted } from '../../model/fleet.ts';
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
import { type FleetFlags, personOf } from './flags.ts';
import { allRollouts, namedRollout } from './named-rollout.ts';
import { noteOtherFiles, withFleet } from './open.ts';
import { plannedOf, showPlanned } from './planned.ts';

export async function clusters(context: Context, flags: FleetFlags, name: string | undefined): Promise<number> {
  const planned = await withFleet(context, flags, async ({ read, reach }) => {
    const rollout = await namedRollout(read, name, 'show');
    return plannedOf((await reach()).fleet, rollout, flags);
  });
  showPlanned(context, flags, planned);
  return EXIT.done;
}

/** Shows the whole plan of an account of a cluster, or its drift. */
export async function sample(
  context: Context,
  flags: FleetFlags,
  { name, cluster }: { readonly name: string; readonly cluster: string },
): Promise<number> {
  const found = await withFleet(context, flags, async ({ read }) => {
    const rollout = await namedRollout(read, name, 'show');
    const [only, ...others] = (await read.clusters(rollout)).filter(({ shape }) => shape.startsWith(cluster));
    const whole = only && (await read.sample(rollout, only.shape));
    if (whole !== undefined && others.length === 0) return whole;
    const named = JSON.stringify(cluster);
    const message =
      whole === undefined ? `The rollout has no cluster ${named}.` : `Several clusters begin with ${named}.`;
    throw new UsageError('cluster-unknown', message, {
      hint: `Show its clusters: ${mention('fleet', 'clusters', rollout)}`,
    });
  });
  context.out(sampleText(context, flags, found));
  return EXIT.done;
}

function sampleText({ world }: Context, flags: FleetFlags, found: Plan | DriftReport): string {
  const { hubId } = found.account;
  const style = styleFor(world, { ...flags, ...(hubId !== null && { hubId }) });
  if (found.format === DRIFT_FORMAT) return flags.json === true ? driftJson(found) : driftText(found, style);
  if (flags.json === true) return planJson(found, flags.verbose === true);
  return planText(found, style) + consentText(found, style);
}

/** The commands of a fleet have no flag of consent: the files consent, and the plans that follow are reviewed. */
function consentText(plan: Plan, { width }: TextStyle): string {
  const lacking = lackingConsents(plan);
  if (lacking.length === 0) return '';
  const what = `To consent, add to the files, and plan the fleet again: \`policy: { allow: [${lacking.map((one) => JSON.stringify(one)).join(', ')}] }\``;
  return `\n${wrap(terminalLine(what), width, { first: '', rest: '  ' }).join('\n')}\n`;
}

export interface ApproveFlags extends FleetFlags {
  readonly all?: boolean;
  readonly overThreshold?: readonly Counted[];
}

/** Without the id of a rollout, all words name clusters. */
export async function approve(context: Context, flags: ApproveFlags, words: readonly string[]): Promise<number> {
  const { all = false, overThreshold = [] } = flags;
  const planned = await withFleet(context, flags, async ({ read, reach }) => {
    const [first, ...others] = words;
    const isRollout = first !== undefined && (await allRollouts(read)).some(({ rollout }) => rollout.startsWith(first));
    const names = isRollout ? others : words;
    const rollout = await namedRollout(read, isRollout ? first : undefined, 'approve');
    if (!all && names.length === 0) {
      throw new UsageError('usage', 'Nothing was named to approve.', {
        hint: 'Name clusters, or pass --all for those that lose nothing.',
      });
    }
    const reached = await reach();
    const { fleet } = reached;
    await noteOtherFiles(context, reached, rollout);
    await fleet.approve(rollout, { names, all, by: personOf(context, flags), overThreshold });
    return plannedOf(fleet, rollout, flags, overThreshold);
  });
  showPlanned(context, flags, planned);
  return EXIT.done;
}
