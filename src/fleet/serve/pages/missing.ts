/** The page for what cannot be shown. */

import { html } from '../../../report/html/markup.ts';
import { type Framed, framed } from './frame.ts';

export function missingPage(message: string): Framed {
  return framed({
    title: 'Cannot be shown',
    path: [{ href: '/', words: 'Fleet' }],
    state: html`<p class="verdict stop"><span aria-hidden="true">✖</span> ${message}</p>`,
    content: html`<p><a href="/">All rollouts</a></p>`,
    isLive: false,
  });
}
