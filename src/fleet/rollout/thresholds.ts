/** Thresholds over a fleet: the number of accounts that may have a certain kind of change without a special approval. */

import { z } from 'zod';
import { lazy } from '../../contract/lazy.ts';
import { UsageError } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';
import { COUNTED, type Counted, type Thresholds } from '../../model/fleet.ts';
import type { Shape } from './clusters.ts';

type Counting = Pick<Shape, 'actions' | 'risks' | 'severities'> & { readonly accounts: number };

/** Returns one finding for each threshold that is broken in any of the sets: the stricter one counts. Those in `over` may be broken. */
export function brokenThresholds(
  clusters: readonly Counting[],
  sets: readonly (Thresholds | null)[],
  over: readonly Counted[] = [],
): readonly Finding[] {
  const planned = sum(clusters);
  return COUNTED.filter((counted) => !over.includes(counted)).flatMap((counted): readonly Finding[] => {
    const having = sum(clusters.filter((cluster) => has(cluster, counted)));
    const broken = sets
      .flatMap((thresholds) => thresholds?.[counted] ?? [])
      .find(({ percent, above }) => having > above && having * 100 > percent * planned);
    if (broken === undefined) return [];
    const { percent, above } = broken;
    return [
      {
        code: 'fleet-threshold',
        severity: 'error',
        message: `${having} of ${planned} accounts (${formatShare(having, planned)} %) have a change that counts as ${counted}. At most ${percent} % may, once there are more than ${above}.`,
        hint: `Look at their clusters. If the change is meant, approve over the threshold ${counted}.`,
      },
    ];
  });
}

const ThresholdShape = lazy(() => z.strictObject({ percent: z.number().min(0).max(100), above: z.int().min(0) }));

/** @throws UsageError `argument-invalid` with the name of every threshold that is invalid */
export function requireThresholds(thresholds: Readonly<Record<string, unknown>>): void {
  const wrong = Object.entries(thresholds).filter(
    ([name, value]) => !COUNTED.some((counted) => counted === name) || !ThresholdShape().safeParse(value).success,
  );
  if (wrong.length === 0) return;
  throw new UsageError(
    'argument-invalid',
    `Invalid thresholds of the fleet: ${wrong.map(([name]) => name).join(', ')}.`,
    {
      hint: `A threshold is { percent, above }: a percentage from 0 to 100, and a whole number of accounts from 0. Names are ${COUNTED.join(', ')}.`,
    },
  );
}

function has({ actions, risks, severities }: Counting, counted: Counted): boolean {
  return (
    counted in actions || risks.some((risk) => risk === counted) || severities.some((severity) => severity === counted)
  );
}

function sum(clusters: readonly Counting[]): number {
  return clusters.reduce((total, { accounts }) => total + accounts, 0);
}

function formatShare(part: number, whole: number): string {
  return String(Math.round((part / whole) * 1000) / 10);
}
