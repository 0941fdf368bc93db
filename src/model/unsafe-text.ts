/** Characters of foreign text that must not reach a terminal or a file for readers. */

/**
 * Control characters (escape sequences start with them), bidirectional overrides, line separators, spaces that resemble the common space,
 * invisible and tag characters, and lone surrogates. Joiners and variation selectors are allowed, because letters and emoji contain them.
 */
export const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not reach a terminal.
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u115f\u1160\u1680\u17b4\u17b5\u180e\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\u034f|\p{Surrogate}/gu;

/** Returns each UTF-16 code unit of the character as in JSON and JavaScript, such as `\u009b`. */
export function escapedUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
