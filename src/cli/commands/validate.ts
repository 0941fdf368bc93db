/** `trueup validate`: every finding of the configuration, for one account or for all of them, without a network. */

import { accountNames } from '../../config/resolve.ts';
import { ConfigError } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';
import { json, VALIDATION_FORMAT } from '../../report/json.ts';
import { findingCounts, findingsText } from '../../report/text/findings.ts';
import { count } from '../../report/text/layout.ts';
import { type Context, styleFor } from '../context.ts';
import { exitOfFindings } from '../exit.ts';
import type { CommonFlags } from '../flags.ts';
import { openAccount, openProject } from '../open.ts';

export async function validate(context: Context, flags: CommonFlags): Promise<number> {
  const project = await openProject(context, flags);
  const names = accountNames(project);
  const asked = flags.account === undefined && names.length > 1 ? names : [flags.account];
  const found = await Promise.all(asked.map((account) => findingsOf(context, project, withAccount(flags, account))));
  const findings = withoutRepeats(found.flat());
  const files = project.files.length;
  if (flags.json === true) {
    context.out(json({ format: VALIDATION_FORMAT, valid: exitOfFindings(findings) === 0, files, findings }));
    return exitOfFindings(findings);
  }
  const counts = findings.length === 0 ? 'no findings' : findingCounts(findings);
  if (flags.quiet !== true && findings.length > 0) {
    context.out(`${findingsText(findings, { ...styleFor(context.world, flags), ...context.excerpts() })}\n\n`);
  }
  context.out(`${count(files, 'file')}, ${count(asked.length, 'account')}: ${counts}.\n`);
  return exitOfFindings(findings);
}

/** Findings are carried by the reconciler, or by the error when one of them keeps it from being made. */
async function findingsOf(
  context: Context,
  project: Parameters<typeof openAccount>[1],
  flags: CommonFlags,
): Promise<readonly Finding[]> {
  try {
    const reconciler = await openAccount(context, project, flags);
    await reconciler.close();
    return reconciler.findings;
  } catch (error) {
    if (error instanceof ConfigError) return error.findings;
    throw error;
  }
}

function withAccount(flags: CommonFlags, account: string | undefined): CommonFlags {
  return account === undefined ? flags : { ...flags, account };
}

/** What is wrong for every account is said once. */
function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
