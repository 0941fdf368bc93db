/** The frame of the pages: where one is, how it stands, and a script that keeps it current. */

import { html, type Markup, NOTHING } from '../../../report/html/markup.ts';
import { page, policyOf } from '../../../report/html/page.ts';
import { runRefresh } from '../browser/refresh.js';

export interface Frame {
  readonly title: string;
  /** The pages above it. */
  readonly path: readonly { readonly href: string; readonly words: string }[];
  /** Below the title. */
  readonly state: Markup;
  readonly content: Markup;
  /** Asked for again every few seconds. */
  readonly isLive: boolean;
}

export interface Framed {
  readonly page: string;
  readonly policy: string;
}

/** Seconds between two loads of a page without scripts. */
const RELOAD = 10;

export function framed({ title, path, state, content, isLive }: Frame): Framed {
  const text = page({
    title,
    banner: pathMarkup(path),
    header: html`<div id="state">${state}</div>${isLive ? REFRESH : NOTHING}`,
    main: html`<div id="content" tabindex="-1">${content}</div>`,
    skipTo: { id: 'content', words: 'Skip to the content' },
    script: runRefresh,
    served: servedHead(isLive),
  });
  return { page: text, policy: policyOf(runRefresh, true) };
}

/** An icon of its own would be one more request. */
export function servedHead(isLive: boolean): Markup {
  const reload = isLive ? html`<noscript><meta http-equiv="refresh" content="${RELOAD}"></noscript>` : NOTHING;
  return html`<link rel="icon" href="data:,">${reload}`;
}

export function pathMarkup(path: Frame['path']): Markup {
  if (path.length === 0) return NOTHING;
  return html`<nav aria-label="Path">${path.map(({ href, words }, at) => html`${at === 0 ? '' : ' / '}<a href="${href}">${words}</a>`)}</nav>
`;
}

const REFRESH = html`<p><button type="button" id="refresh" aria-pressed="true" hidden>Refresh by itself</button> <span id="refreshed" role="status"></span></p>
`;
