/** JSON of a reply as a value, without loss of digits: a number that JavaScript cannot hold becomes a decimal string (interface 2.8; assumption A38). */

/** Sixteen digits are the fewest that an integer beyond 2^53 has. */
const MANY_DIGITS = /\d{16}/;
const INTEGER = /^-?\d+$/;

/**
 * The interpretations of a text, best first: ids as strings if their digits would be lost, and, for members that are
 * always numbers, everything as numbers.
 * @throws SyntaxError if the text is not JSON.
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
