/** What every check gives, and how an error becomes one: no check keeps the others from running. */

import { defined } from '../../contract/defined.ts';
import { ConfigError, readAdvice, TrueupError } from '../../errors.ts';
import type { Check, CheckName } from '../../model/checkup.ts';
import type { Finding } from '../../model/finding.ts';

export function ok(check: CheckName, message: string): Check {
  return { check, status: 'ok', message };
}

export function warning(check: CheckName, message: string, hint?: string): Check {
  return { check, status: 'warning', message, ...defined({ hint }) };
}

export function problem(check: CheckName, message: string, hint?: string): Check {
  return { ...warning(check, message, hint), status: 'problem' };
}

export function problemFound(
  check: CheckName,
  { message, hint, fix }: Pick<Finding, 'message' | 'hint' | 'fix'>,
): Check {
  return { check, status: 'problem', message, ...defined({ hint, fix }) };
}

/** An error is a problem, anything else a warning. */
export function checkFound(check: CheckName, found: Finding): Check {
  return { ...problemFound(check, found), status: found.severity === 'error' ? 'problem' : 'warning' };
}

/** Rethrows what is no error of ours. */
export function buildProblem(check: CheckName, error: unknown): Check {
  if (!(error instanceof TrueupError)) throw error;
  // Its own message only counts what it carries.
  const told = error instanceof ConfigError ? error.findings.find(({ severity }) => severity === 'error') : undefined;
  if (told !== undefined) return problemFound(check, told);
  return { check, status: 'problem', message: error.message, ...readAdvice(error) };
}
