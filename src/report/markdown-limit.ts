/** Markdown that has to fit a limit: parts are folded in a fixed order, and what is destructive or blocked is never cut. */

import type { ApplyResult } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import { type Detail, type MarkdownOptions, outcomeMarkdown, planHead, planMarkdown, WHOLE } from './markdown.ts';

/** Characters that the Git host takes in a comment or an issue. */
export const COMMENT_LIMIT = 65_536;
/** Bytes that it takes in the summary of one step. */
export const SUMMARY_LIMIT = 1024 * 1024;

export interface Fitted {
  readonly text: string;
  /** False when not even the shortest form of what is destructive or blocked fits: then nothing of it is shown. */
  readonly whole: boolean;
}

/** From the most to the least: safe creates go first, what a reviewer must see is only ever put shorter. */
const FOLDING: readonly Detail[] = [
  WHOLE,
  { ...WHOLE, creates: 'counts' },
  { ...WHOLE, creates: 'counts', calls: 'counts' },
  { ...WHOLE, creates: 'counts', calls: 'counts', findings: 'counts' },
  { ...WHOLE, creates: 'counts', calls: 'counts', findings: 'counts', others: 'lines' },
  { ...WHOLE, creates: 'counts', calls: 'counts', findings: 'counts', others: 'counts' },
  { creates: 'counts', calls: 'counts', findings: 'counts', others: 'counts', critical: 'lines' },
  { creates: 'counts', calls: 'counts', findings: 'counts', others: 'counts', critical: 'names' },
];

/** `limit` in bytes: it then holds whether the Git host counts bytes or characters. */
export function planMarkdownWithin(plan: Plan, options: MarkdownOptions & { readonly limit: number }): Fitted {
  for (const detail of FOLDING) {
    const text = planMarkdown(plan, options, detail);
    if (fits(text, options.limit)) return { text, whole: true };
  }
  const { destructive, blocked } = plan.summary;
  const told = `> **This plan is too large to be reviewed here**: ${destructive} destructive and ${blocked} blocked changes do not fit. Split it, or narrow it with \`target\`.`;
  return { text: `${[...planHead(plan), told].join('\n\n')}\n`, whole: false };
}

/** Successes are folded to their counts; when what went wrong does not fit either, only the counts are left. */
export function outcomeMarkdownWithin(result: ApplyResult, limit: number): Fitted {
  for (const applied of ['whole', 'counts'] as const) {
    const text = outcomeMarkdown(result, applied);
    if (fits(text, limit)) return { text, whole: true };
  }
  const counts = outcomeMarkdown({ ...result, outcomes: [], findings: [] }, 'counts');
  return { text: `${counts}\n> What went wrong does not fit here; the log of the run has it.\n`, whole: false };
}

export function fits(text: string, limit: number): boolean {
  return Buffer.byteLength(text) <= limit;
}
