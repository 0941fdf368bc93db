/** Formulas of calculated properties: which properties one names, and how the service spells it (interface 11.3; assumption A49). */

import { invalid } from '../model/refusal.ts';

export interface Formula {
  /** As it is stored: keywords and functions in lower case, strings in single quotes, numbers and blanks in one form. */
  readonly text: string;
  /** Names of the properties that it calculates with, each once. */
  readonly properties: readonly string[];
}

interface Token {
  readonly kind: 'text' | 'number' | 'word' | 'sign';
  readonly text: string;
}

const TOKEN = /\s*(?:("[^"]*"|'[^']*')|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(<=|>=|!=|[-+*/<>=(),]))/y;
const KINDS = ['text', 'number', 'word', 'sign'] as const;

const KEYWORDS: ReadonlySet<string> = new Set([
  ...['if', 'then', 'elseif', 'else', 'endif', 'and', 'or', 'not', 'equals', 'true', 'false'],
]);

/** Throws a 400 for what is no formula. */
export function parsedFormula(formula: string): Formula {
  const tokens = tokensOf(formula);
  const isKeyword = ({ kind, text }: Token) => kind === 'word' && KEYWORDS.has(text.toLowerCase());
  const isFunction = (index: number) => tokens[index]?.kind === 'word' && tokens[index + 1]?.text === '(';
  if (tokens.some((token, index) => token.text.toLowerCase() === 'if' && isFunction(index))) throw wrong(formula);
  const names = tokens.filter((token, index) => token.kind === 'word' && !isKeyword(token) && !isFunction(index));
  const spelled = tokens.flatMap((token, index): readonly Token[] => {
    if (isKeyword(token) || isFunction(index)) return [{ ...token, text: token.text.toLowerCase() }];
    if (token.kind === 'text') return [{ ...token, text: `'${token.text.slice(1, -1)}'` }];
    if (token.text === '=') return [{ kind: 'word', text: 'equals' }];
    if (token.kind !== 'number') return [token];
    const next = tokens[index + 1];
    const isFactor = next !== undefined && (next.text === '(' || (next.kind === 'word' && !isKeyword(next)));
    const number: Token = { ...token, text: String(Number(token.text)) };
    return isFactor ? [number, { kind: 'sign', text: '*' }] : [number];
  });
  return { text: joined(spelled), properties: [...new Set(names.map(({ text }) => text))] };
}

/** Of any formula, those of a seed too, which nothing has read. */
export function isNamedIn(formula: string, property: string): boolean {
  return formula.split(/\W+/).includes(property);
}

function tokensOf(formula: string): readonly Token[] {
  const tokens: Token[] = [];
  const end = formula.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(formula);
    if (match === null) throw wrong(formula);
    const at = match.slice(1).findIndex((part) => part !== undefined);
    tokens.push({ kind: KINDS[at] ?? 'sign', text: match[at + 1] ?? '' });
  }
  const depths = tokens.map(({ text }) => (text === '(' ? 1 : text === ')' ? -1 : 0));
  let open = 0;
  for (const depth of depths) {
    open += depth;
    if (open < 0) throw wrong(formula);
  }
  if (tokens.length === 0 || open !== 0) throw wrong(formula);
  return tokens;
}

/** Blanks stand around everything but brackets and before commas; `elseif` begins a line. */
function joined(tokens: readonly Token[]): string {
  return tokens.reduce((text, token, index) => {
    const before = tokens[index - 1];
    if (token.text === 'elseif') return `${text}\n${token.text}`;
    const isCall = token.text === '(' && before?.kind === 'word' && !KEYWORDS.has(before.text);
    const tight = before === undefined || before.text === '(' || [')', ','].includes(token.text) || isCall;
    return `${text}${tight ? '' : ' '}${token.text}`;
  }, '');
}

function wrong(formula: string) {
  const message = `Invalid calculation formula: ${formula}`;
  return invalid(message, { errors: [{ message, code: 'INVALID_CALCULATION_FORMULA', in: 'calculationFormula' }] });
}
