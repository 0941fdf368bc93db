/** `trueup compare LEFT RIGHT`: shows how two accounts, or an account and the files, differ. */

import { defined } from '../../contract/defined.ts';
import { UsageError } from '../../errors.ts';
import { accountNames, type CompareOperand, type Comparison, compare as compareAll } from '../../index.ts';
import type { KindName } from '../../model/address.ts';
import { json } from '../../report/documents/json.ts';
import { exitOfComparison } from '../../report/exit.ts';
import { comparisonBrief, comparisonText } from '../../report/text/comparison.ts';
import { stepsAfterComparison } from '../../report/text/next-compared.ts';
import { type Context, styleFor, typedOf } from '../context.ts';
import type { CommonFlags, DriftFlags } from '../flags.ts';
import { ENVIRONMENT_ACCOUNT, withAccounts } from '../open.ts';
import { type OperandWord, operandOf, requireTwo } from '../operands.ts';
import { openProjectIfThere } from '../project.ts';
import { requireReportFiles, writeReportFiles } from '../report-files.ts';

export interface CompareFlags extends CommonFlags, Pick<DriftFlags, 'format' | 'report'> {
  readonly kind?: readonly KindName[];
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
  const comparison = await made(context, flags, words);
  await writeReportFiles(context, reports, { '.html': () => page(comparison) });
  context.out(await printed(context, flags, comparison));
  return exitOfComparison(comparison);
}

async function made(context: Context, flags: CompareFlags, words: Words): Promise<Comparison> {
  const project = await openProjectIfThere(context, flags);
  const names = accountNames(project);
  const accounts = names.length === 0 ? [ENVIRONMENT_ACCOUNT] : names;
  const second = requireTwo(words.left, words.right, accounts);
  const operands = [words.left, second].map((word) => operandOf(word, accounts));
  const opened = operands.map((operand, index) =>
    findAccount(operand, { flags, accounts, opposite: operands[1 - index] }),
  );
  const { kind: kinds, object: objects, include, concurrency } = flags;
  const options = { patterns: words.patterns, ...defined({ kinds, objects, include, concurrency }) };
  return withAccounts(context, flags, { project, names: [...new Set(opened)] }, (reconcilers) => {
    const [left, right] = operands.flatMap(({ source }, index): readonly CompareOperand[] => {
      const reconciler = reconcilers.get(opened[index] ?? '');
      return reconciler === undefined ? [] : [{ source, reconciler }];
    });
    if (left === undefined || right === undefined) throw new UsageError('usage', 'A comparison has two sides.');
    return compareAll(left, right, options);
  });
}

interface Choice {
  readonly flags: CompareFlags;
  readonly accounts: readonly string[];
  readonly opposite: OperandWord | undefined;
}

/** Returns the account of an operand. Throws UsageError if the account of the files is not certain. */
function findAccount(operand: OperandWord, { flags, accounts, opposite }: Choice): string {
  if (flags.account !== undefined && operand.source === 'account' && opposite?.source === 'account')
    throw new UsageError('usage', '--account says for which account the files are meant, and no side is files.', {
      hint: 'Leave it out, or compare an account with files.',
    });
  if (operand.source === 'account') return operand.name;
  if (opposite?.source !== 'account')
    throw new UsageError('usage', 'Both sides are files, so there is nothing to compare.', {
      hint: 'Compare files with an account.',
    });
  const given = flags.account ?? opposite.name;
  if (accounts.includes(given)) return given;
  throw new UsageError('account-needed', `The files have no account ${given}.`, {
    hint: `Choose the account that the files are meant for with --account. Accounts: ${accounts.join(', ')}.`,
  });
}

async function printed(context: Context, flags: CompareFlags, comparison: Comparison): Promise<string> {
  switch (flags.json === true ? 'json' : (flags.format ?? 'text')) {
    case 'json':
      return json(comparison);
    case 'markdown': {
      const { comparisonMarkdown } = await import('../../report/markdown/comparison.ts');
      return comparisonMarkdown(comparison, Number.POSITIVE_INFINITY).text;
    }
    case 'html':
      return page(comparison);
    case 'text': {
      if (flags.quiet === true) return comparisonBrief(comparison);
      const { account: _, ...typed } = typedOf(context.world, flags);
      const style = { ...styleFor(context.world, flags), ...context.excerpts() };
      return comparisonText(comparison, stepsAfterComparison(comparison, typed), style);
    }
  }
}

async function page(comparison: Comparison): Promise<string> {
  const { comparisonHtml } = await import('../../report/html/comparison.ts');
  return comparisonHtml(comparison);
}
