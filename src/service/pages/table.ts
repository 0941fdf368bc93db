/** A table with its own scrolling on a narrow screen. */

import { type Html, html } from './html.ts';

type Cell = string | number | Html | undefined;

export function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  if (rows.length === 0) return html`<p class="soft">None.</p>`;
  return html`<div class="table"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}
