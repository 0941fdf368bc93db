/** Approval of clusters. An empty cluster is free of approval, a risky cluster is approved by name, a blocked cluster cannot be approved. */

import { UsageError } from '../../errors.ts';
import type { Shape } from './clusters.ts';

export interface Approving {
  /** The first eight or more hex digits of a shape. */
  readonly names?: readonly string[];
  /** Every cluster that loses nothing. */
  readonly all?: boolean;
}

type Reviewed = Pick<Shape, 'shape' | 'standing'>;

const NAME = /^[0-9a-f]{8,20}$/;

/** Returns true if the accounts of the cluster need no approval. */
export function approvesItself({ standing }: Pick<Reviewed, 'standing'>): boolean {
  return standing === 'empty';
}

/**
 * Returns the sorted shapes that the request approves. Empty clusters are left out. Throws UsageError `approval-refused` with every refused name.
 */
export function listApproved(clusters: readonly Reviewed[], { names = [], all = false }: Approving): readonly string[] {
  const named = names.map((name) => ({ name, found: clusters.filter(({ shape }) => shape.startsWith(name)) }));
  const problems = named.flatMap(({ name, found }) => findProblem(name, found) ?? []);
  if (problems.length > 0) {
    throw new UsageError('approval-refused', `Nothing was approved. ${problems.join(' ')}`, {
      hint: 'Name a cluster by the first eight or more digits of its shape. A blocked cluster needs another configuration, or consent in its files.',
    });
  }
  const safe = all ? clusters.filter(({ standing }) => standing === 'safe') : [];
  const chosen = [...safe, ...named.flatMap(({ found }) => found)].filter((cluster) => !approvesItself(cluster));
  return [...new Set(chosen.map(({ shape }) => shape))].sort();
}

/** Clusters that are named in an event. */
const NAMED = 5;

/** `clusters 3f9a01c2, 77b0c1d2, over the threshold create`: for people. */
export function approvalWords(shapes: readonly string[], overThreshold: readonly string[]): string {
  const named = shapes.slice(0, NAMED).map((shape) => shape.slice(0, 8));
  const more = shapes.length > NAMED ? ` and ${shapes.length - NAMED} more` : '';
  const over = overThreshold.length === 0 ? '' : `, over the threshold ${overThreshold.join(', ')},`;
  return `${shapes.length === 1 ? 'cluster' : 'clusters'} ${named.join(', ')}${more}${over}`;
}

function findProblem(name: string, found: readonly Reviewed[]): string | undefined {
  if (!NAME.test(name)) return `${JSON.stringify(name)} is not the beginning of a shape.`;
  const [only, ...others] = found;
  if (only === undefined) return `There is no cluster ${name}.`;
  if (others.length > 0) return `${name} is the beginning of ${found.map(({ shape }) => shape).join(' and ')}.`;
  if (only.standing === 'blocked') return `The plans of cluster ${name} are blocked.`;
  return undefined;
}
