/** Every mutant of a source file, each with an id that survives edits elsewhere in the file. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { type Edit, editsOf, type Node } from './operators.ts';

export interface Mutant extends Edit {
  /** Id from the file, its line, the edit, and a number among equal edits. */
  readonly id: string;
  /** Path from the root of the repository. */
  readonly file: string;
  readonly line: number;
  /** Text that the edit replaces. */
  readonly before: string;
}

export function mutantsOf(file: string): readonly Mutant[] {
  const source = readFileSync(file, 'utf8');
  const edits: Edit[] = [];
  walk(parsed(source), (node) => {
    edits.push(...editsOf(node, source));
  });
  const seen = new Map<string, number>();
  return edits.map((edit) => {
    const line = source.slice(0, edit.start).split('\n').length;
    const key = [file, source.split('\n')[line - 1]?.trim(), edit.operator, edit.text].join('\n');
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    const id = createHash('sha256').update(`${key}\n${nth}`).digest('hex').slice(0, 10);
    return { ...edit, id, file, line, before: source.slice(edit.start, edit.end) };
  });
}

/** Parses TypeScript. Throws for a syntax error, because such an edit proves nothing. */
function parsed(source: string): Node {
  return parseAst(source, { lang: 'ts', sourceType: 'module' }) as unknown as Node;
}

/** Types and imports do nothing at run time. */
function walk(node: Node, visit: (node: Node) => void): void {
  if (
    node.type.startsWith('TS') &&
    !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(node.type)
  )
    return;
  if (node.type === 'ImportDeclaration') return;
  visit(node);
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) walk(one, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
