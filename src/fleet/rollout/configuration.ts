/** Compares a rollout with the files of this process. A process skips rollouts that were planned with other files. */

import { UsageError } from '../../errors.ts';

/** The configuration of a rollout. The digest is null if any files will do, or if it is unknown. */
export interface PlannedWith {
  readonly id: string;
  readonly digest: string | null;
}

/** A rollout that another configuration is needed for. */
export interface LeftAlone {
  readonly rollout: string;
  /** Digest of the configuration that it was planned with. */
  readonly planned: string;
  /** Digest of the files of this process. */
  readonly own: string;
}

/** Returns the rollouts that were planned with other files. */
export function leftAlone(rollouts: readonly PlannedWith[], own: string): readonly LeftAlone[] {
  return rollouts.flatMap(({ id, digest }) =>
    digest === null || digest === own ? [] : [{ rollout: id, planned: digest, own }],
  );
}

/** Throws UsageError `configuration-differs`. */
export function requireConfiguration(rollout: PlannedWith, own: string): void {
  const left = leftAlone([rollout], own);
  if (left.length > 0) throw configurationDiffers(left, 'plan it');
}

export function configurationDiffers(left: readonly LeftAlone[], way: 'plan it' | 'run it'): UsageError {
  return new UsageError('configuration-differs', left.map(describeDifference).join(' '), {
    hint: `Use the files that it was planned with to ${way}. If these files are meant, abort it and plan again.`,
  });
}

const DIGITS = 8;

function describeDifference({ rollout, planned, own }: LeftAlone): string {
  return `Rollout ${rollout} was planned with the configuration ${planned.slice(0, DIGITS)}, and the files here are ${own.slice(0, DIGITS)}.`;
}
