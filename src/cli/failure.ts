/** The one printer of errors: what happened, what to do, the code; a stack trace only on request. */

import { ConfigError, InternalError, REFUSED, readAdvice, readSummary, TrueupError } from '../errors.ts';
import { errorJson } from '../report/documents/json.ts';
import { terminalLine, terminalLines } from '../report/escape.ts';
import { buildStyle, type Context } from './context.ts';
import type { CommonFlags } from './flags.ts';

export async function showError(context: Context, error: unknown, flags: CommonFlags): Promise<void> {
  const shown = asTrueupError(error);
  if (flags.json === true) {
    context.out(errorJson(shown));
  } else {
    await showText(context, shown, flags);
  }
  if (context.world.env['TRUEUP_DEBUG'] === '1') context.note(terminalLines(formatStack(error)));
}

async function showText(context: Context, error: TrueupError, flags: CommonFlags): Promise<void> {
  const style = { ...buildStyle(context.world, flags, 'stderr'), ...context.excerpts() };
  const findings = 'findings' in error && Array.isArray(error.findings) ? error.findings : [];
  if (findings.length > 0) {
    const { findingsText } = await import('../report/text/findings.ts');
    context.note(`${findingsText(findings, style)}\n`);
  }
  // What a finding above says is not repeated.
  const isSaid = findings.some(({ message }) => error.message.startsWith(`${REFUSED}: ${message}`));
  const sentence = isSaid ? `${REFUSED}.` : readSummary(error);
  context.note(`${style.palette.error('error:')} ${terminalLine(sentence)} ${style.palette.dim(`[${error.code}]`)}`);
  // The hint of a ConfigError refers to its findings, which are shown above.
  if (isSaid || error instanceof ConfigError) return;
  const { adviceLines } = await import('../report/text/hint.ts');
  // One line, which the terminal wraps: in a log, people search for the sentence.
  const unbroken = { ...style, width: Number.POSITIVE_INFINITY };
  const advice = readAdvice(error);
  const lines = adviceLines(advice, unbroken, { first: `${style.palette.command('help:')}  `, rest: '       ' });
  if (lines.length > 0) context.note(lines.join('\n'));
}

function asTrueupError(error: unknown): TrueupError {
  return error instanceof TrueupError ? error : unexpected(error);
}

/** Any other error is a bug in trueup; its message is kept, because it is the only information. */
function unexpected(error: unknown): TrueupError {
  const message = error instanceof Error ? error.message : String(error);
  return new InternalError(`Unexpected error: ${message}`, { cause: error });
}

function formatStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${formatStack(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
