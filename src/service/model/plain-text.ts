/** Strings that every store keeps unchanged, and strings that are shortened for display. */

/** Returns the reason why a text cannot be stored, or undefined. */
export function unstorable(text: string): string | undefined {
  if (text.includes('\u0000')) return 'a NUL character';
  return text.isWellFormed() ? undefined : 'an unpaired surrogate';
}

export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
