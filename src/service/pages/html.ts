/** HTML as a value: every string in it is escaped, and pages have a strict Content-Security-Policy. */

import { createHash } from 'node:crypto';
import { withEntities } from '../../contract/entities.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 3rem); max-width: 78rem; font: 16px/1.5 system-ui, sans-serif; }
code { overflow-wrap: anywhere; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid; }
.card { max-width: 34rem; margin: 6vh auto 0; }
label { display: block; padding: .2rem 0; }
select, button { font: inherit; padding: .35rem 1rem; margin: 1rem .75rem 0 0; }
`;

export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Html[] | undefined;

/** The template's own text is markup; every value is text, unless it is Html already. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.reduce((markup, text, index) => markup + rendered(parts[index - 1]) + text) };
}

/** The page at a path that the service does not serve. */
export function notFoundPage(): string {
  return page('Page not found', html`<main><h1>Page not found</h1></main>`);
}

export function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
${body}
</body>
</html>
`.markup;
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Forbids scripts, frames and external resources. Forms may go to this service and, through it, to `formTarget`. */
export function pageHeaders(formTarget?: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self'${formTarget === undefined ? '' : ` ${formTarget}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

function rendered(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return withEntities(String(part));
  return isHtml(part) ? part.markup : part.map(({ markup }) => markup).join('');
}

function isHtml(part: Html | readonly Html[]): part is Html {
  return 'markup' in part;
}
