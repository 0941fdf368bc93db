/** An error of the Action: in the log, as an annotation, and as text for a comment. */

import { ConfigError, TrueupError, UnsafePlanError } from '../errors.ts';
import type { Finding } from '../model/finding.ts';
import { commandData, commandProperty, markdownCode, markdownText } from '../report/escape.ts';
import { findingParts } from '../report/markdown.ts';
import type { Step } from './step.ts';

interface Told {
  readonly message: string;
  readonly code: string;
  readonly hint: string | undefined;
  readonly findings: readonly Finding[];
}

function told(error: unknown): Told {
  const findings = error instanceof ConfigError || error instanceof UnsafePlanError ? error.findings : [];
  if (error instanceof TrueupError) {
    return { message: error.message, code: error.code, hint: error.hint, findings };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { message: `Something unexpected happened: ${message}`, code: 'internal', hint: undefined, findings };
}

export function reportError(step: Step, error: unknown): void {
  const { message, code, hint } = told(error);
  const text = commandData(hint === undefined ? message : `${message}\n${hint}`);
  step.commands(`::error title=${commandProperty(code)}::${text}\n`);
}

/** Bounded: a comment must not fail for being too long while it tells of a failure. */
export function errorMarkdown(error: unknown): string {
  const { message, code, hint, findings } = told(error);
  const more = hint === undefined ? '' : ` ${markdownText(hint.slice(0, 2000))}`;
  const parts = [
    `${markdownText(message.slice(0, 2000))} (${markdownCode(code)})${more}`,
    ...findingParts(findings.slice(0, 40), 'whole'),
  ];
  return parts.join('\n\n').slice(0, 60_000);
}
