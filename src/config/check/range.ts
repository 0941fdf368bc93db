/** Message and hint for a value outside the bounds of the schema. */

import type { z } from 'zod';
import type { Issue } from '../../contract/parse-with.ts';
import { exampleIn, isOptionalAt, schemaAt } from '../schema/walk.ts';
import type { Path } from '../yaml/position.ts';

type RangeIssue = Extract<Issue, { code: 'too_big' | 'too_small' }>;

export function rangeMessage(issue: RangeIssue): string {
  const big = issue.code === 'too_big';
  const bound = issue.code === 'too_big' ? issue.maximum : issue.minimum;
  const side = issue.inclusive === false ? (big ? 'less than' : 'more than') : big ? 'at most' : 'at least';
  const end = Number(bound) === 1 ? '' : 's';
  const unit = issue.origin === 'string' ? ` character${end}` : issue.origin === 'array' ? ` item${end}` : '';
  return unit === '' ? `Expected a number of ${side} ${bound}` : `Expected ${side} ${bound}${unit}`;
}

/** Returns undefined for a number, because the message contains its bounds. */
export function rangeHint(schema: z.ZodType, path: Path, issue: RangeIssue): string | undefined {
  if (issue.origin !== 'string' && issue.origin !== 'array') return undefined;
  if (issue.code === 'too_big') return 'Shorten it.';
  const example = exampleIn(schemaAt(schema, path));
  const text = example === undefined ? 'Write a text' : `Write it as in \`${example}\``;
  const way = issue.origin === 'array' ? 'List at least one item' : text;
  return isOptionalAt(schema, path) ? `${way}, or remove \`${path.at(-1)}\`.` : `${way}.`;
}
