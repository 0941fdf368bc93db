/**
 * Parses the JSON of a reply without loss of digits. A number that JavaScript cannot represent becomes a decimal string (interface 2.8;
 * assumption A38).
 */

/** Sixteen digits are the minimum for an integer beyond 2^53. */
const MANY_DIGITS = /\d{16}/;
const INTEGER = /^-?\d+$/;

/**
 * Returns the interpretations of a text, best first. The first has ids as strings if their digits would be lost. The second has only
 * numbers, for members that are always numbers.
 * @throws SyntaxError if the text is not JSON
 */
export function readingsOf(text: string): readonly [unknown, ...unknown[]] {
  const plain: unknown = JSON.parse(text);
  if (!MANY_DIGITS.test(text)) return [plain];
  return [JSON.parse(text, lossless), plain];
}

function lossless(_name: string, value: unknown, context: { readonly source?: string } = {}): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const { source } = context;
  return source !== undefined && INTEGER.test(source) ? source : value;
}
