/** Thresholds over a fleet: how many accounts may have a change of some kind before somebody has to look again. */

import { UsageError } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';
import { COUNTED, type Counted, type Thresholds } from '../../model/fleet.ts';
import { nearest } from '../../model/nearest.ts';
import type { Cluster } from './clusters.ts';

/** One finding for each that is broken in any of the sets, with its numbers: the stricter one counts. */
export function brokenThresholds(
  clusters: readonly Pick<Cluster, 'accounts' | 'actions' | 'risks' | 'severities'>[],
  ...sets: readonly Thresholds[]
): readonly Finding[] {
  const planned = sum(clusters);
  return COUNTED.flatMap((counted): readonly Finding[] => {
    const having = sum(clusters.filter((cluster) => has(cluster, counted)));
    const broken = sets
      .flatMap((thresholds) => thresholds[counted] ?? [])
      .find(({ percent, above }) => having > above && having * 100 > percent * planned);
    if (broken === undefined) return [];
    const { percent, above } = broken;
    return [
      {
        code: 'fleet-threshold',
        severity: 'error',
        message: `${having} of ${planned} accounts (${share(having, planned)} %) have a change that counts as ${counted}. At most ${percent} % may, once there are more than ${above}.`,
        hint: 'Look at their clusters. If the change is meant, approve over the threshold.',
      },
    ];
  });
}

/** Those that nobody consented to break. */
export function without(thresholds: Thresholds, over: readonly Counted[]): Thresholds {
  return Object.fromEntries(Object.entries(thresholds).filter(([name]) => !over.some((one) => one === name)));
}

/** Throws UsageError `argument-invalid`, which names every threshold that is wrong. */
export function requireThresholds(thresholds: Readonly<Record<string, unknown>>): void {
  const problems = Object.entries(thresholds).flatMap(([name, value]) => problemsOf(name, value));
  if (problems.length === 0) return;
  throw new UsageError('argument-invalid', `The thresholds of the fleet are wrong. ${problems.join(' ')}`, {
    hint: 'A threshold is { percent, above }: a percentage from 0 to 100, and a whole number of accounts from 0.',
  });
}

function problemsOf(name: string, value: unknown): readonly string[] {
  if (!COUNTED.some((counted) => counted === name)) {
    const near = nearest(name, COUNTED);
    return [`Nothing is counted as ${JSON.stringify(name)}${near === undefined ? '' : `; ${near} is`}.`];
  }
  const { percent, above, ...others } = { ...(typeof value === 'object' ? value : {}) } as Readonly<
    Record<string, unknown>
  >;
  const isShare = typeof percent === 'number' && percent >= 0 && percent <= 100;
  return [
    ...(isShare ? [] : [`The percent of ${name} is ${JSON.stringify(percent)}.`]),
    ...(Number.isSafeInteger(above) && Number(above) >= 0 ? [] : [`The above of ${name} is ${JSON.stringify(above)}.`]),
    ...Object.keys(others).map((other) => `${name} has ${JSON.stringify(other)}, which is not known.`),
  ];
}

function has({ actions, risks, severities }: Pick<Cluster, 'actions' | 'risks' | 'severities'>, counted: Counted) {
  return counted in actions || risks.some((risk) => risk === counted) || severities.some((one) => one === counted);
}

function sum(clusters: readonly Pick<Cluster, 'accounts'>[]): number {
  return clusters.reduce((total, { accounts }) => total + accounts, 0);
}

function share(part: number, whole: number): string {
  return String(Math.round((part / whole) * 1000) / 10);
}
