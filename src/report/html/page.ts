/** The frame of a page: one file, nothing loaded, and a policy that allows exactly our own style and script. */

import { createHash } from 'node:crypto';
import { runPage } from './browser/page.js';
import { html, type Markup } from './markup.ts';
import { STYLE } from './style.ts';

/** Taken as source, so that types, lint and the bundler check the script as code. */
const SCRIPT = `'use strict';(${runPage})();`;

/** Allows our own style and script, and nothing from elsewhere. */
const POLICY = [
  "default-src 'none'",
  `style-src '${computeHash(STYLE)}'`,
  `script-src '${computeHash(SCRIPT)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export interface Page {
  readonly title: string;
  /** Above the title. */
  readonly banner?: Markup;
  /** Below the title. */
  readonly header: Markup;
  readonly main: Markup;
  /** Target of the keyboard link that skips the header. */
  readonly skipTo: { readonly id: string; readonly words: string };
}

export function page({ title, banner, header, main, skipTo }: Page): string {
  const body = html`<body>
<a class="skip" href="#${skipTo.id}">${skipTo.words}</a>
<header>
${banner}<h1>${title}</h1>
${header}
</header>
<main>
${main}
</main>
<script>${{ markup: SCRIPT }}</script>
</body>`;
  const head = html`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="trueup">
<title>${title}</title>
<style>${{ markup: STYLE }}</style>
</head>`;
  return `<!doctype html>\n<html lang="en">\n${head.markup}\n${body.markup}\n</html>\n`;
}

function computeHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
