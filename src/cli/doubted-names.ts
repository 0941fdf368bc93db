/** Doubts about the names of objects, settled by the ledgers on disk: no account is asked. Loads nothing where there is no doubt. */

import type { Finding } from '../model/finding.ts';
import type { Project } from '../model/project.ts';
import type { Context } from './context.ts';
import type { CommonFlags } from './flags.ts';

/** Without what a ledger knows better. */
export async function withoutSettledDoubts(
  { world: { cwd, env } }: Context,
  { account, ledger }: CommonFlags,
  project: Project,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  if (!findings.some(({ code }) => code === 'object-misspelt')) return findings;
  const { recordedAddresses } = await import('./recorded-addresses.ts');
  const { withoutRecordedNames } = await import('../reconciler/validate.ts');
  const { KINDS } = await import('../kinds/index.ts');
  return withoutRecordedNames(findings, await recordedAddresses(project, { cwd, env, account, ledger }), KINDS);
}
