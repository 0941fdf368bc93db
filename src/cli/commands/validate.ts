/** `trueup validate`: every finding of the configuration, for one account or all of them. Loads nothing that a project without findings does not need. */

import { defined } from '../../contract/defined.ts';
import { validateProject } from '../../reconciler/validate.ts';
import { VALIDATION_FORMAT } from '../../report/documents/formats.ts';
import { EXIT, exitOfFindings } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import { buildStyle, type Context } from '../context.ts';
import type { ValidateFlags } from '../flags.ts';
import { allowedHosts } from '../hosts.ts';
import { openProject } from '../project.ts';

export async function validate(context: Context, flags: ValidateFlags): Promise<number> {
  const project = await openProject(context, flags);
  const { accounts, findings } = validateProject(project, {
    env: context.world.env,
    allowedHosts: allowedHosts(context.world, flags),
    now: context.world.now(),
    ...defined({ accounts: flags.account === undefined ? undefined : [flags.account] }),
  });
  if (flags.json === true || flags.format === 'json') {
    const { json } = await import('../../report/documents/json.ts');
    const valid = exitOfFindings(findings) === 0;
    context.out(json({ format: VALIDATION_FORMAT, valid, files: project.files.length, findings }));
    return exitOfFindings(findings);
  }
  const scope = `${count(project.files.length, 'file')}, ${count(accounts, 'account')}`;
  if (findings.length === 0) {
    context.out(`${scope}: no findings.\n`);
    return EXIT.done;
  }
  const { findingCounts, findingsText } = await import('../../report/text/findings.ts');
  const shown = flags.quiet === true ? findings.filter(({ severity }) => severity === 'error') : findings;
  if (shown.length > 0) {
    context.out(`${findingsText(shown, { ...buildStyle(context.world, flags), ...context.excerpts() })}\n\n`);
  }
  context.out(`${scope}: ${findingCounts(findings)}.\n`);
  return exitOfFindings(findings);
}
