/** Markdown within a size limit. Parts are folded in a fixed order, and destructive or blocked changes are never cut. */

import type { Finding } from '../../model/finding.ts';
import type { Plan } from '../../model/plan.ts';
import type { Face } from '../fix-ways.ts';
import { count } from '../text/layout.ts';
import { LOG } from '../text/words.ts';
import { findingParts } from './findings.ts';
import { type Detail, type MarkdownOptions, planHead, planMarkdown, planTop, WHOLE } from './plan.ts';

/** Characters that the Git host takes in a comment or an issue. */
export const COMMENT_LIMIT = 65_536;

export interface Fitted {
  readonly text: string;
  /** False if even the shortest form of the destructive and blocked changes does not fit. Nothing is shown then. */
  readonly whole: boolean;
}

/** Steps of folding: safe creates first. Changes that a reviewer must see become shorter last, and are never cut. */
const FOLDING: readonly Detail[] = [
  WHOLE,
  { ...WHOLE, creates: 'lines' },
  { ...WHOLE, creates: 'counts', rest: 'counts' },
  { ...WHOLE, creates: 'counts', others: 'lines', rest: 'counts' },
  { ...WHOLE, creates: 'counts', others: 'counts', rest: 'counts' },
  { critical: 'lines', creates: 'counts', others: 'counts', rest: 'counts' },
];

export interface PlanFit extends MarkdownOptions {
  /** Limit in bytes, which holds for hosts that count characters too. */
  readonly limit: number;
  /** Place that lists every change, such as `the summary of the run`. */
  readonly elsewhere: string;
}

/** A plan that is too large says so first, so that no reader takes a part for the whole. */
export function planMarkdownWithin(plan: Plan, { elsewhere, ...options }: PlanFit): Fitted {
  for (const detail of FOLDING) {
    const text = planMarkdown(plan, options, detail);
    if (fits(text, options.limit)) return { text, whole: true };
  }
  const note = [
    '> **This plan is too large to review here, so merging approves nothing.**',
    `> ${criticalCounts(plan)} do not fit, and none of them is shown. In full: ${elsewhere}.`,
    '> Split it into several pull requests, or narrow it with `target`.',
  ].join('\n');
  return {
    text: `${[...planTop(plan, options), note, ...planHead(plan, options.face ?? 'terminal')].join('\n\n')}\n`,
    whole: false,
  };
}

/** `400 destructive changes, 12 blocked changes`. */
function criticalCounts({ summary, findings }: Pick<Plan, 'summary' | 'findings'>): string {
  const parts = [
    [summary.destructive, 'destructive change'],
    [summary.blocked, 'blocked change'],
    [findings.filter(({ severity }) => severity === 'error').length, 'error'],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, word]) => count(amount, word))
    .join(', ');
}

/** Returns the first findings that fit, and the number of the others. */
export function findingsWithin(findings: readonly Finding[], limit: number, face: Face): string {
  for (let shown = findings.length; shown > 0; shown = Math.floor(shown / 2)) {
    const left = findings.length - shown;
    const rest = left === 0 ? [] : [`And ${count(left, 'more finding', 'more findings')}. In full: ${LOG}.`];
    const text = [...findingParts(findings.slice(0, shown), 'whole', face), ...rest].join('\n\n');
    if (fits(text, limit)) return text;
  }
  return findings.length === 0 ? '' : `${count(findings.length, 'finding')}. In full: ${LOG}.`;
}

function fits(text: string, limit: number): boolean {
  return Buffer.byteLength(text) <= limit;
}
