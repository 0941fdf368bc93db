/** Says before a rollout is approved or started that the files here are not those that it was planned with. */

import { terminalLine } from '../../report/escape.ts';
import type { Context } from '../context.ts';
import type { OpenedFleet } from './open.ts';

/** Nothing where there are no files: then the workers have them. */
export async function noteOtherFiles(
  context: Context,
  { fleet, hasFiles }: Pick<OpenedFleet, 'fleet' | 'hasFiles'>,
  rollout: string,
): Promise<void> {
  const other = hasFiles ? await fleet.differs(rollout) : undefined;
  if (other === undefined) return;
  const [planned, own] = [other.planned.slice(0, DIGITS), other.own.slice(0, DIGITS)];
  context.note(
    `warning: Rollout ${terminalLine(rollout)} was planned with the configuration ${planned}, and the files here are ${own}: workers with these files leave it alone.`,
  );
  context.note('Use the files that it was planned with. If these files are meant, abort it and plan again.');
}

const DIGITS = 8;
