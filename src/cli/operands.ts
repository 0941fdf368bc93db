/** Resolves the words of a comparison: an account, or the files. */

import { UsageError } from '../errors.ts';
import { nearest } from '../model/nearest.ts';
import { mention } from '../report/command.ts';
import { terminalLine } from '../report/escape.ts';

export const FILES = 'files';

export type OperandWord = { readonly source: 'account'; readonly name: string } | { readonly source: 'files' };

/** `accounts`: names that the configuration knows. Throws UsageError for an unknown or ambiguous word. */
export function operandOf(word: string, accounts: readonly string[]): OperandWord {
  const isAccount = accounts.includes(word);
  if (word === FILES) {
    if (!isAccount) return { source: 'files' };
    throw new UsageError('operand-ambiguous', `${FILES} is also the name of an account.`, {
      hint: `Give the account another name: in a comparison, ${FILES} means the declarations in the files.`,
    });
  }
  if (isAccount) return { source: 'account', name: word };
  const near = nearest(word, [...accounts, FILES]);
  const known = `There is: ${[...accounts, FILES].map(terminalLine).join(', ')}.`;
  throw new UsageError('operand-unknown', `${terminalLine(word)} is neither an account nor ${FILES}.`, {
    hint: near === undefined ? known : `Did you mean ${terminalLine(near)}? ${known}`,
  });
}

/** Throws UsageError. */
export function requireTwo(left: string, right: string | undefined, accounts: readonly string[]): string {
  if (right !== undefined) return right;
  const other = accounts.find((name) => name !== left) ?? FILES;
  throw new UsageError('operand-missing', `A comparison has two sides, and only ${terminalLine(left)} is given.`, {
    hint: `Name the other one: ${mention('compare', terminalLine(left), other === left ? 'ACCOUNT' : other)}`,
  });
}
