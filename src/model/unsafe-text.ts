/** Characters that foreign text must not bring to a terminal or into a file that people read. */

/**
 * Control characters (escape sequences start with one), bidirectional overrides, separators of lines, invisible and tag
 * characters, and lone surrogates.
 */
export const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not reach a terminal.
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu;

/** Each UTF-16 code unit of it as JSON and JavaScript write it, such as `\u009b`. */
export function escapedUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
