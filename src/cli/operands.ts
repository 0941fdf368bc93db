/** Resolves the words of a comparison: the left side is an account or the files, the right side an account. */

import { UsageError } from '../errors.ts';
import { nearHint } from '../model/nearest.ts';
import { mention } from '../report/command.ts';
import { terminalLine } from '../report/escape.ts';

export const FILES = 'files';

export interface Operands {
  /** Name of the account. Undefined for files. */
  readonly left: string | undefined;
  readonly right: string;
}

/** `accounts`: names in the configuration. Throws UsageError. */
export function resolveOperands(left: string, right: string | undefined, accounts: readonly string[]): Operands {
  if (accounts.includes(FILES) && [left, right].includes(FILES))
    throw new UsageError('operand-ambiguous', `${FILES} is also the name of an account.`, {
      hint: `Give the account another name: in a comparison, ${FILES} means the declarations in the files.`,
    });
  requireKnown(left, [...accounts, FILES]);
  if (right === undefined) {
    throw new UsageError('operand-missing', `A comparison has two sides, and only ${terminalLine(left)} is given.`, {
      hint: `Name the account on the right side: ${mention('compare', terminalLine(left), 'ACCOUNT')}${
        left === FILES ? '' : `, or compare the files with it: ${mention('compare', FILES, terminalLine(left))}`
      }`,
    });
  }
  if (right === FILES)
    throw new UsageError('operand-unknown', 'The files are always the left side of a comparison.', {
      hint: mention('compare', FILES, terminalLine(left)),
    });
  requireKnown(right, accounts);
  return { left: left === FILES ? undefined : left, right };
}

function requireKnown(word: string, known: readonly string[]): void {
  if (known.includes(word)) return;
  throw new UsageError('operand-unknown', `${terminalLine(word)} cannot be this side of the comparison.`, {
    hint: `${nearHint(word, known) ?? ''} There is: ${known.map(terminalLine).join(', ')}.`.trimStart(),
  });
}
