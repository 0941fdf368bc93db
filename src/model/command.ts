/** Commands of trueup inside sentences: marked and quoted, so that whoever shows them can print them as they run. */

const MARK = '`';

/** A word in quotes, an escaped quote, or characters that need none of both. */
const WORD = String.raw`(?:'[^']*'|\\'|[^\s\`'\\])+`;
const MENTION = new RegExp(`${MARK}(trueup(?: ${WORD})+)${MARK}`);

/** One word for a POSIX shell, quoted when it needs to be: nothing in it can start a command or become a second word. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command to put into a hint: `trueup ledger forget property:contacts/loyaltytier`, between backticks. */
export function mention(...words: readonly string[]): string {
  return `${MARK}${['trueup', ...words].map(shellWord).join(' ')}${MARK}`;
}

export interface TextPart {
  readonly text: string;
  /** A command without its marks, else prose. */
  readonly isCommand: boolean;
}

/** Prose and commands of a hint in their order; no part is empty. */
export function partsOf(hint: string): readonly TextPart[] {
  return hint
    .split(MENTION)
    .map((text, index) => ({ text, isCommand: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
