/** Formulas of calculated properties: the properties in a formula, and the spelling of the service (interface 11.3; assumption A49). */

import { isCalled, isKeyword, readTokens, type Token } from './formula-tokens.ts';

export interface Formula {
  /** Stored form: keywords and functions in lower case, strings in single quotes, numbers and blanks in one form. */
  readonly text: string;
  /** Names of the properties in the formula, each once. */
  readonly properties: readonly string[];
}

/** Returns undefined if the formula cannot be split into tokens. Does not check that they form an expression. */
export function readFormula(formula: string): Formula | undefined {
  const parsed = parse(formula);
  return parsed && { text: joined(parsed.tokens), properties: [...parsed.names] };
}

/** True if two formulas differ only in their spelling. */
export function isSameFormula(one: string, other: string): boolean {
  const [a, b] = [readFormula(one), readFormula(other)];
  return a === undefined || b === undefined ? one.trim() === other.trim() : a.text === b.text;
}

/** True if two formulas have the same operands in the same order, so that the service may have derived one formula from the other. */
export function hasSameOperands(one: string, other: string): boolean {
  const [a, b] = [findOperands(one), findOperands(other)];
  return a !== undefined && a === b;
}

interface Parsed {
  readonly tokens: readonly Token[];
  readonly names: ReadonlySet<string>;
}

function parse(formula: string): Parsed | undefined {
  const { tokens, end } = readTokens(formula);
  if (tokens.length === 0 || end < formula.trimEnd().length || !hasEvenBrackets(tokens)) return undefined;
  if (tokens.some(({ text }, index) => text === 'if' && isCalled(tokens, index))) return undefined;
  const names = tokens.filter((token, index) => token.kind === 'word' && !isKeyword(token) && !isCalled(tokens, index));
  return { tokens, names: new Set(names.map(({ text }) => text)) };
}

function hasEvenBrackets(tokens: readonly Token[]): boolean {
  let open = 0;
  for (const { text } of tokens) {
    if (text === '(') open += 1;
    if (text === ')') open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}

function findOperands(formula: string): string | undefined {
  const parsed = parse(formula);
  const operands = parsed?.tokens.filter(
    ({ kind, text }) => kind === 'number' || kind === 'text' || parsed.names.has(text),
  );
  return operands && JSON.stringify(operands.map(({ text }) => text));
}

/** Separates tokens by blanks, except at brackets and before commas. `elseif` begins a line. */
function joined(tokens: readonly Token[]): string {
  return tokens.reduce((text, token, index) => {
    const before = tokens[index - 1];
    if (token.text === 'elseif') return `${text}\n${token.text}`;
    const isCall = token.text === '(' && before?.kind === 'word' && !isKeyword(before);
    const tight = before === undefined || before.text === '(' || [')', ','].includes(token.text) || isCall;
    return `${text}${tight ? '' : ' '}${token.text}`;
  }, '');
}
