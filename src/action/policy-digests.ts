/** Identifies what a plan showed of a looser policy, and what of it was allowed, so that a later run knows it again. */

import { hash } from 'node:crypto';
import type { Loosening } from '../index.ts';
import { inKeyOrder } from '../model/json.ts';

/** With both sides, where there are two: what is raised further than it was shown is another one. */
export function looseningDigest(loosening: Loosening): string {
  return digestOf(['loosening', loosening]);
}

/** `what`: which of them it is, such as a change with what it means. */
export function needDigest(...what: readonly string[]): string {
  return digestOf(['need', ...what]);
}

/** Of a policy that nobody could read. Undefined where even its commit is unknown. */
export function unreadableDigest(commit: string | undefined): string | undefined {
  return commit === undefined ? undefined : digestOf(['unreadable', commit]);
}

function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(inKeyOrder(value))).slice(0, 20);
}
