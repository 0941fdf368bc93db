/** Whether the parts of a formula make an expression: values with operators between them, and everything closed that is opened. */

import { isKeyword, type Token } from '../../contract/formula.ts';

/** What is open: brackets, the arguments of a function, or a part of an if. */
type Open = 'brackets' | 'call' | 'if' | 'then' | 'else';

interface State {
  readonly open: Open[];
  /** A value comes next; else an operator, or an end. */
  wantsValue: boolean;
}

const OPERATORS: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '<', '>', '<=', '>=', '!=', 'equals', 'and', 'or'],
]);

export function isExpression(parts: readonly Token[]): boolean {
  const state: State = { open: [], wantsValue: true };
  for (let index = 0; index < parts.length; index += 1) {
    const [part, next, afterNext] = parts.slice(index, index + 3);
    if (part === undefined) return false;
    const isCall = state.wantsValue && part.kind === 'word' && !isKeyword(part) && next?.text === '(';
    if (isCall && afterNext?.text === ')') {
      state.wantsValue = false;
      index += 2;
    } else if (isCall) {
      state.open.push('call');
      index += 1;
    } else if (!(state.wantsValue ? takesValue(part, state) : takesOperator(part, state))) return false;
  }
  return !state.wantsValue && state.open.length === 0;
}

/** False for what begins no value. */
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

/** False for what cannot follow a value. */
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
