/** Commands of trueup inside sentences: marked and quoted, so that every face can print them ready to run. */

const MARK = '`';

/** A word in quotes, an escaped quote, or characters that need none of both. */
const WORD = String.raw`(?:'[^']*'|\\'|[^\s\`'\\])+`;
const MENTION = new RegExp(`${MARK}(trueup(?: ${WORD})+)${MARK}`);

/** Returns one word for a POSIX shell, quoted if needed, so that it cannot start a command or become two words. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command to put into a hint: `trueup ledger forget property:contacts/loyaltytier`, between backticks. */
export function mention(...words: readonly string[]): string {
  return `${MARK}${commandText(words)}${MARK}`;
}

/** A command as it is typed. */
export function commandText(words: readonly string[]): string {
  return wordsText(['trueup', ...words]);
}

export function wordsText(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

export interface TextPart {
  readonly text: string;
  /** A command is separate from the sentence, without marks. Code, such as a flag, is a part of the sentence. */
  readonly as: 'prose' | 'code' | 'command';
}

/** Prose and commands of a hint in their order; no part is empty. */
export function splitHint(hint: string): readonly TextPart[] {
  return hint
    .split(MENTION)
    .map((text, index): TextPart => ({ text, as: index % 2 === 1 ? 'command' : 'prose' }))
    .filter(({ text }) => text !== '');
}
