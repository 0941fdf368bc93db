/** `command: validate`, and the replacement for a plan in a pull request from a fork: every finding, without token or network. */

import { validateProject } from '../index.ts';
import { EXIT, exitOfFindings } from '../report/exit.ts';
import { findingsWithin } from '../report/markdown/limit.ts';
import { findingCounts, findingsText } from '../report/text/findings.ts';
import { count } from '../report/text/layout.ts';
import { type Conclusion, NOTHING, type StepResult, stepResult } from './result.ts';
import { configurationEnv, type Run } from './run.ts';
import { annotate, summaryLimit, textStyle } from './show.ts';

/** `clean`: the result if there are no errors; for a fork, the account itself was not read. */
export async function validateAll(run: Run, clean: Conclusion): Promise<StepResult> {
  const { findings, accounts } = validateProject(run.project, {
    accounts: run.inputs.account,
    env: configurationEnv(run),
    credentials: run.inputs.credentials.map(({ name }) => name),
    now: run.clock.now(),
  });
  const exit = exitOfFindings(findings);
  if (findings.length > 0) run.step.log(`${findingsText(findings, textStyle(run))}\n`);
  const counted = findings.length === 0 ? 'no findings' : findingCounts(findings);
  const line = `${count(run.project.files.length, 'file')}, ${count(accounts, 'account')}: ${counted}.`;
  run.step.log(`${line}\n`);
  annotate(run, findings);
  const why =
    clean === 'neutral' ? ['Pull request from a fork: only the files were checked; no account was read.'] : [];
  await run.step.summary(
    `${['### Validation', line, ...why, findingsWithin(findings, summaryLimit(run), 'action')].join('\n\n')}\n`,
  );
  const of = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const counts = { errors: of('error'), warnings: of('warning'), infos: of('info') };
  const conclusion = exit === EXIT.done ? clean : 'failed';
  return stepResult([{ account: 'validation', ...NOTHING, counts, conclusion, exit }]);
}
