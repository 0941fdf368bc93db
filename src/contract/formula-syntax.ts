/** Checks that a formula is an expression: values with operators between them, and balanced brackets and keywords (assumption A49). */

import { isCalled, isKeyword, readTokens, type Token } from './formula-tokens.ts';

/** Position at which a formula cannot be parsed. */
export interface FormulaFault {
  /** Text at the position. Empty at the end of the formula. */
  readonly text: string;
  /** From 0. */
  readonly at: number;
  /** Tokens that are valid at the position. */
  readonly expected: string;
}

/** Open constructs: brackets, the arguments of a function, or a part of an if. */
type Open = 'brackets' | 'call' | 'if' | 'then' | 'else';

interface State {
  readonly open: Open[];
  /** True if a value comes next. Otherwise an operator or an end comes next. */
  wantsValue: boolean;
}

const OPERATORS: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '<', '>', '<=', '>=', '!=', 'equals', 'and', 'or'],
]);

/** Tokens that can follow a value. */
const FOLLOWING: Readonly<Record<Open, string>> = {
  brackets: 'an operator or ")"',
  call: 'an operator, "," or ")"',
  if: 'an operator or "then"',
  // biome-ignore lint/suspicious/noThenProperty: a keyword of formulas.
  then: 'an operator, "elseif", "else" or "endif"',
  else: 'an operator or "endif"',
};

/** Returns undefined if the formula can be parsed. */
export function formulaFault(formula: string): FormulaFault | undefined {
  const { tokens, end } = readTokens(formula);
  const state: State = { open: [], wantsValue: true };
  for (let index = 0; index < tokens.length; index += 1) {
    const [part, next, afterNext] = tokens.slice(index, index + 3);
    if (part === undefined) break;
    const expected = describeExpected(state);
    const isCall = state.wantsValue && isCalled(tokens, index);
    if (isCall && part.text === 'if') {
      return {
        text: `${part.written}${next?.written}`,
        at: part.at,
        expected: 'a condition without a bracket after "if"',
      };
    }
    if (isCall && !isKeyword(part)) {
      const isEmpty = afterNext?.text === ')';
      if (isEmpty) state.wantsValue = false;
      else state.open.push('call');
      index += isEmpty ? 2 : 1;
    } else if (!(state.wantsValue ? takesValue(part, state) : takesOperator(part, state)))
      return { text: part.written, at: part.at, expected };
  }
  const rest = /\S+/.exec(formula.slice(end));
  if (rest !== null) return { text: rest[0], at: end + rest.index, expected: describeExpected(state) };
  if (!state.wantsValue && state.open.length === 0) return undefined;
  return { text: '', at: formula.length, expected: describeExpected(state) };
}

function describeExpected({ open, wantsValue }: State): string {
  if (wantsValue) return 'a value';
  const within = open.at(-1);
  return within === undefined ? 'an operator' : FOLLOWING[within];
}

/** Returns false if the token cannot begin a value. */
function takesValue(part: Token, state: State): boolean {
  if (part.kind === 'sign') {
    if (part.text === '(') state.open.push('brackets');
    return part.text === '(' || part.text === '-' || part.text === '+';
  }
  if (part.text === 'if' && part.kind === 'word') state.open.push('if');
  if (part.kind === 'word' && (part.text === 'if' || part.text === 'not')) return true;
  state.wantsValue = false;
  return !isKeyword(part) || part.text === 'true' || part.text === 'false';
}

/** Returns false if the token cannot follow a value. */
function takesOperator({ kind, text }: Token, state: State): boolean {
  if (kind !== 'sign' && kind !== 'word') return false;
  const within = state.open.at(-1);
  if (OPERATORS.has(text) || (text === ',' && within === 'call')) {
    state.wantsValue = true;
    return true;
  }
  switch (text) {
    case ')':
      state.open.pop();
      return within === 'brackets' || within === 'call';
    case 'endif':
      state.open.pop();
      return within === 'then' || within === 'else';
    case 'then':
      return goesOn(state, within === 'if', 'then');
    case 'elseif':
      return goesOn(state, within === 'then', 'if');
    case 'else':
      return goesOn(state, within === 'then', 'else');
    default:
      return false;
  }
}

function goesOn(state: State, allowed: boolean, as: Open): boolean {
  state.open.splice(-1, 1, as);
  state.wantsValue = true;
  return allowed;
}
