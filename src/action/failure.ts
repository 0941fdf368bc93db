/** Reports failures of the Action: in the log, as annotations, and as text for a comment. */

import { defined } from '../contract/defined.ts';
import { ConfigError, readAdvice, readSummary, TrueupError, UnsafePlanError } from '../errors.ts';
import type { Finding } from '../model/finding.ts';
import type { Advice } from '../model/fix.ts';
import { commandData, commandProperty, markdownCode, markdownText } from '../report/escape.ts';
import { EXIT, exitOfError } from '../report/exit.ts';
import { adviceTexts } from '../report/fix-texts.ts';
import { findingsWithin, markdownAdvice } from '../report/markdown/findings.ts';
import { findingsText } from '../report/text/findings.ts';
import type { AccountResult } from './result.ts';
import type { Run } from './run.ts';
import { annotate, textStyle } from './show.ts';
import type { Step } from './step.ts';

/** Bytes, so that everything else in a comment or a summary has room too. */
const MOST_FINDINGS = 20_000;
/** Characters of a sentence; escaping makes it at most ten times as long. */
const LONGEST = 1000;

interface Described {
  readonly message: string;
  readonly code: string;
  readonly advice: Advice;
}

function describe(error: unknown): Described {
  // The hint of a ConfigError refers to its findings, which are reported too.
  const isConfig = error instanceof ConfigError;
  if (error instanceof TrueupError)
    return {
      message: readSummary(error),
      code: error.code,
      advice: isConfig ? {} : readAdvice(error),
    };
  const message = error instanceof Error ? error.message : String(error);
  return { message: `Unexpected error: ${message}`, code: 'internal', advice: {} };
}

/** Codes about the target of tokens. Reviewers see them first. */
const OF_HOST: readonly string[] = ['host-not-allowed', 'host-changed'];

function findingsOf(error: unknown): readonly Finding[] {
  const isOne = error instanceof ConfigError || error instanceof UnsafePlanError;
  const findings = isOne ? error.findings : [];
  return [
    ...findings.filter(({ code }) => OF_HOST.includes(code)),
    ...findings.filter(({ code }) => !OF_HOST.includes(code)),
  ];
}

export function reportError(step: Step, error: unknown): void {
  const { message, code, advice } = describe(error);
  const text = commandData([message, ...adviceTexts(advice, 'action')].join('\n'));
  step.annotate([`::error title=${commandProperty(code)}::${text}`]);
}

/** Reports the failure with its findings, on their lines and in the log. */
export function reportFailure(run: Run, error: unknown): void {
  const findings = findingsOf(error);
  if (findings.length > 0) run.step.log(`${findingsText(findings, textStyle(run))}\n`);
  annotate(run, findings);
  reportError(run.step, error);
}

/** Limited: a comment that reports a failure must not fail for being too long. */
export function errorMarkdown(error: unknown): string {
  const { message, code, advice } = describe(error);
  const more = markdownAdvice({ ...advice, ...defined({ hint: advice.hint?.slice(0, LONGEST) }) }, 'action');
  const sentence = `${markdownText(message.slice(0, LONGEST))} (${markdownCode(code)})${more}`;
  return [sentence, findingsWithin(findingsOf(error), MOST_FINDINGS, 'action')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** A report that cannot be written fails the step; results stay valid. */
export async function reporting(run: Run, result: AccountResult, report: () => Promise<void>): Promise<AccountResult> {
  try {
    await report();
    return result;
  } catch (error) {
    reportError(run.step, error);
    return { ...result, conclusion: 'failed', exit: result.exit === EXIT.done ? exitOfError(error) : result.exit };
  }
}
