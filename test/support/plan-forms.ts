/** The forms of a plan for tests, each from its document. */

import { defined } from '../../src/contract/defined.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Face } from '../../src/report/fix-ways.ts';
import { docHtml } from '../../src/report/html/render.ts';
import { type DocMarkdownOptions, docMarkdown, type Fitted, fitMarkdown } from '../../src/report/markdown/render.ts';
import type { Invocation } from '../../src/report/text/next.ts';
import { planBriefDoc, planDoc } from '../../src/report/text/plan.ts';
import { docText } from '../../src/report/text/render.ts';
import type { TextStyle } from '../../src/report/text/style.ts';

interface PageOptions {
  readonly verbose: boolean;
  readonly now: number;
  readonly face?: Face;
}

export function planText(plan: Plan, style: TextStyle, typed?: Invocation): string {
  const { now, verbose, face } = style;
  return docText(planDoc(plan, { now, verbose, typed, ...defined({ face }) }), style);
}

export function planBrief(plan: Plan, style: TextStyle): string {
  return docText(planBriefDoc(plan, style.face), style);
}

export function planMarkdown(plan: Plan, { now, verbose, face }: PageOptions): string {
  return docMarkdown(planDoc(plan, { now, verbose, ...defined({ face }) }), { verbose, ...defined({ face }) });
}

export function planMarkdownWithin(plan: Plan, options: DocMarkdownOptions & PageOptions): Fitted {
  return fitMarkdown(planDoc(plan, options), options);
}

export function planHtml(plan: Plan, options: PageOptions): string {
  return docHtml(planDoc(plan, options), options);
}
