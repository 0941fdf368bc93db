/** The frame of a page: one file, nothing loaded, and a policy that allows exactly our own style and script. */

import { createHash } from 'node:crypto';
import { runPage } from './browser/page.js';
import { html, type Markup } from './markup.ts';
import { STYLE } from './style.ts';

export interface Page {
  readonly title: string;
  /** Above the title. */
  readonly banner?: Markup;
  /** Below the title. */
  readonly header: Markup;
  readonly main: Markup;
  /** Where the link for keyboards leads past the header. */
  readonly skipTo: { readonly id: string; readonly words: string };
  /** Runs in it; that of reports when left out. Its source is taken: types, lint and the bundler see it as code. */
  readonly script?: () => void;
  /** Where it comes from a server, which it may ask again and send forms to, what else stands in its head. */
  readonly served?: Markup;
}

export function page({ title, banner, header, main, skipTo, script = runPage, served }: Page): string {
  const source = sourceOf(script);
  const body = html`<body>
<a class="skip" href="#${skipTo.id}">${skipTo.words}</a>
<header>
${banner}<h1>${title}</h1>
${header}
</header>
<main>
${main}
</main>
<script>${{ markup: source }}</script>
</body>`;
  const head = html`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(script, served !== undefined)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="trueup">
<title>${title}</title>
<style>${{ markup: STYLE }}</style>${served}
</head>`;
  return `<!doctype html>\n<html lang="en">\n${head.markup}\n${body.markup}\n</html>\n`;
}

/** What a page may do: our own style and script, and nothing from elsewhere. */
export function policyOf(script: () => void, isServed: boolean): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(STYLE)}'`,
    `script-src '${hashOf(sourceOf(script))}'`,
    "base-uri 'none'",
    ...(isServed ? ["connect-src 'self'", 'img-src data:', "form-action 'self'"] : ["form-action 'none'"]),
  ].join('; ');
}

function sourceOf(script: () => void): string {
  return `'use strict';(${script})();`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
