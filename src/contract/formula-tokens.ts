/** The tokens of a formula, each with its position and its stored spelling (assumption A49). */

export interface Token {
  readonly kind: 'text' | 'number' | 'word' | 'sign';
  /** Text as stored. */
  readonly text: string;
  /** Text as written in the formula. */
  readonly written: string;
  /** Position in the formula, from 0. */
  readonly at: number;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  /** End of the last token. Except for blanks, the text after it cannot begin a token. */
  readonly end: number;
}

const TOKEN = /\s*(?:("[^"]*"|'[^']*')|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(<=|>=|!=|[-+*/<>=(),]))/gy;
const TOKEN_KINDS = ['text', 'number', 'word', 'sign'] as const;

const KEYWORDS: ReadonlySet<string> = new Set([
  ...['if', 'then', 'elseif', 'else', 'endif', 'and', 'or', 'not', 'equals', 'true', 'false'],
]);

export function readTokens(formula: string): Tokens {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of formula.matchAll(TOKEN)) {
    end = match.index + match[0].length;
    const kind = match.slice(1).findIndex((part) => part !== undefined);
    const written = match[kind + 1] ?? '';
    tokens.push({ kind: TOKEN_KINDS[kind] ?? 'sign', text: written, written, at: end - written.length });
  }
  return { tokens: tokens.flatMap((token, index) => spelled(token, index, tokens)), end };
}

export function isKeyword({ kind, text }: Token): boolean {
  return kind === 'word' && KEYWORDS.has(text.toLowerCase());
}

/** True if the word is before a bracket. */
export function isCalled(tokens: readonly Token[], index: number): boolean {
  return tokens[index]?.kind === 'word' && tokens[index + 1]?.text === '(';
}

/** A number before a value multiplies it. */
function spelled(token: Token, index: number, tokens: readonly Token[]): readonly Token[] {
  if (isKeyword(token) || isCalled(tokens, index)) return [{ ...token, text: token.text.toLowerCase() }];
  if (token.kind === 'text') return [{ ...token, text: `'${token.text.slice(1, -1)}'` }];
  if (token.text === '=') return [{ ...token, kind: 'word', text: 'equals' }];
  if (token.kind !== 'number') return [token];
  const next = tokens[index + 1];
  const isFactor = next !== undefined && (next.text === '(' || (next.kind === 'word' && !isKeyword(next)));
  const number: Token = { ...token, text: String(Number(token.text)) };
  return isFactor ? [number, { kind: 'sign', text: '*', written: '', at: next.at }] : [number];
}
