/** `trueup validate`: every finding of the configuration, for one account or for all of them, without a network. */

import { accountNames, resolveProject } from '../../config/resolve.ts';
import { offlineFindings } from '../../engine/rules.ts';
import { KINDS } from '../../kinds/index.ts';
import type { Finding } from '../../model/finding.ts';
import type { Project } from '../../model/project.ts';
import { VALIDATION_FORMAT } from '../../report/formats.ts';
import { json } from '../../report/json.ts';
import { findingCounts, findingsText } from '../../report/text/findings.ts';
import { count } from '../../report/text/layout.ts';
import { type Context, styleFor } from '../context.ts';
import { exitOfFindings } from '../exit.ts';
import type { CommonFlags } from '../flags.ts';
import { openProject } from '../project.ts';
import type { World } from '../world.ts';

export async function validate(context: Context, flags: CommonFlags): Promise<number> {
  const project = await openProject(context, flags);
  const names = accountNames(project);
  const asked = flags.account === undefined && names.length > 1 ? names : [flags.account];
  const findings = withoutRepeats(asked.flatMap((account) => findingsOf(project, account, context.world)));
  if (flags.json === true) {
    const valid = exitOfFindings(findings) === 0;
    context.out(json({ format: VALIDATION_FORMAT, valid, files: project.files.length, findings }));
    return exitOfFindings(findings);
  }
  if (flags.quiet !== true && findings.length > 0) {
    context.out(`${findingsText(findings, { ...styleFor(context.world, flags), ...context.excerpts() })}\n\n`);
  }
  const counts = findings.length === 0 ? 'no findings' : findingCounts(findings);
  context.out(`${count(project.files.length, 'file')}, ${count(asked.length, 'account')}: ${counts}.\n`);
  return exitOfFindings(findings);
}

function findingsOf(project: Project, account: string | undefined, world: World): readonly Finding[] {
  const resolution = resolveProject(project, {
    kinds: KINDS,
    env: world.env,
    ...(account === undefined ? {} : { account }),
  });
  return offlineFindings(resolution, world.now()).map(withoutCredentials);
}

/** Offline nobody needs a token: a review of a fork has none. */
function withoutCredentials(finding: Finding): Finding {
  return finding.code === 'credential-unset' ? { ...finding, severity: 'info' } : finding;
}

/** What is wrong for every account is said once. */
function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
