/** What has to be right before the accounts of a fleet are reached: all that is wrong is told in one run. */

import { ConfigError, UsageError } from '../../errors.ts';
import type { Installation } from '../../fleet/index.ts';
import type { Finding } from '../../model/finding.ts';
import { mention } from '../../report/command.ts';
import { count } from '../../report/text/layout.ts';
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
  const missing = withoutCredentials(active, project.named);
  if (faults.length + missing.length > 0) throw new ConfigError([...faults, ...missing]);
  await keys.current();
  if (active.length > 0) return active;
  throw new UsageError('fleet-empty', 'No account of the fleet is active.', {
    hint: `Import the accounts in which the app is installed: ${mention('fleet', 'import', 'FILE')}. Show those that are known: ${mention('fleet', 'accounts')}`,
  });
}

/** An app without credentials would fail for each of its accounts. */
function withoutCredentials(active: readonly Installation[], named: readonly string[]): readonly Finding[] {
  const missing = Map.groupBy(
    active.filter(({ appId }) => !named.includes(appId)),
    ({ appId }) => appId,
  );
  return [...missing].map(([appId, accounts]) => ({
    code: 'app-credentials-missing',
    severity: 'error',
    message: `${count(accounts.length, 'account')} ${accounts.length === 1 ? 'has' : 'have'} app ${appId}, whose client id and secret no file names.`,
    hint: `Add them to the files: apps: { ${JSON.stringify(appId)}: { clientId: …, clientSecret: "\${env.NAME}" } }.`,
  }));
}
