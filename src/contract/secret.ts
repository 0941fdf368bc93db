/** A secret string that printing, JSON and inspection show as [secret]; only reveal() returns the string. */

const texts = new WeakMap<Secret, string>();
const inspect = Symbol.for('nodejs.util.inspect.custom');

export interface Secret {
  /** Returns the text. Use it only for a request or a hash. */
  reveal(): string;
  toString(): string;
  toJSON(): string;
}

export function secret(text: string): Secret {
  const value: Secret = Object.freeze({
    reveal: () => texts.get(value) ?? '',
    toString: () => '[secret]',
    toJSON: () => '[secret]',
    [inspect]: () => '[secret]',
  });
  texts.set(value, text);
  return value;
}
