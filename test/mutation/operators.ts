/** Defines small edits of an expression or a statement. */

/** A node of the syntax tree; members differ by type. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

export interface Edit {
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['-', '+'],
  ['*', '/'],
  ['&&', '||'],
  ['||', '&&'],
]);
const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
]);
/** Methods whose call a mutant may remove. The list stays a list. */
const PASSING: ReadonlySet<string> = new Set(['filter', 'sort', 'toSorted', 'slice', 'reverse', 'toReversed']);

/** Returns the edits of a node, without the edits of its children. */
export function editsOf(node: Node, source: string): readonly Edit[] {
  // In parentheses: what binds an expression where it stands is not part of its node.
  const text = (part: Node) => `(${source.slice(part.start, part.end)})`;
  const whole = (operator: string, replacement: string): Edit => ({
    operator,
    start: node.start,
    end: node.end,
    text: replacement,
  });
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const [left, right] = [child(node, 'left'), child(node, 'right')];
      const operator = String(node['operator']);
      if (operator === '??') return [whole('fallback left out', text(left))];
      const other = OPERATORS.get(operator);
      return other === undefined ? [] : [whole(`${operator} to ${other}`, `${text(left)} ${other} ${text(right)}`)];
    }
    case 'ConditionalExpression':
      return [
        whole('always the first branch', text(child(node, 'consequent'))),
        whole('always the second branch', text(child(node, 'alternate'))),
      ];
    case 'IfStatement': {
      const test = child(node, 'test');
      const always = (value: string): Edit => ({
        operator: `if ${value}`,
        start: test.start,
        end: test.end,
        text: value,
      });
      return [always('true'), always('false')];
    }
    case 'UnaryExpression':
      return node['operator'] === '!' ? [whole('! left out', text(child(node, 'argument')))] : [];
    case 'Literal':
      if (typeof node['value'] === 'boolean') return [whole('boolean flipped', String(!node['value']))];
      return typeof node['value'] === 'number' ? [whole('number plus one', String(node['value'] + 1))] : [];
    case 'SpreadElement':
      return [whole('spread left out', spreadOfNothing(text(child(node, 'argument'))))];
    case 'ExpressionStatement':
      return isCall(child(node, 'expression')) ? [whole('call left out', ';')] : [];
    case 'CallExpression':
      return callEdits(node, source, whole);
    default:
      return [];
  }
}

/** `undefined` spreads to nothing in an object; a list needs something to iterate over. */
function spreadOfNothing(argument: string): string {
  return `...(((spread) => (typeof spread === 'object' && spread !== null && Symbol.iterator in spread ? [] : {}))${argument} as never)`;
}

function callEdits(
  node: Node,
  source: string,
  whole: (operator: string, replacement: string) => Edit,
): readonly Edit[] {
  const callee = child(node, 'callee');
  if (callee.type !== 'MemberExpression') return [];
  const [object, property] = [child(callee, 'object'), child(callee, 'property')];
  const name = source.slice(property.start, property.end);
  const other = METHODS.get(name);
  if (other !== undefined) {
    return [{ operator: `${name} to ${other}`, start: property.start, end: property.end, text: other }];
  }
  return PASSING.has(name) ? [whole(`${name} left out`, source.slice(object.start, object.end))] : [];
}

function isCall(node: Node): boolean {
  return node.type === 'CallExpression' || (node.type === 'AwaitExpression' && isCall(child(node, 'argument')));
}

function child(node: Node, member: string): Node {
  return node[member] as Node;
}
