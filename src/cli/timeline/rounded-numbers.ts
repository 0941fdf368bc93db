/** Numbers with more digits than a JavaScript number can hold: they would be sent with another value (interface 2.7; assumption A37). */

import type { ParsedFile } from '../../config/yaml/parsed-file.ts';
import type { Path, Problem } from '../../config/yaml/position.ts';
import { isList, type Json } from '../../model/json.ts';

/** Numbers with fewer digits are exact. */
const FEWEST_DIGITS = 16;
/** The first whole number after which not every one can be represented. */
const BEYOND = 2 ** 53;

/** `document` is used only if a number may be rounded: finding positions takes time. */
export function roundedNumbers(value: Json, document: () => Pick<ParsedFile, 'written'>): readonly Problem[] {
  return longNumbers(value, []).flatMap(({ path, number }): readonly Problem[] => {
    const written = document().written(path) ?? String(number);
    if (isKept(written, number)) return [];
    return [
      {
        code: 'number-rounded',
        severity: 'error',
        path,
        at: 'value',
        message: `The number ${written} has too many digits: it would be sent as ${number}.`,
        hint: 'Put it in quotes to send it as a string.',
      },
    ];
  });
}

function longNumbers(value: Json, path: Path): readonly { readonly path: Path; readonly number: number }[] {
  if (typeof value === 'number') return mayBeRounded(value) ? [{ path, number: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (isList(value)) return value.flatMap((item, index) => longNumbers(item, [...path, index]));
  return Object.entries(value).flatMap(([name, member]) => longNumbers(member, [...path, name]));
}

function mayBeRounded(number: number): boolean {
  return !Number.isFinite(number) || Math.abs(number) >= BEYOND || digitsOf(String(number)).length >= FEWEST_DIGITS;
}

/** Whether the number is sent with exactly the written digits. */
function isKept(written: string, number: number): boolean {
  const decimal = /^0[xo]/i.test(written) ? String(BigInt(written)) : written;
  return Number.isFinite(number) && digitsOf(decimal) === digitsOf(String(number));
}

/** The significant digits of a decimal number, without its exponent. */
function digitsOf(written: string): string {
  return written
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
}
