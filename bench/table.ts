/** The rows as a table for people. */

import { passes, type Row } from './row.ts';

const HEAD = ['measured', 'cost', 'against', 'ratio', 'bound', ''] as const;

export function tableOf(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const [head = '', ...body] = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return [head, '-'.repeat(head.length), ...body].join('\n');
}

function cells(row: Row): readonly string[] {
  const { what, cost, against, ratio, bound } = row;
  const number = (value: number | undefined) => (value === undefined ? '' : value.toFixed(2));
  const verdict = bound === undefined ? '' : passes(row) ? 'ok' : 'ABOVE';
  return [what, cost, against, number(ratio), number(bound), verdict];
}
