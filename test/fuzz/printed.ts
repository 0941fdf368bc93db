/** Characters that must never be printed. */

/** Control characters other than line breaks, C1 included, direction marks and lone surrogates. */
export const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not reach a terminal.
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/u;

/** Lines of a stack trace. */
export const INSIDES = /^\s*at .+:\d+:\d+\)?$/m;
