/** Findings as a list: severity, code, place, message and what to do. */

import type { Finding } from '../../model/finding.ts';
import type { Advice, Fix } from '../../model/fix.ts';
import { fixParts, shownFixes } from '../fix-texts.ts';
import type { Face } from '../fix-ways.ts';
import { positionText } from '../text/position.ts';
import { html, type Markup, NOTHING } from './markup.ts';

/** `place`: where they were found, if the page has several places. */
export function findingsMarkup(findings: readonly Finding[], face: Face, place?: string): Markup {
  if (findings.length === 0) return NOTHING;
  return html`<section>
<h2>Findings${place === undefined ? '' : ` in ${place}`} (${findings.length})</h2>
<ul class="findings">${findings.map((finding) => findingItem(finding, face))}</ul>
</section>
`;
}

function findingItem(finding: Finding, face: Face): Markup {
  return html`<li><p><strong class="s-${finding.severity}">${finding.severity}</strong> <code>${finding.code}</code>${positionMarkup('', finding.provenance)}${positionMarkup('see also', finding.related)}</p>
<p>${finding.message}</p>${adviceMarkup(finding, face)}${finding.address === undefined ? NOTHING : html`<p><code>${finding.address}</code></p>`}</li>
`;
}

/** Returns hint and fixes, one paragraph each, with code for typed text. */
export function adviceMarkup({ hint, fix = [] }: Advice, face: Face): Markup {
  return html`${hint === undefined ? NOTHING : html`<p class="soft">${hint}</p>`}${shownFixes(fix).map((one) => fixMarkup(one, face))}`;
}

function fixMarkup(fix: Fix, face: Face): Markup {
  return html`<p class="soft">${fixParts(fix, face).map(({ text, as }) => (as === 'prose' ? text : html`<code>${text}</code>`))}</p>`;
}

function positionMarkup(words: string, position: Finding['provenance']): Markup {
  return position === undefined
    ? NOTHING
    : html` <span class="soft">${words} <code>${positionText(position)}</code></span>`;
}
