/** The one order of names that people read: numbers inside of them by their value, `property2` before `property10`. */

/**
 * Runs of digits are compared as numbers, everything else by code unit, whatever the language of the machine. A total order:
 * 0 for equal texts only.
 */
export function compareNatural(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let index = 0;
  while (index < shorter && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  if (index === shorter) return a.length - b.length;
  let start = index;
  while (start > 0 && isDigit(a.charCodeAt(start - 1))) start -= 1;
  const [one, other] = [digitsAt(a, start), digitsAt(b, start)];
  return (one !== '' && other !== '' && byValue(one, other)) || (a < b ? -1 : 1);
}

function digitsAt(text: string, start: number): string {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return text.slice(start, end);
}

/** However long: without leading zeros more digits are the larger number. Of equal numbers the shorter text is first. */
function byValue(a: string, b: string): number {
  const [one, other] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  if (one.length !== other.length) return one.length - other.length;
  return one === other ? a.length - b.length : one < other ? -1 : 1;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
