/** What has to be right before the accounts of a fleet are reached: all that is wrong is told in one run. */

import { ConfigError, UsageError } from '../../errors.ts';
import type { Installation } from '../../fleet/index.ts';
import { mention } from '../../report/command.ts';
import type { Context } from '../context.ts';
import type { OpenedFleet } from './open.ts';

/** Throws ConfigError with every fault of the files and of what they name, UsageError without keys and for a fleet without accounts. */
export async function requireReady(
  { world }: Context,
  { prepared, project, installations, keys }: OpenedFleet,
): Promise<readonly Installation[]> {
  const active = await installations.list({ states: ['active'] });
  const faults = [...prepared.findings(world.now()), ...project.findings].filter(
    ({ severity }) => severity === 'error',
  );
  if (faults.length > 0) throw new ConfigError(faults);
  await keys.current();
  if (active.length > 0) return active;
  throw new UsageError('fleet-empty', 'No account of the fleet is active.', {
    hint: `Import the accounts in which the app is installed: ${mention('fleet', 'import', 'FILE')}. Show those that are known: ${mention('fleet', 'accounts')}`,
  });
}
