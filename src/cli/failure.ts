/** The one printer of errors: what happened, what to do, the code; never a stack trace unless it is asked for. */

import { InternalError, TrueupError } from '../errors.ts';
import { terminalLine } from '../report/escape.ts';
import { errorJson } from '../report/json.ts';
import { type Context, styleFor } from './context.ts';
import type { CommonFlags } from './flags.ts';

export async function showError(context: Context, error: unknown, flags: CommonFlags): Promise<void> {
  const shown = error instanceof TrueupError ? error : unexpected(error);
  if (flags.json === true) {
    context.out(errorJson(shown));
  } else {
    await showText(context, shown, flags);
  }
  if (context.world.env['TRUEUP_DEBUG'] === '1') context.note(stackOf(error));
}

async function showText(context: Context, error: TrueupError, flags: CommonFlags): Promise<void> {
  const style = styleFor(context.world, flags, 'stderr');
  const findings = 'findings' in error && Array.isArray(error.findings) ? error.findings : [];
  if (findings.length > 0) {
    const { findingsText } = await import('../report/text/findings.ts');
    context.note(`${findingsText(findings, { ...style, ...context.excerpts() })}\n`);
  }
  context.note(
    `${style.palette.error('error:')} ${terminalLine(error.message)} ${style.palette.dim(`[${error.code}]`)}`,
  );
  if (error.hint !== undefined) context.note(`${style.palette.command('help:')}  ${terminalLine(error.hint)}`);
}

/** Anything that is not one of ours is our bug; its message is kept, since it is all there is to go by. */
function unexpected(error: unknown): TrueupError {
  const message = error instanceof Error ? error.message : String(error);
  return new InternalError(`Something unexpected happened: ${message}`, { cause: error });
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
