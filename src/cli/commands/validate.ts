/** `trueup validate`: every finding of the configuration, for one account or for all of them, without a network. */

import { exitOfFindings } from '../../report/exit.ts';
import { VALIDATION_FORMAT } from '../../report/formats.ts';
import { json } from '../../report/json.ts';
import { validationSarif } from '../../report/sarif.ts';
import { findingCounts, findingsText } from '../../report/text/findings.ts';
import { count } from '../../report/text/layout.ts';
import { validateProject } from '../../validate.ts';
import { type Context, styleFor } from '../context.ts';
import type { ValidateFlags } from '../flags.ts';
import { openProject } from '../project.ts';

export async function validate(context: Context, flags: ValidateFlags): Promise<number> {
  const project = await openProject(context, flags);
  const { accounts, findings } = validateProject(project, {
    env: context.world.env,
    now: context.world.now(),
    ...(flags.account === undefined ? {} : { accounts: [flags.account] }),
  });
  if (flags.json !== true && flags.format === 'sarif') {
    context.out(validationSarif(findings));
    return exitOfFindings(findings);
  }
  if (flags.json === true || flags.format === 'json') {
    const valid = exitOfFindings(findings) === 0;
    context.out(json({ format: VALIDATION_FORMAT, valid, files: project.files.length, findings }));
    return exitOfFindings(findings);
  }
  if (flags.quiet !== true && findings.length > 0) {
    context.out(`${findingsText(findings, { ...styleFor(context.world, flags), ...context.excerpts() })}\n\n`);
  }
  const counts = findings.length === 0 ? 'no findings' : findingCounts(findings);
  context.out(`${count(project.files.length, 'file')}, ${count(accounts, 'account')}: ${counts}.\n`);
  return exitOfFindings(findings);
}
