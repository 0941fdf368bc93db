/** Findings as a list: how grave, which, where, what and what to do. */

import { partsOf } from '../../model/command.ts';
import type { Finding } from '../../model/finding.ts';
import { placeText } from '../text/place.ts';
import { html, type Markup, NOTHING } from './markup.ts';

export function findingsMarkup(findings: readonly Finding[]): Markup {
  if (findings.length === 0) return NOTHING;
  return html`<section aria-labelledby="findings">
<h2 id="findings">Findings (${findings.length})</h2>
<ul class="findings">${findings.map(findingItem)}</ul>
</section>
`;
}

function findingItem(finding: Finding): Markup {
  return html`<li><p><strong class="s-${finding.severity}">${finding.severity}</strong> <code>${finding.code}</code>${placeOf('', finding.provenance)}${placeOf('see also', finding.related)}</p>
<p>${finding.message}</p>${finding.hint === undefined ? NOTHING : html`<p class="soft">${hintMarkup(finding.hint)}</p>`}${finding.address === undefined ? NOTHING : html`<p><code>${finding.address}</code></p>`}</li>
`;
}

/** Commands as code. */
export function hintMarkup(hint: string): Markup {
  return html`${partsOf(hint).map(({ text, isCommand }) => (isCommand ? html`<code>${text}</code>` : text))}`;
}

function placeOf(words: string, place: Finding['provenance']): Markup {
  return place === undefined ? NOTHING : html` <span class="soft">${words} <code>${placeText(place)}</code></span>`;
}
