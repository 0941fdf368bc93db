/** What the words of a comparison stand for: an account, the files, or a saved snapshot. */

import { UsageError } from '../errors.ts';
import { nearest } from '../model/nearest.ts';
import { mention } from '../report/command.ts';
import { terminalLine } from '../report/escape.ts';

export const FILES = 'files';
const SNAPSHOT = '.json';

export type OperandWord =
  | { readonly source: 'account'; readonly name: string }
  | { readonly source: 'files' }
  | { readonly source: 'snapshot'; readonly path: string };

/** `accounts`: names that the configuration knows. Throws UsageError for a word that stands for nothing, or for two things. */
export function operandOf(word: string, accounts: readonly string[]): OperandWord {
  const isAccount = accounts.includes(word);
  const isSnapshot = word.endsWith(SNAPSHOT);
  if (isAccount && (word === FILES || isSnapshot))
    throw new UsageError('operand-ambiguous', `${word} is the name of an account, and stands for something else too.`, {
      hint: `Give the account another name: in a comparison, ${FILES} is what the files declare, and what ends in ${SNAPSHOT} is a snapshot.`,
    });
  if (word === FILES) return { source: 'files' };
  if (isSnapshot) return { source: 'snapshot', path: word };
  if (isAccount) return { source: 'account', name: word };
  const near = nearest(word, [...accounts, FILES]);
  const known = `There is: ${[...accounts, FILES].map(terminalLine).join(', ')}, or a snapshot whose name ends in ${SNAPSHOT}.`;
  throw new UsageError(
    'operand-unknown',
    `${terminalLine(word)} is neither an account, nor ${FILES}, nor a snapshot.`,
    {
      hint: near === undefined ? known : `Did you mean ${terminalLine(near)}? ${known}`,
    },
  );
}

/** Throws UsageError. */
export function requireTwo(left: string, right: string | undefined, accounts: readonly string[]): string {
  if (right !== undefined) return right;
  const other = accounts.find((name) => name !== left) ?? FILES;
  throw new UsageError('operand-missing', `A comparison has two sides, and only ${terminalLine(left)} is given.`, {
    hint: `Name the other one: ${mention('compare', terminalLine(left), other === left ? 'ACCOUNT' : other)}`,
  });
}
