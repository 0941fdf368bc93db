/** Builds HTML from templates: every value is escaped, unless a template created it. */

import { htmlText } from '../escape.ts';

/** HTML that is safe in a page, created by `html` or constant. */
export interface Markup {
  readonly markup: string;
}

export type Part = Markup | string | number | undefined | readonly Part[];

/** Builds markup. Parts may be in text or inside double quotes, not elsewhere in a tag. Lists are joined; undefined adds nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let markup = texts[0] ?? '';
  for (const [index, part] of parts.entries()) markup += renderPart(part) + (texts[index + 1] ?? '');
  return { markup };
}

export const NOTHING: Markup = { markup: '' };

function renderPart(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return htmlText(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(renderPart).join('');
}
