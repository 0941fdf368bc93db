/** `trueup compare LEFT RIGHT`: shows how an account differs from another account or from the files. */

import { defined } from '../../contract/defined.ts';
import { UsageError } from '../../errors.ts';
import { accountNames } from '../../faces.ts';
import type { Comparison } from '../../index.ts';
import { json } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { exitOfComparison } from '../../report/exit.ts';
import { comparisonCounts, comparisonDoc } from '../../report/text/comparison.ts';
import { docText } from '../../report/text/render.ts';
import { buildStyle, type Context, listTypedFlags } from '../context.ts';
import type { CommonFlags, DriftFlags } from '../flags.ts';
import { ENVIRONMENT_ACCOUNT, withAccounts } from '../open.ts';
import { resolveOperands } from '../operands.ts';
import { openProjectIfThere } from '../project.ts';
import { inForm, requireReportFiles, writeReportFiles } from '../report-files.ts';

export interface CompareFlags extends CommonFlags, Pick<DriftFlags, 'format' | 'report'> {
  readonly object?: readonly string[];
  readonly include?: readonly string[];
  readonly concurrency?: number;
}

export interface Words {
  readonly left: string;
  readonly right: string | undefined;
  readonly patterns: readonly string[];
}

export async function compare(context: Context, flags: CompareFlags, words: Words): Promise<number> {
  const reports = flags.report ?? [];
  await requireReportFiles(context.world.cwd, reports, ['.html']);
  const comparison = await makeComparison(context, flags, words);
  await writeReportFiles(context, reports, { '.html': () => page(context, comparison) });
  context.out(await printed(context, flags, comparison));
  return exitOfComparison(comparison);
}

async function makeComparison(
  context: Context,
  flags: CompareFlags,
  { patterns, ...words }: Words,
): Promise<Comparison> {
  if (flags.account !== undefined)
    throw new UsageError('usage', 'The two sides name the accounts of a comparison, so --account has no meaning.', {
      hint: 'Leave it out.',
    });
  const project = await openProjectIfThere(context, flags);
  const names = accountNames(project);
  const { left, right } = resolveOperands(words.left, words.right, names.length === 0 ? [ENVIRONMENT_ACCOUNT] : names);
  const { object: objects, include, concurrency } = flags;
  const options = { patterns, ...defined({ objects, include, concurrency }) };
  const opened = [...new Set([left ?? right, right])];
  return withAccounts(context, flags, { project, names: opened }, async (reconcilers) => {
    const [from, to] = [reconcilers.get(left ?? right), reconcilers.get(right)];
    if (from === undefined || to === undefined) throw new UsageError('usage', 'A comparison has two sides.');
    const snapshot = left === undefined ? from.declared(options) : await from.snapshot(options);
    return to.compare(snapshot, defined({ concurrency }));
  });
}

function printed(context: Context, flags: CompareFlags, comparison: Comparison): Promise<string> {
  const { account: _, ...typed } = listTypedFlags(context.world, flags);
  return inForm(flags, {
    json: () => json(comparison),
    markdown: async () => (await import('../../report/markdown/render.ts')).docMarkdown(comparisonDoc(comparison)),
    html: () => page(context, comparison),
    brief: () => `${terminalLine(comparisonCounts(comparison))}\n`,
    text: () =>
      docText(comparisonDoc(comparison, typed), { ...buildStyle(context.world, flags), ...context.excerpts() }),
  });
}

async function page({ world }: Context, comparison: Comparison): Promise<string> {
  const { docHtml } = await import('../../report/html/render.ts');
  return docHtml(comparisonDoc(comparison), { now: world.now() });
}
