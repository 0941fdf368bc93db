/** Reads a saved plan: only a complete document of a known version becomes a plan. */

import { z } from 'zod';
import { parseWith } from '../../contract/parse-with.ts';
import { UsageError } from '../../errors.ts';
import type { Fix } from '../../model/fix.ts';
import { PLAN_FORMAT, type Plan } from '../../model/plan.ts';
import { mention } from '../command.ts';
import { terminalLine } from '../escape.ts';
import { PlanDocument } from './plan.ts';

const SHOWN_ISSUES = 3;
const MAKE_ONE: readonly Fix[] = [{ action: 'save-plan' }];

/** @throws UsageError `plan-file-invalid` that names the broken member, or `plan-file-version` */
export function readPlan(text: string, path?: string): Plan {
  const value = parseJson(text, path);
  requirePlanFormat(value);
  const parsed = parseWith(PlanDocument, value);
  if (parsed.success) return parsed.data;
  const issues = parsed.issues
    .slice(0, SHOWN_ISSUES)
    .map((issue) => `${pathText(issue.path)}: ${terminalLine(issue.message)}`);
  throw new UsageError('plan-file-invalid', `The plan file is incomplete or invalid: ${issues.join('; ')}.`, {
    hint: 'Plan files are not meant to be edited.',
    fix: MAKE_ONE,
  });
}

function parseJson(text: string, path: string | undefined): unknown {
  try {
    // Some editors and shells add a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new UsageError('plan-file-invalid', 'The plan file is not JSON.', {
      ...(path !== undefined && /\.ya?ml$/i.test(path)
        ? { hint: `Pass a configuration with -f: ${mention('apply', '-f', path)}` }
        : { fix: MAKE_ONE }),
      cause,
    });
  }
}

function requirePlanFormat(value: unknown): void {
  const { format } = Format.safeParse(value).data ?? {};
  if (format === PLAN_FORMAT) return;
  if (format === undefined || !format.startsWith('trueup.plan/')) {
    throw new UsageError('plan-file-invalid', `The file is not a plan: its "format" must be "${PLAN_FORMAT}".`, {
      fix: MAKE_ONE,
    });
  }
  throw new UsageError(
    'plan-file-version',
    `The plan file has format ${terminalLine(format)}, but this version of trueup reads ${PLAN_FORMAT}.`,
    { hint: 'Apply it with the version of trueup that created it, or create a new plan.' },
  );
}

const Format = z.looseObject({ format: z.string() });

function pathText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the document';
  return terminalLine(
    path
      .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
      .join(''),
  );
}
