/** `trueup compare LEFT RIGHT`: shows how two accounts, an account and the files, or two snapshots differ. */

import { defined } from '../../contract/defined.ts';
import { UsageError } from '../../errors.ts';
import {
  accountNames,
  type CompareOperand,
  type Comparison,
  compare as compareAll,
  type Reconciler,
} from '../../index.ts';
import type { KindName } from '../../model/address.ts';
import type { Snapshot } from '../../model/snapshot.ts';
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
import { readSnapshotFile } from '../snapshot-file.ts';

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
  const snapshots = await Promise.all(
    operands.map((one) => (one.source === 'snapshot' ? readSnapshotFile(context, one.path) : undefined)),
  );
  const opened = operands.map((one, index) =>
    accountFor(one, { flags, accounts, other: 1 - index, operands, snapshots }),
  );
  const { kind: kinds, object: objects, include, concurrency } = flags;
  const options = { patterns: words.patterns, ...defined({ kinds, objects, include, concurrency }) };
  const distinct = [...new Set(opened.filter((name) => name !== undefined))];
  return withAccounts(context, flags, { project, names: distinct }, (reconcilers) => {
    const [left, right] = operands.map((one, index) =>
      operandWith(one, snapshots[index], reconcilers.get(opened[index] ?? '')),
    );
    if (left === undefined || right === undefined) throw new UsageError('usage', 'A comparison has two sides.');
    return compareAll(left, right, options);
  });
}

interface Choice {
  readonly flags: CompareFlags;
  readonly accounts: readonly string[];
  readonly operands: readonly OperandWord[];
  readonly other: number;
  readonly snapshots: readonly (Snapshot | undefined)[];
}

/** The account that an operand is of; undefined for a snapshot. Throws UsageError where files are of no certain account. */
function accountFor(operand: OperandWord, { flags, accounts, operands, other, snapshots }: Choice): string | undefined {
  const isOfFiles = operands.some(({ source }) => source === 'files');
  if (flags.account !== undefined && !isOfFiles)
    throw new UsageError('usage', '--account says for which account the files are meant, and no side is files.', {
      hint: 'Leave it out, or compare an account with files.',
    });
  if (operand.source === 'snapshot') return undefined;
  if (operand.source === 'account') return operand.name;
  const opposite = operands[other];
  if (opposite?.source === 'files')
    throw new UsageError('usage', 'Both sides are files, so there is nothing to compare.', {
      hint: 'Compare files with an account or with a snapshot.',
    });
  const given = flags.account ?? (opposite?.source === 'account' ? opposite.name : snapshots[other]?.account.name);
  if (given !== undefined && accounts.includes(given)) return given;
  if (flags.account === undefined && accounts.length === 1) return accounts[0];
  const known = `Accounts: ${accounts.join(', ')}.`;
  throw new UsageError('account-needed', `The files have no account ${given ?? ''}.`.replace(' .', '.'), {
    hint: `Choose the account that the files are meant for with --account. ${known}`,
  });
}

function operandWith(
  word: OperandWord,
  snapshot: Snapshot | undefined,
  reconciler: Reconciler | undefined,
): CompareOperand | undefined {
  if (word.source === 'snapshot') return snapshot && { source: 'snapshot', snapshot, name: word.path };
  return reconciler && { source: word.source, reconciler };
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
