/** Markdown within a limit: parts are folded in a fixed order, and what is destructive or blocked is never cut. */

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
  /** False when not even the shortest form of what is destructive or blocked fits: then nothing of it is shown. */
  readonly whole: boolean;
}

/** From the most to the least: safe creates go first, what a reviewer must see is put shorter last, and is never cut. */
const FOLDING: readonly Detail[] = [
  WHOLE,
  { ...WHOLE, creates: 'lines' },
  { ...WHOLE, creates: 'counts', rest: 'counts' },
  { ...WHOLE, creates: 'counts', others: 'lines', rest: 'counts' },
  { ...WHOLE, creates: 'counts', others: 'counts', rest: 'counts' },
  { critical: 'lines', creates: 'counts', others: 'counts', rest: 'counts' },
];

export interface PlanFit extends MarkdownOptions {
  /** In bytes: it then holds whether the Git host counts bytes or characters. */
  readonly limit: number;
  /** Where every change is listed when they do not fit: `the summary of the run`. */
  readonly elsewhere: string;
}

/** What is too large says so before anything else: a part of it would be taken for all of it. */
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

/** As many as fit, from the first on; what is left out is counted. */
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
