/** The forms of a plan besides text and JSON: each is loaded only when it is asked for. */

import type { Plan } from '../model/plan.ts';
import type { PlanHtmlOptions } from '../report/html/plan.ts';

export type LoadedForm = 'markdown' | 'html';

export async function planAs(form: LoadedForm, plan: Plan, options: PlanHtmlOptions): Promise<string> {
  switch (form) {
    case 'markdown': {
      const { planMarkdown } = await import('../report/markdown/plan.ts');
      return planMarkdown(plan, options);
    }
    case 'html': {
      const { planHtml } = await import('../report/html/plan.ts');
      return planHtml(plan, options);
    }
  }
}
