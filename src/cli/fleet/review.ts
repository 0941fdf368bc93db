/** `trueup fleet clusters`, `sample` and `approve`: the review of a planned rollout, with its broken thresholds and the next commands. */

import { UsageError } from '../../errors.ts';
import type { Fleet } from '../../fleet/index.ts';
import { DRIFT_FORMAT } from '../../model/drift.ts';
import type { Sample } from '../../model/rollout-report.ts';
import { mention } from '../../report/command.ts';
import { lackingConsents } from '../../report/consents.ts';
import { CLUSTERS_FORMAT } from '../../report/documents/formats.ts';
import { json, planJson } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { CLUSTERS_SHOWN, clustersDoc, compareWithLargest, type ShownClusters } from '../../report/text/clusters.ts';
import { driftDoc } from '../../report/text/drift.ts';
import { wrap } from '../../report/text/layout.ts';
import { planDoc } from '../../report/text/plan.ts';
import { docText } from '../../report/text/render.ts';
import { buildStyle, type Context } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { namedRollout } from './named-rollout.ts';
import { readSituation, stepsAfter } from './next-steps.ts';
import { type OpenedFleet, reachFleet, withFleet } from './open.ts';

export function clusters(context: Context, flags: FleetFlags, name: string | undefined): Promise<number> {
  return withFleet(context, flags, async (opened) => {
    const rollout = await namedRollout(opened.read, name, 'show');
    await showReview(opened, (await opened.reach()).fleet, rollout);
    return EXIT.done;
  });
}

interface Named {
  readonly name: string | undefined;
  readonly clusters: readonly string[];
}

export function approve(context: Context, flags: FleetFlags, { name, clusters: names }: Named): Promise<number> {
  return withFleet(context, flags, async (opened) => {
    const rollout = await namedRollout(opened.read, name, 'approve');
    const { all = false, overThreshold } = flags;
    if (!all && names.length === 0) {
      throw new UsageError('usage', 'Nothing was named to approve.', {
        hint: 'Name clusters, or pass --all for those that lose nothing.',
      });
    }
    const fleet = await reachFleet(rollout, opened);
    const approved = await fleet.approve(rollout, { names, all, by: opened.by, overThreshold });
    await showReview(opened, fleet, rollout);
    if (approved.length === 0)
      context.note(
        'Nothing was approved. No safe cluster waits for approval. Approve a destructive or irreversible cluster by its name.',
      );
    return EXIT.done;
  });
}

export async function showReview(opened: OpenedFleet, fleet: Fleet, rollout: string): Promise<ShownClusters> {
  const { context, flags, read, style, typed } = opened;
  const { status, bad } = await readSituation(read, rollout);
  const clusters = await read.clusters(rollout);
  const findings = await fleet.findings(rollout, undefined, flags.overThreshold);
  const hasRun = status.kind !== 'drift' && status.phase !== 'planning' && status.phase !== 'review';
  const unplanned = hasRun ? [] : bad;
  const steps = stepsAfter({ status, bad, reviewed: { clusters, isOverThreshold: findings.length > 0 } }, typed);
  const samples: Map<string, Sample> = new Map();
  const review = { status, clusters, samples, unplanned, findings, steps };
  const printed = flags.quiet === true ? 0 : flags.verbose === true ? clusters.length : CLUSTERS_SHOWN;
  for (const { shape } of clusters.slice(0, printed)) {
    const found = await read.sample(rollout, shape);
    if (found !== undefined) samples.set(shape, found);
  }
  if (flags.json === true) {
    const { kind, phase, states, overlap } = status;
    const head = { format: CLUSTERS_FORMAT, rollout, kind, phase, states, overlap };
    const differences = compareWithLargest(clusters, samples, { verbose: style.verbose });
    context.out(json({ ...head, clusters, differences, unplanned, findings }));
    return review;
  }
  context.out(docText(clustersDoc(review, { verbose: style.verbose, brief: flags.quiet === true }), style));
  return review;
}

/** Drift comes first, as in one account. An account without a plan, or with a blocked plan, is left out of the rollout. */
export function exitOfReview({ status, clusters, findings }: ShownClusters): number {
  const standings = new Set(clusters.map(({ standing }) => standing));
  if (standings.has('drifted')) return EXIT.pending;
  if (findings.length > 0 || (standings.has('blocked') && standings.size === 1)) return EXIT.refused;
  return standings.has('blocked') || (status.states.failed ?? 0) > 0 ? EXIT.partial : EXIT.done;
}

/** Shows the whole plan of an account of a cluster, or its drift. */
export function sample(
  context: Context,
  flags: FleetFlags,
  { name, cluster }: { readonly name: string; readonly cluster: string },
): Promise<number> {
  return withFleet(context, flags, async ({ read }) => {
    const rollout = await namedRollout(read, name, 'show');
    const [only, ...others] = (await read.clusters(rollout)).filter(({ shape }) => shape.startsWith(cluster));
    const found = only && (await read.sample(rollout, only.shape));
    if (found === undefined || others.length > 0) {
      const count = others.length > 0 ? 'several clusters' : 'no cluster';
      throw new UsageError('cluster-unknown', `The rollout has ${count} ${JSON.stringify(cluster)}.`, {
        hint: `Show its clusters: ${mention('fleet', 'clusters', rollout)}`,
      });
    }
    context.out(sampleText(context, flags, found));
    return EXIT.done;
  });
}

function sampleText({ world }: Context, flags: FleetFlags, found: Sample): string {
  const { hubId } = found.account;
  const style = buildStyle(world, { ...flags, ...(hubId !== null && { hubId }) });
  if (found.format === DRIFT_FORMAT)
    return flags.json === true ? json(found) : docText(driftDoc(found, { verbose: style.verbose }), style);
  if (flags.json === true) return planJson(found, flags.verbose === true);
  const lacking = lackingConsents(found).map((consent) => JSON.stringify(consent));
  const shown = docText(planDoc(found, { now: style.now, verbose: style.verbose }), style);
  if (lacking.length === 0) return shown;
  // The commands of a fleet have no flag of consent: the files consent, and the plans that follow are reviewed.
  const what = `To consent, add to the files, and plan the fleet again: \`policy: { allow: [${lacking.join(', ')}] }\``;
  return `${shown}\n${wrap(terminalLine(what), style.width, { first: '', rest: '  ' }).join('\n')}\n`;
}
