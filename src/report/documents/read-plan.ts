/** Reads a saved plan: only a complete document of a known version becomes a plan. */

import { defined } from '../../contract/defined.ts';
import { parseWith } from '../../contract/parse-with.ts';
import { UsageError } from '../../errors.ts';
import type { Fix } from '../../model/fix.ts';
import { PLAN_FORMAT, type SavedPlan } from '../../model/plan.ts';
import { mention } from '../command.ts';
import { terminalLine } from '../escape.ts';
import { PlanDocument } from './plan.ts';
import { isDocument, planVersion, upgradePlan } from './upgrade-plan.ts';

const SHOWN_ISSUES = 3;
const MAKE_ONE: readonly Fix[] = [{ action: 'save-plan' }];

/** Throws UsageError that names the broken member. A plan of an older version is brought to the newest form. */
export function readPlan(text: string, path?: string): SavedPlan {
  const { value, upgradedFrom } = inNewestForm(parseJson(text, path));
  const parsed = parseWith(PlanDocument, value);
  if (parsed.success) return { ...parsed.data, ...defined({ upgradedFrom }) };
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
    // Some editors and shells begin a text with a byte order mark.
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

function inNewestForm(value: unknown): { readonly value: unknown; readonly upgradedFrom?: string } {
  const format = isDocument(value) ? value['format'] : undefined;
  const version = planVersion(format);
  if (!isDocument(value) || version === undefined) {
    throw new UsageError('plan-file-invalid', `The file is not a plan: its "format" is not "${PLAN_FORMAT}".`, {
      fix: MAKE_ONE,
    });
  }
  if (format === PLAN_FORMAT) return { value };
  const upgraded = upgradePlan(value, version);
  if (upgraded !== undefined) return { value: upgraded, upgradedFrom: String(format) };
  throw new UsageError(
    'plan-file-version',
    `The plan file has format ${String(format)}, but this version of trueup reads ${PLAN_FORMAT} and older.`,
    { hint: 'Apply it with the version of trueup that created it, or create a new plan.' },
  );
}

function pathText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the document';
  return terminalLine(
    path
      .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
      .join(''),
  );
}
