/** The page at a path that the service does not serve, or not any more. */

import { html, page } from './html.ts';

export function notFoundPage(): string {
  return page('Page not found', html`<main><h1>Page not found</h1></main>`);
}
