/** Formulas of calculated properties: which properties one names, and how the service spells it (interface 11.3; assumption A49). */

export interface Formula {
  /** As it is stored: keywords and functions in lower case, strings in single quotes, numbers and blanks in one form. */
  readonly text: string;
  /** Names of the properties that it calculates with, each once. */
  readonly properties: readonly string[];
}

export interface Token {
  readonly kind: 'text' | 'number' | 'word' | 'sign';
  readonly text: string;
}

const TOKEN = /\s*(?:("[^"]*"|'[^']*')|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(<=|>=|!=|[-+*/<>=(),]))/y;
const TOKEN_KINDS = ['text', 'number', 'word', 'sign'] as const;

const KEYWORDS: ReadonlySet<string> = new Set([
  ...['if', 'then', 'elseif', 'else', 'endif', 'and', 'or', 'not', 'equals', 'true', 'false'],
]);

/** Undefined for what is no formula. */
export function readFormula(formula: string): Formula | undefined {
  const parsed = parse(formula);
  return parsed && { text: joined(parsed.spelled), properties: [...parsed.names] };
}

/** Its parts in the order and the spelling in which it is stored; undefined for what is no formula. */
export function partsOfFormula(formula: string): readonly Token[] | undefined {
  return parse(formula)?.spelled;
}

export function isKeyword({ kind, text }: Token): boolean {
  return kind === 'word' && KEYWORDS.has(text.toLowerCase());
}

/** Whether two formulas differ in nothing but their spelling. */
export function isSameFormula(one: string, other: string): boolean {
  const [a, b] = [readFormula(one), readFormula(other)];
  return a === undefined || b === undefined ? one.trim() === other.trim() : a.text === b.text;
}

/** Whether two formulas calculate with the same values in the same order: one may then be what the service made of the other. */
export function hasSameOperands(one: string, other: string): boolean {
  const [a, b] = [operandsOf(one), operandsOf(other)];
  return a !== undefined && a === b;
}

interface Parsed {
  readonly spelled: readonly Token[];
  readonly names: ReadonlySet<string>;
}

function parse(formula: string): Parsed | undefined {
  const tokens = tokensOf(formula);
  if (tokens === undefined) return undefined;
  const isFunction = (index: number) => tokens[index]?.kind === 'word' && tokens[index + 1]?.text === '(';
  if (tokens.some((token, index) => token.text.toLowerCase() === 'if' && isFunction(index))) return undefined;
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
  return { spelled, names: new Set(names.map(({ text }) => text)) };
}

function operandsOf(formula: string): string | undefined {
  const parsed = parse(formula);
  const operands = parsed?.spelled.filter(
    ({ kind, text }) => kind === 'number' || kind === 'text' || parsed.names.has(text),
  );
  return operands && JSON.stringify(operands.map(({ text }) => text));
}

function tokensOf(formula: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const end = formula.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(formula);
    if (match === null) return undefined;
    const at = match.slice(1).findIndex((part) => part !== undefined);
    tokens.push({ kind: TOKEN_KINDS[at] ?? 'sign', text: match[at + 1] ?? '' });
  }
  let open = 0;
  for (const { text } of tokens) {
    if (text === '(') open += 1;
    if (text === ')') open -= 1;
    if (open < 0) return undefined;
  }
  return tokens.length === 0 || open !== 0 ? undefined : tokens;
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
